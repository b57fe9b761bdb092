import Foundation

extension PredicateParser {
  /// A key path, or one of the words that are followed by a parenthesis.
  mutating func parseWord(_ text: String) throws -> ExpressionNode {
    let place = start
    try advance()
    guard token == .sign(.leftParenthesis) else {
      note(.key(text), from: place)
      return try parseKeyPath(from: text)
    }
    note(.function(text), from: place)
    try advance()
    switch text.uppercased() {
    case "SUBQUERY": return try nested { try $0.parseSubquery() }
    case "CAST": return try parseCast()
    case "TERNARY": return try nested { try $0.parseTernary() }
    case "FUNCTION": return try parseFunction(at: place)
    case "FETCH":
      throw lexer.error(
        at: place, expected: "an expression; FETCH has no text form, use NSFetchRequestExpression")
    default: return try parseShortCall(text)
    }
  }

  private mutating func parseKeyPath(from first: String) throws -> ExpressionNode {
    guard keyFollows, try accept(.dot) else { return .keyPath([first]) }
    return .keyPath([first] + (try parseKeys()))
  }

  /// `add:to:(a, b)`.
  mutating func parseCall(_ name: String) throws -> ExpressionNode {
    let place = start
    try advance()
    note(.function(name), from: place)
    try expect(.leftParenthesis, "'(' after the name of a function")
    let arguments = try parseList(until: .rightParenthesis)
    try rise(above: height)
    return .function(FunctionCall(name, arguments))
  }

  /// `now()`, `sum(a)`: a name without its colons.
  private mutating func parseShortCall(_ name: String) throws -> ExpressionNode {
    let arguments = try parseList(until: .rightParenthesis)
    try rise(above: height)
    return .function(FunctionCall(arguments.isEmpty ? name : name + ":", arguments))
  }

  /// `collection, $x, predicate)`.
  private mutating func parseSubquery() throws -> ExpressionNode {
    let collection = try parseExpression()
    let collectionHeight = height
    try expect(.comma)
    guard case .variable(let name) = token else {
      throw wrong("a variable for a member of the collection, such as $x")
    }
    try advance()
    try expect(.comma)
    let condition = try parsePredicate()
    try expect(.rightParenthesis, "an operator or ')'")
    try rise(above: max(collectionHeight, height))
    return .subquery(collection, variable: name, condition)
  }

  /// `expression, "type")`. A constant is cast at once, so that a printed date reads back as one.
  private mutating func parseCast() throws -> ExpressionNode {
    let arguments = try parseList(until: .rightParenthesis)
    guard arguments.count == 2, case .constant(.string(let type)) = arguments[1] else {
      throw wrong("an expression and the name of a type in quotes before ')'")
    }
    if case .constant(let value) = arguments[0], let cast = value.constantCast(to: type) {
      height = 0
      return .constant(cast)
    }
    try rise(above: height)
    return .function(FunctionCall("castObject:toType:", arguments))
  }

  /// `predicate, then, otherwise)`.
  private mutating func parseTernary() throws -> ExpressionNode {
    let condition = try parsePredicate()
    var highest = height
    try expect(.comma)
    let then = try parseExpression()
    highest = max(highest, height)
    try expect(.comma)
    let otherwise = try parseExpression()
    try expect(.rightParenthesis)
    try rise(above: max(highest, height))
    return .conditional(condition, then, otherwise)
  }

  /// `operand, "selector", arguments…)`.
  private mutating func parseFunction(at place: Int) throws -> ExpressionNode {
    let arguments = try parseList(until: .rightParenthesis)
    guard arguments.count >= 2, case .constant(.string(let name)) = arguments[1] else {
      throw lexer.error(
        at: place, expected: "FUNCTION(operand, \"method\", arguments…)")
    }
    try rise(above: height)
    return .function(
      FunctionCall(name, Array(arguments.dropFirst(2)), operand: arguments[0]))
  }
}
