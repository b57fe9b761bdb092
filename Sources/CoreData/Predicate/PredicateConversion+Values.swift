import Foundation
import PredicateCore

extension PredicateExpressions.Value: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    .value(.constant(try PredicateConverter.constant(value)))
  }
}

extension PredicateExpressions.NilLiteral: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    .value(.constant(.null))
  }
}

extension PredicateExpressions.Variable: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    guard let meaning = converter.meaning(of: key) else {
      throw PredicateConversionError.expression("\(Self.self)")
    }
    return .value(meaning)
  }
}

extension PredicateExpressions.KeyPath: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let start = try converter.value(root)
    if let name = KeyPathNames.text(keyPath, exactly: true) {
      return .value(name.split(separator: ".").reduce(start) { $0.following(String($1)) })
    }
    let isText = Root.Output.self is any StringProtocol.Type
    if keyPath as AnyKeyPath == \NSSet.count || keyPath as AnyKeyPath == \NSOrderedSet.count {
      return .value(start.following("@count"))
    }
    switch kind {
    case .collectionCount: return .value(start.following(isText ? "length" : "@count"))
    case .collectionIsEmpty:
      let count = start.following(isText ? "length" : "@count")
      return .condition(.comparison(Comparison(count, .equal, .constant(.int(0)))))
    case .collectionFirst: return .value(Self.member(of: start, .first))
    case .bidirectionalCollectionLast: return .value(Self.member(of: start, .last))
    case nil: throw PredicateConversionError.keyPath("\(keyPath)")
    @unknown default: throw PredicateConversionError.keyPath("\(keyPath)")
    }
  }

  private static func member(of list: ExpressionNode, _ place: IndexSymbol) -> ExpressionNode {
    .function(FunctionCall("objectFrom:withIndex:", [list, .indexSymbol(place)]))
  }
}

// MARK: Optionals

extension PredicateExpressions.OptionalFlatMap: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let base = try converter.value(wrapped)
    converter.bind(variable.key, to: base)
    let exists = PredicateNode.comparison(Comparison(base, .notEqual, .constant(.null)))
    switch try converter.convert(transform) {
    case .value(let node):
      return .value(node.isPath ? node : .conditional(exists, node, .constant(.null)))
    case .condition(let node): return .optionalCondition(exists, node)
    case .optionalCondition(let further, let node):
      return .optionalCondition(.and([exists, further]), node)
    }
  }
}

extension PredicateExpressions.NilCoalesce: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let (left, right) = (try converter.convert(lhs), try converter.convert(rhs))
    if case .optionalCondition(let exists, let node) = left, let answer = right.constantAnswer {
      return .condition(answer ? .or([.not(exists), node]) : .and([exists, node]))
    }
    let exists = PredicateNode.comparison(Comparison(left.value, .notEqual, .constant(.null)))
    return .value(.conditional(exists, left.value, right.value))
  }
}

extension PredicateExpressions.ForcedUnwrap: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    try converter.convert(inner)
  }
}

extension PredicateExpressions.Conditional: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let condition = try converter.condition(test)
    let (then, otherwise) = (try converter.value(trueBranch), try converter.value(falseBranch))
    return .value(.conditional(condition, then, otherwise))
  }
}

// MARK: Numbers

extension PredicateExpressions.Arithmetic: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let name =
      switch op {
      case .add: "add:to:"
      case .subtract: "from:subtract:"
      case .multiply: "multiply:by:"
      @unknown default: throw PredicateConversionError.expression("\(Self.self)")
      }
    return .value(
      .function(FunctionCall(name, [try converter.value(lhs), try converter.value(rhs)])))
  }
}

extension PredicateExpressions.FloatDivision: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    .value(
      .function(FunctionCall("divide:by:", [try converter.value(lhs), try converter.value(rhs)])))
  }
}

extension PredicateExpressions.UnaryMinus: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let operand = try converter.value(wrapped)
    return .value(.function(FunctionCall("multiply:by:", [operand, .constant(.int(-1))])))
  }
}

extension PredicateExpressions.ClosedRange: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    .value(.aggregate([try converter.value(lower), try converter.value(upper)]))
  }
}

// MARK: Collections

extension PredicateExpressions.Filter: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    let collection = try converter.value(sequence)
    let name = converter.local(variable.key)
    return .value(
      .subquery(collection, variable: name, try converter.condition(filter)))
  }
}

extension PredicateExpressions.SequenceMaximum: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    .value(try converter.value(elements).following("@max").following("self"))
  }
}

extension PredicateExpressions.SequenceMinimum: ConvertibleExpression {
  func converted(_ converter: inout PredicateConverter) throws -> ConvertedExpression {
    .value(try converter.value(elements).following("@min").following("self"))
  }
}
