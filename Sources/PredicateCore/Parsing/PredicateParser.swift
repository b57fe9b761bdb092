/// Parses the predicate format language into a tree.
///
/// One pass with one token of look-ahead. A parenthesis may hold a predicate or an expression;
/// what it was is known when it closes, so nothing is parsed twice. The height of the tree is
/// limited, so that no text can exhaust the stack of anything that walks it, and so is the nesting
/// of the text, so that none exhausts the parser's.
package struct PredicateParser {
  /// How high a tree may be: a leaf has no height, whatever holds parts is one higher than the
  /// highest of them.
  package static let heightLimit = 160

  /// How deep a text may nest: the canonical text of every tree that is not too high can be read,
  /// since a level of the tree takes no more than two of text, an operator and its parentheses.
  package static let nestingLimit = 2 * heightLimit + 4

  var lexer: Lexer
  var token: Token
  /// Where the current token began, in bytes.
  var start = 0
  let arguments: [FormatArgument]
  var nextArgument = 0
  /// How high the tree is that was parsed last.
  var height = 0
  /// What the pieces of the text became, while somebody wants to know.
  var pieces: PredicatePieces?
  private var depth = 0
  /// Where the token before the current one ended, in bytes.
  private(set) var previousEnd = 0

  /// Either half of the language.
  enum Part {
    case predicate(PredicateNode)
    case expression(ExpressionNode)
  }

  private init(_ text: String, arguments: [FormatArgument]) throws {
    lexer = Lexer(text)
    self.arguments = arguments
    token = try lexer.next()
    start = lexer.tokenStart
  }

  /// The predicate of a text.
  /// - Parameters:
  ///   - text: the format.
  ///   - arguments: what takes the place of `%@`, `%K` and so on, in their order; more than are
  ///     used do no harm (B003).
  /// - Throws: `PredicateSyntaxError`.
  package static func predicate(
    _ text: String, arguments: [FormatArgument] = []
  ) throws -> PredicateNode {
    var parser = try PredicateParser(text, arguments: arguments)
    let node = try parser.parsePredicate()
    try parser.expectEnd()
    return node
  }

  /// The expression of a text.
  /// - Throws: `PredicateSyntaxError`.
  package static func expression(
    _ text: String, arguments: [FormatArgument] = []
  ) throws -> ExpressionNode {
    var parser = try PredicateParser(text, arguments: arguments)
    let node = try parser.parseExpression()
    try parser.expectEnd()
    return node
  }

  /// What the pieces of a text are, in the order in which they end.
  /// - Throws: `PredicateSyntaxError`.
  package static func pieces(
    _ text: String, arguments: [FormatArgument] = []
  ) throws -> PredicatePieces {
    var parser = try PredicateParser(text, arguments: arguments)
    parser.pieces = PredicatePieces(text)
    _ = try parser.parsePredicate()
    try parser.expectEnd()
    return parser.pieces ?? PredicatePieces(text)
  }

  // MARK: Tokens

  mutating func advance() throws {
    previousEnd = lexer.index
    token = try lexer.next()
    start = lexer.tokenStart
  }

  /// Steps over a sign if it is the current token.
  mutating func accept(_ sign: Token.Sign) throws -> Bool {
    guard token == .sign(sign) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ sign: Token.Sign, _ expected: String? = nil) throws {
    guard token == .sign(sign) else { throw wrong(expected ?? "'\(sign.rawValue)'") }
    try advance()
  }

  private mutating func expectEnd() throws {
    if case .functionName(let name) = token { throw noMethod(name) }
    guard token == .end else {
      throw wrong("an operator, AND, OR or the end")
    }
  }

  /// The reserved word that the current token is, if any.
  var word: ReservedWord? {
    if case .word(let text, escaped: false) = token { return ReservedWord(text) }
    return nil
  }

  /// The word of a construct that is reserved only in front of a parenthesis or between
  /// collections, in upper case.
  var contextualWord: String? {
    if case .word(let text, escaped: false) = token, text.utf8.count <= 9 {
      return text.uppercased()
    }
    return nil
  }

  func wrong(_ expected: String) -> PredicateSyntaxError {
    lexer.error(at: start, expected: expected)
  }

  /// Runs a rule one level deeper.
  mutating func nested<Result>(_ rule: (inout PredicateParser) throws -> Result) throws -> Result {
    guard depth < Self.nestingLimit else {
      throw wrong("at most \(Self.nestingLimit) levels of nesting")
    }
    depth += 1
    defer { depth -= 1 }
    return try rule(&self)
  }

  /// Notes that the tree parsed last holds parts, the highest of them this high.
  mutating func rise(above parts: Int) throws {
    height = parts + 1
    if height > Self.heightLimit {
      throw wrong("a predicate of at most \(Self.heightLimit) levels")
    }
  }

  /// Notes what the text since a place became.
  mutating func note(_ part: @autoclosure () -> PredicatePieces.Part, from place: Int) {
    pieces?.add(part(), place..<max(place, previousEnd))
  }

  // MARK: Halves

  mutating func parsePredicate() throws -> PredicateNode { try required { try $0.parseOr() } }

  /// What a rule gives, which must be a predicate.
  mutating func required(_ rule: (inout PredicateParser) throws -> Part) throws -> PredicateNode {
    let part = try rule(&self)
    return try predicate(part)
  }

  mutating func parseExpression() throws -> ExpressionNode {
    let place = start
    return try expression(try parseSum(), at: place)
  }

  /// A method in the place of an operator, such as `isKindOfClass:`.
  private func noMethod(_ name: String) -> PredicateSyntaxError {
    wrong(
      "a comparison operator: methods such as \(name) need the Objective-C runtime, use a block")
  }

  func predicate(_ part: Part) throws -> PredicateNode {
    guard case .predicate(let node) = part else {
      if case .functionName(let name) = token { throw noMethod(name) }
      throw token == .end
        ? wrong("a comparison operator, such as ==, after the expression")
        : wrong("a comparison operator")
    }
    return node
  }

  func expression(_ part: Part, at place: Int) throws -> ExpressionNode {
    guard case .expression(let node) = part else {
      throw lexer.error(at: place, expected: "an expression, not a predicate")
    }
    return node
  }
}
