/// Finds where a predicate ends among the clauses of a command.
///
/// A predicate is NSPredicate's own language and is handed on unchanged. A word ends it only where
/// an operand is complete and no bracket is open, so that an attribute may be called `limit` or
/// `order`.
struct PredicateScanner {
  private let lexer: Lexer
  private var position: Int
  private var text: [Unicode.Scalar] = []
  private var depth = 0
  private var expectsOperand = true
  private var subqueries = 0
  private var variables: [Spelled] = []
  private var bound: Set<String> = []

  init(_ lexer: Lexer, at position: Int) {
    self.lexer = lexer
    self.position = position
  }

  /// The predicate, and the position behind it.
  static func scan(_ lexer: Lexer, at position: Int) -> (PredicateText, end: Int) {
    var scanner = PredicateScanner(lexer, at: lexer.skippingBlanks(from: position))
    let start = scanner.position
    while scanner.step() {}
    var end = scanner.position
    while end > start, let last = scanner.text.last, last.properties.isWhitespace {
      scanner.text.removeLast()
      end -= 1
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scanner.text)
    let predicate = PredicateText(
      text: String(view), span: Span(start: start, end: end),
      variables: scanner.variables.filter { !scanner.bound.contains($0.text) })
    return (predicate, end)
  }

  /// Words that begin the next clause of a command.
  static let clauseWords: Set<String> = [
    "where", "order", "limit", "offset", "select", "distinct", "only", "prefetch", "batch", "as",
    "group", "having", "sections", "cache",
  ]

  private mutating func step() -> Bool {
    guard let scalar = lexer.scalar(position) else { return false }
    if scalar.properties.isWhitespace {
      copy(to: position + 1)
    } else if scalar == "#", CommentRule.isComment(at: position, in: lexer.scalars) {
      blankComment()
    } else if scalar == "\"" || scalar == "'" {
      copy(to: lexer.string(at: position).span.end)
      expectsOperand = false
    } else if scalar == "$" {
      takeVariable()
    } else if Lexer.isWordStart(scalar) {
      return takeWord()
    } else if scalar >= "0" && scalar <= "9" {
      takeNumber()
    } else {
      takeSymbol(scalar)
    }
    return true
  }

  private mutating func copy(to end: Int) {
    text.append(contentsOf: lexer.scalars[position..<min(end, lexer.scalars.count)])
    position = min(end, lexer.scalars.count)
  }

  /// Puts blanks in a comment's place, so that offsets into the predicate stay true.
  private mutating func blankComment() {
    while let scalar = lexer.scalar(position), scalar != "\n" {
      text.append(" ")
      position += 1
    }
  }

  private mutating func takeVariable() {
    let end = lexer.wordEnd(from: position + 1)
    let name = lexer.text(position + 1, end)
    let span = Span(start: position, end: end)
    if subqueries > 0, lastSignificant == ",", followingScalar(end) == "," {
      bound.insert(name)
    } else if !name.isEmpty {
      variables.append(Spelled(name, at: span))
    }
    copy(to: end)
    expectsOperand = false
  }

  private var lastSignificant: Unicode.Scalar? {
    text.last { !$0.properties.isWhitespace }
  }

  private func followingScalar(_ end: Int) -> Unicode.Scalar? {
    lexer.scalar(lexer.skippingBlanks(from: end))
  }

  private mutating func takeWord() -> Bool {
    let end = lexer.wordEnd(from: position)
    let word = lexer.text(position, end)
    let upper = word.uppercased()
    if expectsOperand {
      if upper == "SUBQUERY" { subqueries += 1 }
      copy(to: end)
      expectsOperand = CommentRule.wordsBeforeOperand.contains(upper)
      return true
    }
    if depth == 0, Self.clauseWords.contains(word) { return false }
    copy(to: end)
    if lexer.scalar(position) == "[" { takeOptions() }
    expectsOperand = true
    return true
  }

  /// `[cd]` behind an operator.
  private mutating func takeOptions() {
    var end = position
    while let scalar = lexer.scalar(end), scalar != "]", scalar != "\n" { end += 1 }
    copy(to: end + 1)
  }

  private mutating func takeNumber() {
    var end = position
    while let scalar = lexer.scalar(end), Lexer.isWordPart(scalar) || scalar == "." { end += 1 }
    copy(to: end)
    expectsOperand = false
  }

  private mutating func takeSymbol(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "(", "{", "[":
      depth += 1
      expectsOperand = true
    case ")", "}", "]":
      depth = max(0, depth - 1)
      expectsOperand = false
    default:
      expectsOperand = true
    }
    copy(to: position + 1)
  }
}
