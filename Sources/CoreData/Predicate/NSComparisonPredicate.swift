public import Foundation
package import PredicateCore

/// A predicate that compares the values of two expressions.
///
/// Apple's documentation: `NSComparisonPredicate`. Custom selectors do not exist without the
/// Objective-C runtime; use a block predicate.
open class NSComparisonPredicate: NSPredicate, @unchecked Sendable {
  // @unchecked Sendable: constant, as NSPredicate.

  /// How to compare.
  public enum Operator: UInt, Sendable {
    /// `<`
    case lessThan = 0
    /// `<=`
    case lessThanOrEqualTo = 1
    /// `>`
    case greaterThan = 2
    /// `>=`
    case greaterThanOrEqualTo = 3
    /// `==`
    case equalTo = 4
    /// `!=`
    case notEqualTo = 5
    /// `MATCHES`, a regular expression for the whole text (B011).
    case matches = 6
    /// `LIKE`, a pattern with `*` and `?` (B010).
    case like = 7
    /// `BEGINSWITH`
    case beginsWith = 8
    /// `ENDSWITH`
    case endsWith = 9
    /// `IN`, also of a text in a text (B016).
    case `in` = 10
    /// A method of the left side; refused, for want of the Objective-C runtime.
    case customSelector = 11
    /// `CONTAINS` (B016).
    case contains = 99
    /// `BETWEEN`, both ends included (B017).
    case between = 100
  }

  /// Whether to compare the value, or the members of a collection.
  public enum Modifier: UInt, Sendable {
    /// The values themselves.
    case direct = 0
    /// `ALL`: every member of the left side (B018).
    case all = 1
    /// `ANY`: some member of the left side (B018).
    case any = 2
  }

  /// How to compare strings.
  public struct Options: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// The options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `[c]`: case does not count.
    public static let caseInsensitive = Options(rawValue: 1)
    /// `[d]`: diacritics do not count (B012).
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// `[n]`: the texts need no folding.
    public static let normalized = Options(rawValue: 4)
  }

  /// The comparison itself.
  package final let comparison: Comparison

  package init(comparison: Comparison) {
    self.comparison = comparison
    super.init(node: .comparison(comparison))
  }

  /// A comparison of two expressions.
  /// - Parameters:
  ///   - leftExpression: the left side.
  ///   - rightExpression: the right side.
  ///   - modifier: whether the left side is a collection to be compared member by member.
  ///   - type: the operator; `.customSelector` is refused.
  ///   - options: how strings are compared.
  public init(
    leftExpression: NSExpression, rightExpression: NSExpression, modifier: Modifier,
    type: Operator, options: Options = []
  ) {
    guard let comparator = ComparisonOperator(rawValue: type.rawValue) else {
      misuse("a comparison by custom selector needs the Objective-C runtime; use a block predicate")
    }
    comparison = Comparison(
      leftExpression.node, comparator, rightExpression.node,
      modifier: ComparisonModifier(rawValue: modifier.rawValue) ?? .direct,
      options: StringOptions(rawValue: options.rawValue))
    super.init(node: .comparison(comparison))
  }

  /// Reads what `encode(with:)` wrote; nil if it is not a comparison.
  /// - Parameter coder: a keyed unarchiver.
  public required convenience init?(coder: NSCoder) {
    guard let node = Self.decodeNode(coder), case .comparison(let comparison) = node else {
      return nil
    }
    self.init(comparison: comparison)
  }

  /// The left side.
  open var leftExpression: NSExpression { NSExpression(node: comparison.left) }

  /// The right side.
  open var rightExpression: NSExpression { NSExpression(node: comparison.right) }

  /// The operator.
  open var predicateOperatorType: Operator {
    Operator(rawValue: comparison.comparator.rawValue) ?? .equalTo
  }

  /// Direct, any or all.
  open var comparisonPredicateModifier: Modifier {
    Modifier(rawValue: comparison.modifier.rawValue) ?? .direct
  }

  /// How strings are compared.
  open var options: Options { Options(rawValue: comparison.options.rawValue) }
}
