/// The small steps every rule of the grammar is made of.
extension Parser {
  func peek() -> Token {
    lexer.token(at: position)
  }

  @discardableResult
  mutating func advance() -> Token {
    let token = peek()
    position = token.span.end
    return token
  }

  /// Steps over `word` if it comes next.
  mutating func take(word: String) -> Bool {
    guard peek().kind == .word(word) else { return false }
    advance()
    return true
  }

  /// Steps over `symbol` if it comes next.
  mutating func take(_ symbol: String) -> Bool {
    guard peek().kind == .symbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: String) throws(Problem) {
    guard take(symbol) else { throw unexpected("'\(symbol)'") }
  }

  mutating func expect(word: String) throws(Problem) {
    guard take(word: word) else { throw unexpected("'\(word)'") }
  }

  func expectEnd() throws(Problem) {
    guard peek().kind == .end else { throw unexpected("the end of the command") }
  }

  /// A name; `what` says of what, for the message.
  mutating func name(_ what: String) throws(Problem) -> Spelled {
    guard case .word(let text) = peek().kind else { throw unexpected(what) }
    return Spelled(text, at: advance().span)
  }

  /// `as NAME`, if it comes next.
  mutating func optionalName() throws(Problem) -> Spelled? {
    guard take(word: "as") else { return nil }
    return try newName("a name after 'as'")
  }

  /// A name to be given: none that always means something else.
  mutating func newName(_ what: String) throws(Problem) -> Spelled {
    let name = try name(what)
    guard name.text != "it" else {
      throw Problem("'it' always means the last object and cannot be given away", at: name.span)
    }
    guard Self.constants[name.text] == nil else {
      throw Problem("'\(name.text)' is a value and cannot be a name", at: name.span)
    }
    guard !SQLText.beginsStatement(name.text) else {
      throw Problem(
        "'\(name.text)' begins an SQL statement and cannot be a name", at: name.span)
    }
    return name
  }

  /// A whole number, not negative.
  mutating func wholeNumber(_ what: String) throws(Problem) -> Int {
    guard case .number(let text) = peek().kind else { throw unexpected(what) }
    guard let number = Int(text), number >= 0 else {
      throw Problem("\(what) must be a whole number, not '\(text)'", at: peek().span)
    }
    advance()
    return number
  }

  /// The number after `undo` or `redo`; 1 when there is none.
  mutating func optionalCount() throws(Problem) -> Int {
    guard peek().kind != .end else { return 1 }
    let token = peek()
    let count = try wholeNumber("how many steps")
    guard count > 0 else { throw Problem("the number of steps must be at least 1", at: token.span) }
    return count
  }

  /// The problem that the next token is not what the grammar wants.
  func unexpected(_ wanted: String) -> Problem {
    let token = peek()
    if case .invalid(let reason) = token.kind { return Problem(reason, at: token.span) }
    return Problem("expected \(wanted), found \(token.described)", at: token.span)
  }

  /// A dotted key path as one name: `team.players.@count`.
  mutating func keyPath(_ what: String) throws(Problem) -> Spelled {
    var parts: [String] = []
    let start = peek().span
    var span = start
    repeat {
      let token = peek()
      switch token.kind {
      case .word(let text): parts.append(text)
      case .operation(let text): parts.append("@" + text)
      default: throw unexpected(what)
      }
      span = token.span
      advance()
    } while take(".")
    return Spelled(parts.joined(separator: "."), at: start.joined(to: span))
  }
}
