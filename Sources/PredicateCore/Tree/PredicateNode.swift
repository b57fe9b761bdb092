/// A predicate as a tree.
///
/// `NONE x` has no node of its own: it is the negation of `ANY x`.
package indirect enum PredicateNode: Sendable, Hashable {
  /// `TRUEPREDICATE` and `FALSEPREDICATE`.
  case constant(Bool)
  case comparison(Comparison)
  case and([PredicateNode])
  case or([PredicateNode])
  case not(PredicateNode)
  /// Code supplied by the application.
  case block(PredicateBlock)
}

/// One comparison: two expressions, an operator and how to apply it.
package struct Comparison: Sendable, Hashable {
  package var left: ExpressionNode
  package var right: ExpressionNode
  package var comparator: ComparisonOperator
  package var modifier: ComparisonModifier
  package var options: StringOptions

  package init(
    _ left: ExpressionNode, _ comparator: ComparisonOperator, _ right: ExpressionNode,
    modifier: ComparisonModifier = .direct, options: StringOptions = []
  ) {
    self.left = left
    self.right = right
    self.comparator = comparator
    self.modifier = modifier
    self.options = options
  }
}
