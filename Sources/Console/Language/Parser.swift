/// Reads one command: from text to a typed tree, without knowing the model.
///
/// Reading never traps and never guesses: what is not in the language is a ``Problem`` that says
/// where and what was expected.
package struct Parser {
  let lexer: Lexer
  var position = 0

  package init(_ text: String) {
    lexer = Lexer(text)
  }

  /// The command that `text` holds.
  package static func parse(_ text: String) throws(Problem) -> Command {
    if SQLText.beginsStatement(text) { return .sql(text) }
    var parser = Parser(text)
    if parser.peek().kind == .symbol(".") { return .tool(try parser.toolCommand()) }
    let command = try parser.command()
    if let problem = parser.unquotedText(of: command) { throw problem }
    try parser.expectEnd()
    return command
  }

  private mutating func command() throws(Problem) -> Command {
    let first = peek()
    guard case .word(let word) = first.kind, !startsPath(first) else {
      return try pathCommand()
    }
    if let problem = SQLText.writingStatement(lexer.text(0, lexer.scalars.count)) {
      throw Problem(problem, at: first.span)
    }
    guard let keyword = Keyword(rawValue: word) else { return try pathCommand() }
    advance()
    do {
      return try command(keyword)
    } catch {
      throw error.pointing(to: keyword)
    }
  }

  private mutating func command(_ keyword: Keyword) throws(Problem) -> Command {
    switch keyword {
    case .insert: try insertCommand()
    case .fetch: try fetchOrTemplateCommand()
    case .count: try countCommand()
    case .delete: try deleteCommand()
    case .undo: .undo(try optionalCount())
    case .redo: .redo(try optionalCount())
    case .save: .save
    case .rollback: .rollback
    case .reset: .reset
    case .refresh: try refreshCommand()
    case .show: .show(try objectName())
    case .tree: try treeCommand()
    case .changes: .changes
    case .validate: .validate(peek().kind == .end ? nil : try objectName())
    case .observe: .observe(try pathWithKeys("observe NAME.key"))
    case .batch: .batch(try batchCommand())
    case .context: .context(try contextCommand())
    case .fetched: .fetched(try pathWithKeys("fetched NAME.property"))
    case .controller: .controller(try controllerCommand())
    case .let: try letCommand()
    }
  }

  /// Whether a word is a name used in a path or an assignment, though it may spell a command.
  private func startsPath(_ token: Token) -> Bool {
    let next = lexer.token(at: token.span.end)
    guard case .symbol(let symbol) = next.kind else { return false }
    return [".", "=", "+=", "-=", "/"].contains(symbol)
  }
}

/// The first words of the object language's commands.
package enum Keyword: String, Sendable, CaseIterable {
  case insert, fetch, count, delete, undo, redo, save, rollback, reset, refresh, show, tree
  case changes, validate, observe, batch, context, fetched, controller
  case `let`
}
