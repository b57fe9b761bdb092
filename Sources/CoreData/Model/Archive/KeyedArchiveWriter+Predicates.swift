package import PredicateCore

extension KeyedArchiveWriter {
  /// A reference to a predicate; nil for one that has no archived form here (a block).
  package mutating func predicate(_ node: PredicateNode) -> PlistValue? {
    switch node {
    case .constant(let value):
      let name = value ? "NSTruePredicate" : "NSFalsePredicate"
      return add([name, "NSPredicate", "NSObject"], [])
    case .comparison(let comparison): return self.comparison(comparison)
    case .and(let parts): return compound(1, parts)
    case .or(let parts): return compound(2, parts)
    case .not(let part): return compound(0, [part])
    case .block: return nil
    }
  }

  private mutating func compound(_ type: Int64, _ parts: [PredicateNode]) -> PlistValue? {
    var items: [PlistValue] = []
    for part in parts {
      guard let item = predicate(part) else { return nil }
      items.append(item)
    }
    let list = array(items)
    return add(
      ["NSCompoundPredicate", "NSPredicate", "NSObject"],
      [.init("NSCompoundPredicateType", .int(type)), .init("NSSubpredicates", list)])
  }

  private mutating func comparison(_ comparison: Comparison) -> PlistValue? {
    guard let left = expression(comparison.left), let right = expression(comparison.right) else {
      return nil
    }
    let sign = comparisonOperator(comparison)
    return add(
      ["NSComparisonPredicate", "NSPredicate", "NSObject"],
      [
        .init("NSLeftExpression", left), .init("NSPredicateOperator", sign),
        .init("NSRightExpression", right),
      ])
  }

  /// The operator object, of a class of its own for each family of operators (mom-survey).
  private mutating func comparisonOperator(_ comparison: Comparison) -> PlistValue {
    let number = PlistValue.int(Int64(comparison.comparator.rawValue))
    let options = PlistValue.int(Int64(comparison.options.rawValue))
    var fields: [PlistValue.Entry] = [
      .init("NSModifier", .int(Int64(comparison.modifier.rawValue))),
      .init("NSOperatorType", number),
    ]
    let base = ["NSPredicateOperator", "NSObject"]
    let text = ["NSStringPredicateOperator"] + base
    let names: [String]
    switch comparison.comparator {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      names = ["NSComparisonPredicateOperator"] + base
      fields += [.init("NSOptions", options), .init("NSVariant", number)]
    case .equal, .notEqual:
      names = ["NSEqualityPredicateOperator"] + base
      fields += [
        .init("NSNegate", .bool(comparison.comparator == .notEqual)), .init("NSOptions", options),
      ]
    case .matches: names = ["NSMatchingPredicateOperator"] + text
    case .like: names = ["NSLikePredicateOperator", "NSMatchingPredicateOperator"] + text
    case .beginsWith, .endsWith:
      names = ["NSSubstringPredicateOperator"] + text
      fields.append(.init("NSPosition", .int(comparison.comparator == .beginsWith ? 0 : 1)))
    case .isIn, .contains: names = ["NSInPredicateOperator"] + base
    case .between: names = ["NSBetweenPredicateOperator"] + base
    }
    switch comparison.comparator {
    case .matches, .like, .beginsWith, .endsWith, .isIn, .contains:
      fields.append(.init("NSFlags", options))
    default: break
    }
    return add(names, fields)
  }

  /// A reference to an expression; nil for one that has no archived form here.
  package mutating func expression(_ node: ExpressionNode) -> PlistValue? {
    switch node {
    case .evaluatedObject:
      return add(Self.classes("NSSelfExpression"), [.init("NSExpressionType", .int(1))])
    case .constant(let constant):
      guard let boxed = constant.boxed else {
        // What stands in place of nothing: the name of no class.
        return add(
          Self.classes("NSConstantValueExpression"),
          [.init("NSConstantValueClassName", Self.null), .init("NSExpressionType", .int(0))])
      }
      guard let item = value(boxed) else { return nil }
      return add(
        Self.classes("NSConstantValueExpression"),
        [.init("NSConstantValue", item), .init("NSExpressionType", .int(0))])
    case .variable(let name):
      let text = string(name)
      return add(
        Self.classes("NSVariableExpression"),
        [.init("NSExpressionType", .int(2)), .init("NSVariable", text)])
    case .keyPath(let path): return keyPath(path, of: .evaluatedObject, type: 3)
    case .path(let operand, let path):
      return keyPath(path, of: operand, type: operand == .evaluatedObject ? 3 : 4)
    case .function(let call): return function(call)
    case .aggregate(let items):
      guard let items = expressions(items) else { return nil }
      let list = array(items)
      return add(
        Self.classes("NSAggregateExpression"),
        [.init("NSCollection", list), .init("NSExpressionType", .int(14))])
    case .set, .subquery, .conditional, .assignment, .indexSymbol, .anyKey, .block: return nil
    }
  }

  private mutating func expressions(_ nodes: [ExpressionNode]) -> [PlistValue]? {
    var result: [PlistValue] = []
    for node in nodes {
      guard let item = expression(node) else { return nil }
      result.append(item)
    }
    return result
  }

  private mutating func keyPath(
    _ path: [String], of operand: ExpressionNode, type: Int64
  ) -> PlistValue? {
    guard let target = expression(operand) else { return nil }
    let text = string(path.joined(separator: "."))
    let specifier = add(
      Self.classes("NSKeyPathSpecifierExpression"),
      [.init("NSExpressionType", .int(10)), .init("NSKeyPath", text)])
    let selector = string(path.count == 1 ? "valueForKey:" : "valueForKeyPath:")
    let arguments = array([specifier], mutable: true)
    return add(
      ["NSKeyPathExpression", "NSFunctionExpression", "NSExpression", "NSObject"],
      [
        .init("NSArguments", arguments), .init("NSExpressionType", .int(type)),
        .init("NSOperand", target), .init("NSSelectorName", selector),
      ])
  }

  private mutating func function(_ call: FunctionCall) -> PlistValue? {
    guard let items = expressions(call.arguments) else { return nil }
    let target: PlistValue?
    if let operand = call.operand {
      target = expression(operand)
    } else {
      // The class that has the built-in functions.
      let name = string("_NSPredicateUtilities")
      target = add(
        Self.classes("NSConstantValueExpression"),
        [.init("NSConstantValueClassName", name), .init("NSExpressionType", .int(0))])
    }
    guard let target else { return nil }
    let selector = string(call.name)
    let arguments = array(items)
    return add(
      Self.classes("NSFunctionExpression"),
      [
        .init("NSArguments", arguments), .init("NSExpressionType", .int(4)),
        .init("NSOperand", target), .init("NSSelectorName", selector),
      ])
  }

  private static func classes(_ name: String) -> [String] { [name, "NSExpression", "NSObject"] }
}
