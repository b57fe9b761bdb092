/// An expression as a tree.
///
/// Arithmetic, casts and indexing are function calls with the names of Apple's
/// `NSExpression(forFunction:arguments:)`: `a + b` is `add:to:`, `a[0]` is
/// `objectFrom:withIndex:`, `CAST(a, "T")` is `castObject:toType:`.
package indirect enum ExpressionNode: Sendable, Hashable {
  case constant(PredicateValue)
  /// `SELF`.
  case evaluatedObject
  /// `$NAME`, without the dollar sign.
  case variable(String)
  /// A key path from the evaluated object, split at its dots.
  case keyPath([String])
  /// A key path from another expression, such as `$e.salary`.
  case path(ExpressionNode, [String])
  case function(FunctionCall)
  /// `{a, b}`.
  case aggregate([ExpressionNode])
  case set(SetOperation, ExpressionNode, ExpressionNode)
  /// `SUBQUERY(collection, $variable, predicate)`.
  case subquery(ExpressionNode, variable: String, PredicateNode)
  /// `TERNARY(predicate, then, otherwise)`.
  case conditional(PredicateNode, ExpressionNode, ExpressionNode)
  /// `$NAME := expression`.
  case assignment(String, ExpressionNode)
  /// `FIRST`, `LAST`, `SIZE` between brackets.
  case indexSymbol(IndexSymbol)
  /// `ANYKEY`: any attribute of the object.
  case anyKey
  /// Code supplied by the application.
  case block(ExpressionBlock)
}

/// A call of a built-in function, or of a method of an operand.
package struct FunctionCall: Sendable, Hashable {
  /// The name with its colons, such as `sum:`.
  package let name: String
  package let operand: ExpressionNode?
  package let arguments: [ExpressionNode]

  package init(_ name: String, _ arguments: [ExpressionNode], operand: ExpressionNode? = nil) {
    self.name = name
    self.operand = operand
    self.arguments = arguments
  }
}

/// The three set operations.
package enum SetOperation: String, Sendable, Hashable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}

/// The words that stand for an index.
package enum IndexSymbol: String, Sendable, Hashable {
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
}
