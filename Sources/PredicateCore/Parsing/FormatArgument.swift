/// What takes the place of a `%@` or `%K` in a format.
package enum FormatArgument: Sendable {
  case value(PredicateValue)
  case expression(ExpressionNode)
  case predicate(PredicateNode)
}
