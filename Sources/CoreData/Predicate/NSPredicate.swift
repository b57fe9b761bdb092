public import Foundation
package import PredicateCore

/// A condition that an object fulfils or not: the filter of a fetch request.
///
/// A text in Apple's predicate format language, a block, or a compound of others. Values of this
/// class are comparison predicates, compound predicates, or plain ones (constants and blocks).
/// Apple's documentation: `NSPredicate`.
///
/// `@unchecked Sendable`: the tree is immutable and Sendable, and subclasses add no state here.
open class NSPredicate: NSObject, NSCopying, PredicateCluster, @unchecked Sendable {
  /// What the predicate says.
  package final let node: PredicateNode

  package init(node: PredicateNode) {
    self.node = node
    super.init()
  }

  /// A predicate that is always true; the starting point of a subclass that overrides
  /// `evaluate(with:substitutionVariables:)`.
  public override init() {
    node = .constant(true)
    super.init()
  }

  /// A predicate that is true, or false, for every object.
  /// - Parameter value: the answer it always gives.
  public convenience init(value: Bool) {
    self.init(node: .constant(value))
  }

  /// A predicate that asks a block. It works in memory only; an SQLite store refuses it.
  /// - Parameter block: gets the object and the substitution variables.
  public convenience init(block: @escaping @Sendable (Any?, [String: Any]?) -> Bool) {
    self.init(
      node: .block(
        PredicateBlock { object, bindings in
          block(object.boxed, bindings.isEmpty ? nil : bindings.mapValues { $0.boxed ?? NSNull() })
        }))
  }

  /// The predicate in canonical form: parsing it again gives an equal one (B001).
  open var predicateFormat: String { "\(node)" }

  /// The canonical form.
  open override var description: String { predicateFormat }

  /// Whether the other object is a predicate that says the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPredicate else { return false }
    return node == other.node
  }

  /// A hash of what the predicate says.
  open override var hash: Int { node.hashValue }

  /// The predicate itself: it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Does nothing; on Apple's platforms it permits the use of a decoded predicate.
  open func allowEvaluation() {}
}

/// What lets `NSPredicate(format:)` give a comparison or compound predicate, as on Apple's
/// platforms: an initialiser of a protocol extension can return another object than a new one.
public protocol PredicateCluster {}
