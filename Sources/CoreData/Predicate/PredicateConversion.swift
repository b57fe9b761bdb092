import Foundation
import PredicateCore

/// What keeps a `Predicate` from being said in the predicate language.
enum PredicateConversionError: Error, CustomStringConvertible {
  case keyPath(String)
  case constant(String)
  case expression(String)

  var description: String {
    switch self {
    case .keyPath(let path):
      "\(path) is no property of a model that is in use, so the predicate language has no name for it."
    case .constant(let value):
      "\(value) is no value that predicates know: texts, numbers, dates, data, UUIDs, URLs, managed "
        + "objects, their ids, and lists of them."
    case .expression(let type): "The predicate language has no form for \(type)."
    }
  }
}

/// What a part of a `Predicate` becomes.
enum ConvertedExpression {
  case value(ExpressionNode)
  case condition(PredicateNode)
  /// A condition that has no answer, nil, unless the first one holds.
  case optionalCondition(PredicateNode, PredicateNode)

  var value: ExpressionNode {
    switch self {
    case .value(let node): node
    case .condition(let node): Self.answer(node)
    case .optionalCondition(let exists, let node):
      .conditional(exists, Self.answer(node), .constant(.null))
    }
  }

  var condition: PredicateNode {
    switch self {
    case .value(.constant(.bool(let answer))): .constant(answer)
    case .value(let node): .comparison(Comparison(node, .equal, .constant(.bool(true))))
    case .condition(let node): node
    case .optionalCondition(let exists, let node): .and([exists, node])
    }
  }

  private static func answer(_ node: PredicateNode) -> ExpressionNode {
    .conditional(node, .constant(.bool(true)), .constant(.bool(false)))
  }

  /// The condition that this is equal to true or false; nil if it is no condition.
  func `is`(_ answer: Bool) -> PredicateNode? {
    switch self {
    case .value: nil
    case .condition(let node): answer ? node : .not(node)
    case .optionalCondition(let exists, let node): .and([exists, answer ? node : .not(node)])
    }
  }

  /// The answer that this is, if it is a constant one.
  var constantAnswer: Bool? {
    if case .value(.constant(.bool(let answer))) = self { return answer }
    return nil
  }
}

/// Converts a Swift `Predicate` part by part; keeps what its variables stand for.
struct PredicateConverter {
  private var variables: [PredicateExpressions.VariableID: ExpressionNode]
  private var locals = 0

  /// - Parameter object: the variable that stands for the evaluated object.
  init(object: PredicateExpressions.VariableID) {
    variables = [object: .evaluatedObject]
  }

  /// What a variable stands for.
  func meaning(of variable: PredicateExpressions.VariableID) -> ExpressionNode? {
    variables[variable]
  }

  mutating func bind(_ variable: PredicateExpressions.VariableID, to node: ExpressionNode) {
    variables[variable] = node
  }

  /// A name for the variable of a subquery.
  mutating func local(_ variable: PredicateExpressions.VariableID) -> String {
    locals += 1
    let name = "_local_\(locals)"
    variables[variable] = .variable(name)
    return name
  }

  mutating func convert(_ expression: any PredicateExpression) throws -> ConvertedExpression {
    try open(expression)
  }

  mutating func value(_ expression: any PredicateExpression) throws -> ExpressionNode {
    try convert(expression).value
  }

  mutating func condition(_ expression: any PredicateExpression) throws -> PredicateNode {
    try convert(expression).condition
  }

  private mutating func open<Part: PredicateExpression>(
    _ expression: Part
  ) throws -> ConvertedExpression {
    do {
      guard let convertible = expression as? any ConvertibleExpression else {
        throw PredicateConversionError.expression("\(Part.self)")
      }
      return try convertible.converted(&self)
    } catch {
      // What names no variable has a value now.
      guard let known = try? expression.evaluate(PredicateBindings()) else { throw error }
      return .value(.constant(try Self.constant(known)))
    }
  }

  /// A value that predicates know. Objects of other kinds and structures of the program they do not.
  static func constant(_ value: Any) throws -> PredicateValue {
    if let character = value as? Character { return .string(String(character)) }
    if let order = value as? ComparisonResult { return .int(Int64(order.rawValue)) }
    if let range = value as? any ClosedBounds {
      return .array([try constant(range.ends.0), try constant(range.ends.1)])
    }
    let converted = PredicateValue(value)
    switch converted {
    case .object(let object):
      guard object.reference is NSManagedObject || object.reference is NSManagedObjectID else {
        throw PredicateConversionError.constant("\(value)")
      }
    case .array, .set, .dictionary:
      for member in converted.members ?? [] {
        if case .object = member { _ = try constant(member.boxed ?? NSNull()) }
      }
    default: break
    }
    return converted
  }
}

/// An expression of Foundation's that the predicate language has a form for.
protocol ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression
}

/// A closed range, whatever its bounds are.
protocol ClosedBounds {
  var ends: (Any, Any) { get }
}

extension ClosedRange: ClosedBounds {
  var ends: (Any, Any) { (lowerBound, upperBound) }
}

extension ExpressionNode {
  /// The key of what the expression gives.
  func following(_ key: String) -> ExpressionNode {
    switch self {
    case .evaluatedObject: .keyPath([key])
    case .keyPath(let keys): .keyPath(keys + [key])
    case .path(let base, let keys): .path(base, keys + [key])
    default: .path(self, [key])
    }
  }

  /// Whether the expression is nil where what it begins with is.
  var isPath: Bool {
    switch self {
    case .evaluatedObject, .keyPath, .variable: true
    case .path(let base, _): base.isPath
    default: false
    }
  }
}
