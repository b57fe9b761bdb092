import Foundation

extension PredicateParser {
  /// A primary with what hangs behind it: keys and brackets.
  mutating func parsePostfix() throws -> Part {
    let place = start
    var part = try parsePrimary()
    while true {
      if token == .sign(.dot) {
        try advance()
        let base = try expression(part, at: place)
        part = .expression(try parseContinuation(of: base))
        try rise(above: height)
      } else if token == .sign(.leftBracket) {
        let baseHeight = height
        try advance()
        let index = try nested { try $0.parseIndex() }
        try expect(.rightBracket)
        let base = try expression(part, at: place)
        part = .expression(.function(FunctionCall("objectFrom:withIndex:", [base, index])))
        try rise(above: max(baseHeight, height))
      } else {
        if pieces != nil, case .expression(let node) = part {
          note(.expression(node), from: place)
        }
        return part
      }
    }
  }

  /// What stands behind a dot: keys, or a variable whose value is a key.
  private mutating func parseContinuation(of base: ExpressionNode) throws -> ExpressionNode {
    guard case .variable(let name) = token else { return base.appending(try parseKeys()) }
    try advance()
    return .function(FunctionCall("valueForKey:", [.variable(name)], operand: base))
  }

  /// Whether a dot follows, and a key behind it. Looking ahead says nothing of what is wrong there: the
  /// parser does when it gets there.
  var keyFollows: Bool {
    guard token == .sign(.dot) else { return false }
    var ahead = lexer
    if case .variable? = try? ahead.next() { return false }
    return true
  }

  /// The keys behind a dot, up to where the path ends.
  mutating func parseKeys() throws -> [String] {
    var keys: [String] = []
    repeat {
      switch token {
      case .word(let key, _), .collectionOperator(let key):
        keys.append(key)
        pieces?.add(.key(key), start..<lexer.index)
      case .placeholder("K"): keys += try keyArgument()
      default: throw wrong("a key after '.'")
      }
      try advance()
      guard keyFollows else { return keys }
      try advance()
    } while true
  }

  private mutating func parseIndex() throws -> ExpressionNode {
    var ahead = lexer
    if let word = contextualWord, let symbol = IndexSymbol(rawValue: word),
      (try? ahead.next()) == .sign(.rightBracket)
    {
      try advance()
      return .indexSymbol(symbol)
    }
    return try parseExpression()
  }

  private mutating func parsePrimary() throws -> Part {
    height = 0
    switch token {
    case .number(let value): return try constant(value)
    case .string(let value): return try constant(.string(value))
    case .variable(let name): return .expression(try parseVariable(name))
    case .placeholder(let letter): return try parsePlaceholder(letter)
    case .collectionOperator: return .expression(.keyPath(try parseKeys()))
    case .functionName(let name): return .expression(try parseCall(name))
    case .sign(.leftParenthesis):
      try advance()
      let part = try nested { try $0.parseOr() }
      try expect(.rightParenthesis, "an operator or ')'")
      return part
    case .sign(.leftBrace):
      try advance()
      let members = try parseList(until: .rightBrace)
      try rise(above: height)
      return .expression(.aggregate(members))
    case .word(let text, let escaped):
      if escaped { return .expression(.keyPath(try parseKeys())) }
      if let word = ReservedWord(text) { return try parseReserved(word) }
      return .expression(try parseWord(text))
    case .end: throw wrong("an expression")
    case .sign: throw wrong("an expression")
    }
  }

  private mutating func constant(_ value: PredicateValue) throws -> Part {
    try advance()
    return .expression(.constant(value))
  }

  private mutating func parseReserved(_ word: ReservedWord) throws -> Part {
    switch word {
    case .null, .nil: return try constant(.null)
    case .true, .yes: return try constant(.bool(true))
    case .false, .no: return try constant(.bool(false))
    case .self:
      try advance()
      return .expression(.evaluatedObject)
    case .anyKey:
      try advance()
      return .expression(.anyKey)
    case .truePredicate, .falsePredicate, .not, .any, .someOf, .all, .noneOf:
      throw wrong("an expression; \(word.rawValue) begins a predicate")
    default:
      throw wrong("an expression; write #\(word.rawValue.lowercased()) if it is a key")
    }
  }

  /// `$NAME`, or `$NAME := expression`.
  private mutating func parseVariable(_ name: String) throws -> ExpressionNode {
    try advance()
    guard try accept(.assign) else { return .variable(name) }
    let value = try nested { try $0.parseExpression() }
    try rise(above: height)
    return .assignment(name, value)
  }

  /// Expressions separated by commas, with the closing sign. The height is that of the highest.
  mutating func parseList(until end: Token.Sign) throws -> [ExpressionNode] {
    height = 0
    if try accept(end) { return [] }
    return try nested { parser in
      var members: [ExpressionNode] = []
      var highest = 0
      repeat {
        members.append(try parser.parseExpression())
        highest = max(highest, parser.height)
      } while try parser.accept(.comma)
      try parser.expect(end, "',' or '\(end.rawValue)'")
      parser.height = highest
      return members
    }
  }

  /// The value, expression or predicate that was given for a placeholder.
  private mutating func parsePlaceholder(_ letter: String) throws -> Part {
    if letter == "K" {
      let keys = try keyArgument()
      try advance()
      let node = ExpressionNode.parsedKeyPath(keys.joined(separator: "."))
      guard keyFollows, try accept(.dot) else { return .expression(node) }
      return .expression(node.appending(try parseKeys()))
    }
    let argument = try takeArgument(for: letter)
    try advance()
    switch argument {
    case .value(let value): return .expression(.constant(value))
    case .expression(let node): return .expression(node)
    case .predicate(let node): return .predicate(node)
    }
  }

  private mutating func takeArgument(for letter: String) throws -> FormatArgument {
    guard nextArgument < arguments.count else {
      throw wrong("an argument for %\(letter): \(arguments.count) were given")
    }
    nextArgument += 1
    return arguments[nextArgument - 1]
  }

  private mutating func keyArgument() throws -> [String] {
    switch try takeArgument(for: "K") {
    case .value(.string(let text)):
      return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    case .expression(.keyPath(let keys)): return keys
    default: throw wrong("a string as the argument for %K")
    }
  }
}

extension ExpressionNode {
  /// The path that goes on from this expression. A path that begins with a key stays one path.
  func appending(_ keys: [String]) -> ExpressionNode {
    switch self {
    case .keyPath(let own): .keyPath(own + keys)
    case .path(let base, let own): .path(base, own + keys)
    default: .path(self, keys)
    }
  }
}
