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

  private var lines: [String] = []
  private var startLine = 0
  /// The number of the last line taken.
  private(set) var line = 0
  private var places = OpenPlaces()
  /// Where the command is SQL.
  private var statement: SQLProgress?
  package private(set) var opening: Opening?

  package init() {}

  /// Whether a command has begun and waits for more lines.
  package var isContinuing: Bool { opening != nil }

  /// Takes one line; gives the command it completes, or nil.
  package mutating func feed(_ text: String) -> Input? {
    line += 1
    if !isContinuing { begin(text) }
    lines.append(text)
    opening = follow(text)
    guard opening == nil else { return nil }
    return take()
  }

  /// Passes over a line that cannot be read, and gives up the command it stands in.
  package mutating func skipLine() {
    line += 1
    abandon()
  }

  private mutating func begin(_ text: String) {
    startLine = line
    lines = []
    places = OpenPlaces()
    statement = SQLText.beginsStatement(text) ? SQLProgress() : nil
  }

  /// What is open behind one more line of the command.
  private mutating func follow(_ text: String) -> Opening? {
    if var progress = statement {
      progress.take(text)
      statement = progress
      return progress.isComplete ? nil : .statement
    }
    if lines.count == 1, text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) == "." {
      return nil
    }
    places.take(text)
    return places.opening
  }

  /// Ends the input: the problem that a command was left unfinished, or nil.
  package mutating func finish() -> (problem: Problem, line: Int)? {
    guard let opening else { return nil }
    defer { abandon() }
    return (Problem(opening.described), startLine)
  }

  /// Forgets an unfinished command.
  package mutating func abandon() {
    lines = []
    opening = nil
  }

  /// Closes an unfinished SQL statement, for `;;`.
  package mutating func closeStatement() -> Input? {
    guard opening == .statement else { return nil }
    lines.append(";")
    opening = nil
    return take()
  }

  private mutating func take() -> Input? {
    let text = lines.joined(separator: "\n")
    lines = []
    guard Lexer(text).token(at: 0).kind != .end else { return nil }
    return Input(text: text, line: startLine)
  }

  /// What is still open at the end of a text.
  package static func opening(in text: String) -> Opening? {
    var reader = InputReader()
    _ = reader.feed(text)
    return reader.opening
  }
}
