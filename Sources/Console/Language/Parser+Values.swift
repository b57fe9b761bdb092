/// Objects, paths and values.
extension Parser {
  /// `jane`, `it`, `$1`, `Person/p1` or a whole URI.
  mutating func objectName() throws(Problem) -> ObjectName {
    let token = peek()
    switch token.kind {
    case .variable(let text):
      advance()
      return .variable(Spelled(text, at: token.span))
    case .uri(let text):
      advance()
      return .uri(Spelled(text, at: token.span))
    case .word(let text):
      advance()
      let name = Spelled(text, at: token.span)
      guard lexer.scalar(position) == "/" else { return .name(name) }
      advance()
      let reference = peek()
      guard case .word(let tail) = reference.kind, reference.span.start == position else {
        throw unexpected("an object's number such as p1 after '\(text)/'")
      }
      advance()
      return .tail(entity: name, reference: Spelled(tail, at: reference.span))
    default:
      throw unexpected("an object: a name, it, $1 or Entity/p1")
    }
  }

  /// An object and the keys that follow it.
  mutating func path() throws(Problem) -> PathExpression {
    let object = try objectName()
    var keys: [Spelled] = []
    while take(".") {
      let token = peek()
      switch token.kind {
      case .word(let text): keys.append(Spelled(text, at: token.span))
      case .operation(let text): keys.append(Spelled("@" + text, at: token.span))
      default: throw unexpected("a key after '.'")
      }
      advance()
    }
    return PathExpression(object: object, keys: keys)
  }

  /// A path that must have keys.
  mutating func pathWithKeys(_ usage: String) throws(Problem) -> PathExpression {
    let path = try path()
    guard !path.keys.isEmpty else { throw Problem("a key is missing: \(usage)", at: path.span) }
    return path
  }

  /// `key = value`.
  mutating func assignment(_ what: String) throws(Problem) -> Assignment {
    let key = try keyPath(what)
    try expect("=")
    return Assignment(key: key, value: try value())
  }

  mutating func value(depth: Int = 0) throws(Problem) -> ValueExpression {
    let token = peek()
    let kind: ValueExpression.Kind
    switch token.kind {
    case .string(let text): kind = .string(text)
    case .number(let text):
      if let problem = bareDate(token) { throw problem }
      kind = .number(text)
    case .symbol("["): return try list(depth: depth)
    case .word(let word):
      if let constant = Self.constants[word], !isFollowedByPathOrCall(token) {
        kind = constant
      } else if lexer.scalar(token.span.end) == "(" {
        return try call(word)
      } else {
        return try pathValue()
      }
    case .variable, .uri: return try pathValue()
    default: throw unexpected("a value")
    }
    advance()
    return ValueExpression(kind: kind, span: token.span)
  }

  /// The problem that a date stands where a value does, which would be read as a number and what it is
  /// followed by.
  private func bareDate(_ token: Token) -> Problem? {
    var end = token.span.start
    while let scalar = lexer.scalar(end), !scalar.properties.isWhitespace, scalar != ",",
      scalar != "]", scalar != ")"
    { end += 1 }
    let text = lexer.text(token.span.start, end)
    guard end > token.span.end, ISODate.seconds(from: text) != nil else { return nil }
    return Problem(
      "a date is written date(\"\(text)\")", at: Span(start: token.span.start, end: end))
  }

  static let constants: [String: ValueExpression.Kind] = [
    "nil": .null, "true": .boolean(true), "false": .boolean(false), "YES": .boolean(true),
    "NO": .boolean(false),
  ]

  private func isFollowedByPathOrCall(_ token: Token) -> Bool {
    let next = lexer.scalar(token.span.end)
    return next == "." || next == "(" || next == "/"
  }

  private mutating func pathValue() throws(Problem) -> ValueExpression {
    let path = try path()
    return ValueExpression(kind: .path(path), span: path.span)
  }

  private mutating func list(depth: Int) throws(Problem) -> ValueExpression {
    let start = peek().span
    guard depth < 32 else { throw Problem("lists are nested too deeply", at: start) }
    try expect("[")
    var values: [ValueExpression] = []
    if peek().kind != .symbol("]") {
      repeat {
        values.append(try value(depth: depth + 1))
      } while take(",")
    }
    let end = peek().span
    try expect("]")
    return ValueExpression(kind: .list(values), span: start.joined(to: end))
  }

  private mutating func call(_ function: String) throws(Problem) -> ValueExpression {
    let start = advance().span
    try expect("(")
    if function == "now" {
      let end = peek().span
      try expect(")")
      return ValueExpression(kind: .now, span: start.joined(to: end))
    }
    guard let make = Self.functions[function] else {
      throw Problem.unknown(
        "there is no function '\(function)'; there are date, now, uuid, url, data, decimal, hash",
        Spelled(function, at: start), among: Self.functions.keys.sorted() + ["now"])
    }
    let argument = peek()
    guard let text = argumentText(argument, of: function) else {
      throw unexpected("a string in quotes for \(function)(…)")
    }
    advance()
    let end = peek().span
    try expect(")")
    guard let kind = make(text) else {
      throw Problem("\"\(text)\" is not \(Self.wanted(function))", at: argument.span)
    }
    return ValueExpression(kind: kind, span: start.joined(to: end))
  }

  private func argumentText(_ token: Token, of function: String) -> String? {
    if case .string(let text) = token.kind { return text }
    if case .number(let text) = token.kind, function == "decimal" { return text }
    return nil
  }
}
