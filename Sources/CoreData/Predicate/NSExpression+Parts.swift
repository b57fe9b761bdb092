import Foundation
import PredicateCore

extension NSExpression {
  /// What kind of expression it is.
  public final var expressionType: ExpressionType {
    if self is NSFetchRequestExpression { return .fetchRequest }
    return switch node {
    case .constant, .indexSymbol: .constantValue
    case .evaluatedObject: .evaluatedObject
    case .variable, .assignment: .variable
    case .keyPath, .path(.evaluatedObject, _): .keyPath
    case .path, .function: .function
    case .aggregate: .aggregate
    case .set(.union, _, _): .unionSet
    case .set(.intersect, _, _): .intersectSet
    case .set(.minus, _, _): .minusSet
    case .subquery: .subquery
    case .conditional: .conditional
    case .anyKey: .anyKey
    case .block: .block
    }
  }

  /// The value of a constant.
  public final var constantValue: Any? {
    guard case .constant(let value) = node else { wrongPart("constantValue") }
    return value.boxed
  }

  /// The path of a key path expression.
  public final var keyPath: String {
    switch node {
    case .keyPath(let keys), .path(.evaluatedObject, let keys): keys.joined(separator: ".")
    default: wrongPart("keyPath")
    }
  }

  /// The name of the function that is called. A key path from another expression counts as a
  /// call of `valueForKeyPath:`.
  public final var function: String {
    switch node {
    case .function(let call): call.name
    case .path: "valueForKeyPath:"
    default: wrongPart("function")
    }
  }

  /// The name of a variable, without the dollar sign.
  public final var variable: String {
    switch node {
    case .variable(let name), .assignment(let name, _): name
    case .subquery(_, let name, _): name
    default: wrongPart("variable")
    }
  }

  /// Whose method is called, or where a key path starts.
  public final var operand: NSExpression {
    switch node {
    case .path(let base, _): NSExpression(node: base)
    case .keyPath: NSExpression(node: .evaluatedObject)
    case .function(let call): NSExpression(node: call.operand ?? .evaluatedObject)
    default: wrongPart("operand")
    }
  }

  /// The arguments of a function call.
  public final var arguments: [NSExpression]? {
    switch node {
    case .function(let call): call.arguments.map { NSExpression(node: $0) }
    case .path(_, let keys): [NSExpression(node: .keyPath(keys))]
    case .block(let block): block.arguments.map { NSExpression(node: $0) }
    default: nil
    }
  }

  /// The members of an aggregate (`[NSExpression]`), or the collection of a subquery.
  public final var collection: Any {
    switch node {
    case .aggregate(let members): members.map { NSExpression(node: $0) }
    case .subquery(let collection, _, _): NSExpression(node: collection)
    default: wrongPart("collection")
    }
  }

  /// The condition of a subquery or a conditional expression.
  public final var predicate: NSPredicate {
    switch node {
    case .subquery(_, _, let condition), .conditional(let condition, _, _):
      NSPredicate.make(condition)
    default: wrongPart("predicate")
    }
  }

  /// The left side of a set operation.
  public final var left: NSExpression {
    guard case .set(_, let left, _) = node else { wrongPart("left") }
    return NSExpression(node: left)
  }

  /// The right side of a set operation.
  public final var right: NSExpression {
    guard case .set(_, _, let right) = node else { wrongPart("right") }
    return NSExpression(node: right)
  }

  /// The value of a conditional expression when its condition holds.
  public final var `true`: NSExpression {
    guard case .conditional(_, let expression, _) = node else { wrongPart("true") }
    return NSExpression(node: expression)
  }

  /// The value of a conditional expression when its condition does not hold.
  public final var `false`: NSExpression {
    guard case .conditional(_, _, let expression) = node else { wrongPart("false") }
    return NSExpression(node: expression)
  }

  private func wrongPart(_ name: String) -> Never {
    misuse("an expression of type \(expressionType) has no \(name): \(self)")
  }

  /// The block of an expression that is one: it gets the evaluated object, the values of the arguments,
  /// and the variables. Asked of another expression it is a misuse, as on Apple.
  public var expressionBlock: @Sendable (Any?, [Any], NSMutableDictionary?) -> Any {
    guard case .block(let block) = node else { misuse("\(self) has no block") }
    return { object, arguments, variables in
      var bindings: [String: PredicateValue] = [:]
      for case (let name as String, let value) in variables ?? [:] {
        bindings[name] = PredicateValue(value)
      }
      do {
        let values = arguments.map { PredicateValue($0) }
        return try block.body(PredicateValue(object), values, bindings).boxed ?? NSNull()
      } catch {
        misuse("\(error)")
      }
    }
  }
}
