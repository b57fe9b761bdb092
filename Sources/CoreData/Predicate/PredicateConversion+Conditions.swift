import Foundation
import PredicateCore

extension PredicateExpressions.Conjunction: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    .condition(.and([try converter.condition(lhs), try converter.condition(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    .condition(.or([try converter.condition(lhs), try converter.condition(rhs)]))
  }
}

extension PredicateExpressions.Negation: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    .condition(.not(try converter.condition(wrapped)))
  }
}

extension PredicateExpressions.Equal: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let (left, right) = (try converter.convert(lhs), try converter.convert(rhs))
    if let answer = right.constantAnswer, let node = left.is(answer) { return .condition(node) }
    if let answer = left.constantAnswer, let node = right.is(answer) { return .condition(node) }
    return .condition(.comparison(Comparison(left.value, .equal, right.value)))
  }
}

extension PredicateExpressions.NotEqual: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let (left, right) = (try converter.convert(lhs), try converter.convert(rhs))
    if let answer = right.constantAnswer, let node = left.is(answer) {
      return .condition(.not(node))
    }
    return .condition(.comparison(Comparison(left.value, .notEqual, right.value)))
  }
}

extension PredicateExpressions.Comparison: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let comparator: ComparisonOperator =
      switch op {
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqual
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqual
      @unknown default: throw PredicateConversionError.expression("\(Self.self)")
      }
    let (left, right) = (try converter.value(lhs), try converter.value(rhs))
    return .condition(.comparison(PredicateCore.Comparison(left, comparator, right)))
  }
}

// MARK: Texts

extension PredicateExpressions.CollectionContainsCollection: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    guard Base.Output.self is any StringProtocol.Type else {
      throw PredicateConversionError.expression("\(Self.self)")
    }
    let (left, right) = (try converter.value(base), try converter.value(other))
    return .condition(.comparison(Comparison(left, .contains, right)))
  }
}

extension PredicateExpressions.SequenceStartsWith: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    guard Base.Output.self is any StringProtocol.Type else {
      throw PredicateConversionError.expression("\(Self.self)")
    }
    let (left, right) = (try converter.value(base), try converter.value(prefix))
    return .condition(.comparison(Comparison(left, .beginsWith, right)))
  }
}

// MARK: Collections

extension PredicateExpressions.SequenceContains: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let (left, right) = (try converter.value(element), try converter.value(sequence))
    return .condition(.comparison(Comparison(left, .isIn, right)))
  }
}

extension PredicateExpressions.SequenceContainsWhere: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let collection = try converter.value(sequence)
    let name = converter.local(variable.key)
    let found = ExpressionNode.subquery(
      collection, variable: name, try converter.condition(test))
    return .condition(
      .comparison(Comparison(found.following("@count"), .notEqual, .constant(.int(0)))))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let collection = try converter.value(sequence)
    let name = converter.local(variable.key)
    let others = ExpressionNode.subquery(
      collection, variable: name, .not(try converter.condition(test)))
    return .condition(
      .comparison(Comparison(others.following("@count"), .equal, .constant(.int(0)))))
  }
}

extension PredicateExpressions.RangeExpressionContains: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let element = try converter.value(element)
    func compared(_ comparator: ComparisonOperator, _ bound: ExpressionNode) -> PredicateNode {
      .comparison(Comparison(element, comparator, bound))
    }
    if let open = range as? any OpenRange {
      let (lower, upper) = (try converter.value(open.bounds.0), try converter.value(open.bounds.1))
      return .condition(.and([compared(.greaterThanOrEqual, lower), compared(.lessThan, upper)]))
    }
    if let limits = (try? range.evaluate(PredicateBindings())) as? any RangeLimits {
      return .condition(
        .and(
          try limits.limits.map { comparator, bound in
            compared(comparator, .constant(try PredicateConverter.constant(bound)))
          }))
    }
    return .condition(compared(.between, try converter.value(range)))
  }
}

/// The expression `a..<b`.
private protocol OpenRange {
  var bounds: (any PredicateExpression, any PredicateExpression) { get }
}

extension PredicateExpressions.Range: OpenRange {
  fileprivate var bounds: (any PredicateExpression, any PredicateExpression) { (lower, upper) }
}

/// A range other than a closed one, as what its members are compared with.
private protocol RangeLimits {
  var limits: [(ComparisonOperator, Any)] { get }
}

extension Range: RangeLimits {
  fileprivate var limits: [(ComparisonOperator, Any)] {
    [(.greaterThanOrEqual, lowerBound), (.lessThan, upperBound)]
  }
}

extension PartialRangeFrom: RangeLimits {
  fileprivate var limits: [(ComparisonOperator, Any)] { [(.greaterThanOrEqual, lowerBound)] }
}

extension PartialRangeThrough: RangeLimits {
  fileprivate var limits: [(ComparisonOperator, Any)] { [(.lessThanOrEqual, upperBound)] }
}

extension PartialRangeUpTo: RangeLimits {
  fileprivate var limits: [(ComparisonOperator, Any)] { [(.lessThan, upperBound)] }
}
