public import Foundation

extension PredicateCluster where Self: NSPredicate {
  /// The predicate that a Swift predicate says, made with `#Predicate`.
  ///
  /// Apple's documentation: `NSPredicate.init(_:)`; like there, nil for what the predicate language
  /// has no form for: key paths that are no properties of a model, constants that are neither texts,
  /// numbers, dates, data, identifiers, URLs nor lists of them, operations on collections that are no
  /// texts. Here managed objects and their ids may be constants, and `!` is passed over.
  ///
  /// Difference from Apple: a Swift key path knows no names here, so the model must be in use (given
  /// to a coordinator) before.
  ///
  /// - Parameter predicate: the Swift predicate.
  public init?<Input: NSObject>(_ predicate: Predicate<Input>) {
    guard let made = (try? NSPredicate.converted(predicate)) as? Self else { return nil }
    self = made
  }
}

extension NSPredicate {
  /// ``init(_:)`` that throws what the predicate language has no form for.
  static func converted<Input: NSObject>(_ predicate: Predicate<Input>) throws -> NSPredicate {
    var converter = PredicateConverter(object: predicate.variable.key)
    return make(try converter.condition(predicate.expression))
  }
}
