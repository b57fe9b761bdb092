/// A predicate given as code. Two are equal when they are the same one.
package final class PredicateBlock: Sendable, Hashable {
  package typealias Body = @Sendable (PredicateValue, [String: PredicateValue]) throws -> Bool

  package let body: Body
  /// What the canonical text shows.
  package let label: String

  package init(label: String = "BLOCKPREDICATE", _ body: @escaping Body) {
    self.body = body
    self.label = label
  }

  package static func == (left: PredicateBlock, right: PredicateBlock) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An expression given as code: evaluated object, evaluated arguments,
/// bindings. Two are equal when they are the same one.
package final class ExpressionBlock: Sendable, Hashable {
  package typealias Body =
    @Sendable (PredicateValue, [PredicateValue], [String: PredicateValue]) throws -> PredicateValue

  package let arguments: [ExpressionNode]
  package let body: Body
  /// What the canonical text shows.
  package let label: String

  package init(
    arguments: [ExpressionNode], label: String = "BLOCK", _ body: @escaping Body
  ) {
    self.arguments = arguments
    self.body = body
    self.label = label
  }

  package static func == (left: ExpressionBlock, right: ExpressionBlock) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
