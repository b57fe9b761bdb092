/// The commands about single objects.
extension Parser {
  mutating func insertCommand() throws(Problem) -> Command {
    let entity = try name("the name of an entity")
    var values: [Assignment] = []
    while peek().kind != .end {
      if isNaming { break }
      values.append(try assignment("key=value or 'as NAME'"))
      _ = take(",")
    }
    return .insert(entity: entity, values: values, name: try optionalName())
  }

  /// Whether `as` comes next and is not itself a key.
  private var isNaming: Bool {
    guard peek().kind == .word("as") else { return false }
    return lexer.token(at: peek().span.end).kind != .symbol("=")
  }

  /// A line that begins with an object: an assignment or a question.
  mutating func pathCommand() throws(Problem) -> Command {
    if let problem = unknownCommand() { throw problem }
    if case .word = peek().kind, lexer.scalar(peek().span.end) == "(" {
      return .printValue(try value())
    }
    let path = try path()
    let token = peek()
    guard case .symbol(let symbol) = token.kind, ["=", "+=", "-="].contains(symbol) else {
      return .print(path)
    }
    guard !path.keys.isEmpty else {
      throw Problem(
        "a key is missing: \(path.text).key = value sets one, let \(path.text) = value names a value",
        at: path.span)
    }
    advance()
    switch symbol {
    case "=": return .assign(path, try value())
    case "+=": return .relate(path, adding: try valueList())
    default: return .unrelate(path, removing: try valueList())
    }
  }

  /// The problem that the line begins with a word that is neither a command nor, by the look of
  /// what follows it, an object.
  private func unknownCommand() -> Problem? {
    let first = peek()
    guard case .word(let word) = first.kind else { return nil }
    switch lexer.token(at: first.span.end).kind {
    case .word, .string, .number, .variable:
      if word == "corebook" {
        let line = lexer.text(first.span.start, lexer.scalars.count)
        return Problem(
          "this is a command of the shell, and this the console: .quit leaves it, then type "
            + line, at: first.span)
      }
      if ToolName(rawValue: word) != nil {
        return Problem("there is no command '\(word)'; did you mean '.\(word)'?", at: first.span)
      }
      return Problem.unknown(
        "there is no command '\(word)'; .help lists them", Spelled(word, at: first.span),
        among: Keyword.allCases.map(\.rawValue))
    default:
      return nil
    }
  }

  /// The problem that words follow an assignment's value, which is a word itself: a text without
  /// its quotes.
  func unquotedText(of command: Command) -> Problem? {
    guard case .assign(_, let value) = command, case .path(let path) = value.kind,
      path.keys.isEmpty, peek().kind != .end
    else { return nil }
    let text = lexer.text(value.span.start, lexer.scalars.count)
    guard !text.contains("\"") else { return nil }
    return Problem(
      "a text stands in quotes: \"\(text)\"",
      at: Span(start: value.span.start, end: lexer.scalars.count))
  }

  private mutating func valueList() throws(Problem) -> [ValueExpression] {
    var values: [ValueExpression] = []
    repeat {
      values.append(try value())
    } while take(",")
    return values
  }

  mutating func countCommand() throws(Problem) -> Command {
    let entity = try name("the name of an entity")
    return .count(entity: entity, predicate: try optionalPredicate())
  }

  mutating func deleteCommand() throws(Problem) -> Command {
    var isRehearsal = false
    if peek().kind == .word("dry"), isObjectStart(lexer.token(at: peek().span.end)) {
      advance()
      isRehearsal = true
    }
    let object = try objectName()
    guard case .name(let entity) = object, let predicate = try optionalPredicate() else {
      return .delete(DeleteCommand(target: .object(object), isRehearsal: isRehearsal))
    }
    return .delete(
      DeleteCommand(
        target: .matching(entity: entity, predicate: predicate), isRehearsal: isRehearsal))
  }

  private func isObjectStart(_ token: Token) -> Bool {
    switch token.kind {
    case .word(let word): word != "where"
    case .variable, .uri: true
    default: false
    }
  }

  mutating func refreshCommand() throws(Problem) -> Command {
    if peek().kind == .word("all"), lexer.token(at: peek().span.end).kind == .end {
      advance()
      return .refreshAll
    }
    let object = try objectName()
    return .refresh(object, keepingChanges: take(word: "keep"))
  }

  mutating func treeCommand() throws(Problem) -> Command {
    let object = try objectName()
    var relationship: Spelled?
    var depth = Command.defaultTreeDepth
    if case .word(let word) = peek().kind, !(word == "depth" && isNumberNext) {
      relationship = try name("a relationship")
    }
    if take(word: "depth") { depth = try wholeNumber("the depth") }
    return .tree(object, relationship: relationship, depth: depth)
  }

  private var isNumberNext: Bool {
    guard case .number = lexer.token(at: peek().span.end).kind else { return false }
    return true
  }

  mutating func letCommand() throws(Problem) -> Command {
    let name = try newName("a name")
    try expect("=")
    return .define(name: name, value: try value())
  }
}
