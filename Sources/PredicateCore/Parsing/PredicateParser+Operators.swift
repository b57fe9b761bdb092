import Foundation

extension PredicateParser {
  /// An operator between two expressions: how tight it binds and the function it calls.
  private struct Infix {
    let precedence: Int
    let function: String
    var set: SetOperation?
    var groupsRight: Bool { function == "raise:toPower:" }
  }

  private var infix: Infix? {
    switch token {
    case .sign(.bitOr): Infix(precedence: 2, function: "bitwiseOr:with:")
    case .sign(.bitXor): Infix(precedence: 3, function: "bitwiseXor:with:")
    case .sign(.bitAnd): Infix(precedence: 4, function: "bitwiseAnd:with:")
    case .sign(.leftShift): Infix(precedence: 5, function: "leftshift:by:")
    case .sign(.rightShift): Infix(precedence: 5, function: "rightshift:by:")
    case .sign(.plus): Infix(precedence: 6, function: "add:to:")
    case .sign(.minus): Infix(precedence: 6, function: "from:subtract:")
    case .sign(.times): Infix(precedence: 7, function: "multiply:by:")
    case .sign(.divide): Infix(precedence: 7, function: "divide:by:")
    case .sign(.modulus): Infix(precedence: 7, function: "modulus:by:")
    case .sign(.power): Infix(precedence: 8, function: "raise:toPower:")
    default: setInfix
    }
  }

  private var setInfix: Infix? {
    guard let word = contextualWord, let operation = SetOperation(rawValue: word) else {
      return nil
    }
    return Infix(precedence: 1, function: word, set: operation)
  }

  /// Expressions joined by arithmetic or set operators.
  mutating func parseSum() throws -> Part { try parseInfix(above: 0) }

  /// Precedence climbing; every operator groups to the left, the power to the right.
  private mutating func parseInfix(above limit: Int) throws -> Part {
    let place = start
    var left = try parseUnary()
    while let infix, infix.precedence > limit {
      let first = try expression(left, at: place)
      let firstHeight = height
      try advance()
      let rightPlace = start
      let right = try nested { parser in
        try parser.expression(
          try parser.parseInfix(above: infix.groupsRight ? infix.precedence - 1 : infix.precedence),
          at: rightPlace)
      }
      try rise(above: max(firstHeight, height))
      let sum = combine(first, infix, right)
      note(.expression(sum), from: place)
      left = .expression(sum)
    }
    return left
  }

  private func combine(
    _ left: ExpressionNode, _ infix: Infix, _ right: ExpressionNode
  ) -> ExpressionNode {
    if let set = infix.set { return .set(set, left, right) }
    return .function(FunctionCall(infix.function, [left, right]))
  }

  /// A sign in front of a number becomes part of it; in front of anything else it is a
  /// subtraction from zero.
  private mutating func parseUnary() throws -> Part {
    switch token {
    case .sign(.minus):
      try advance()
      return try nested { parser in
        let place = parser.start
        let operand = try parser.expression(try parser.parseUnary(), at: place)
        let negated = operand.negated
        if negated.constantValue == nil { try parser.rise(above: parser.height) }
        return .expression(negated)
      }
    case .sign(.plus):
      try advance()
      return try nested { try $0.parseUnary() }
    case .sign(.bitNot):
      try advance()
      return try nested { parser in
        let place = parser.start
        let operand = try parser.expression(try parser.parseUnary(), at: place)
        try parser.rise(above: parser.height)
        return .expression(.function(FunctionCall("onesComplement:", [operand])))
      }
    default:
      return try parsePostfix()
    }
  }
}

extension ExpressionNode {
  fileprivate var negated: ExpressionNode {
    switch self {
    case .constant(.int(let value)) where value != .min: .constant(.int(-value))
    case .constant(.double(let value)): .constant(.double(-value))
    case .constant(.decimal(let value)) where value == Decimal(Int64.min.magnitude):
      .constant(.int(.min))
    case .constant(.decimal(let value)): .constant(.decimal(-value))
    default: .function(FunctionCall("from:subtract:", [.constant(.int(0)), self]))
    }
  }
}
