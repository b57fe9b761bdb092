/// One command as it was read, and the line it began on.
package struct Input: Sendable, Equatable {
  package let text: String
  package let line: Int

  package init(text: String, line: Int) {
    self.text = text
    self.line = line
  }
}

/// Gathers lines into commands: an unfinished string, bracket or SQL statement goes on in the next.
package struct InputReader: Sendable {
  /// What keeps a command from being finished.
  package enum Opening: Sendable, Equatable {
    case string(Character)
    case bracket(Character)
    case statement

    package var described: String {
      switch self {
      case .string(let quote): "a string that \(quote) begins is not closed"
      case .bracket(let bracket): "a bracket '\(bracket)' is not closed"
      case .statement: "the SQL statement does not end with ';'"
      }
    }
  }

  private var pending = ""
  private var startLine = 0
  private var line = 0
  package private(set) var opening: Opening?

  package init() {}

  /// Whether a command has begun and waits for more lines.
  package var isContinuing: Bool { opening != nil }

  /// Takes one line; gives the command it completes, or nil.
  package mutating func feed(_ text: String) -> Input? {
    line += 1
    if isContinuing {
      pending += "\n" + text
    } else {
      pending = text
      startLine = line
    }
    opening = Self.opening(in: pending)
    guard opening == nil else { return nil }
    return take()
  }

  /// Ends the input: the problem that a command was left unfinished, or nil.
  package mutating func finish() -> (problem: Problem, line: Int)? {
    guard let opening else { return nil }
    defer { abandon() }
    return (Problem(opening.described), startLine)
  }

  /// Forgets an unfinished command.
  package mutating func abandon() {
    pending = ""
    opening = nil
  }

  /// Closes an unfinished SQL statement, for `;;`.
  package mutating func closeStatement() -> Input? {
    guard opening == .statement else { return nil }
    pending += ";"
    opening = nil
    return take()
  }

  private mutating func take() -> Input? {
    defer { pending = "" }
    let lexer = Lexer(pending)
    guard lexer.token(at: 0).kind != .end else { return nil }
    return Input(text: pending, line: startLine)
  }

  /// What is still open at the end of a text.
  package static func opening(in text: String) -> Opening? {
    if SQLText.beginsStatement(text) {
      return SQLText.isComplete(text) ? nil : .statement
    }
    let lexer = Lexer(text)
    var position = lexer.skippingBlanks(from: 0)
    if lexer.scalar(position) == "." { return nil }
    var brackets: [Unicode.Scalar] = []
    while position < lexer.scalars.count {
      let scalar = lexer.scalars[position]
      if scalar == "\"" || scalar == "'" {
        guard let end = closingQuote(lexer, position) else { return .string(Character(scalar)) }
        position = end
      } else {
        if "([{".unicodeScalars.contains(scalar) { brackets.append(scalar) }
        if ")]}".unicodeScalars.contains(scalar) { _ = brackets.popLast() }
        position += 1
      }
      position = lexer.skippingBlanks(from: position)
    }
    return brackets.last.map { .bracket(Character($0)) }
  }

  private static func closingQuote(_ lexer: Lexer, _ start: Int) -> Int? {
    var position = start + 1
    while let scalar = lexer.scalar(position) {
      if scalar == lexer.scalars[start] { return position + 1 }
      position += scalar == "\\" ? 2 : 1
    }
    return nil
  }
}
