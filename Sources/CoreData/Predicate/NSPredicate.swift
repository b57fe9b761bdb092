public import Foundation
package import PredicateCore
import Synchronization

/// A condition that an object fulfils or not: the filter of a fetch request.
///
/// A text in Apple's predicate format language, a block, or a compound of others. Values of this
/// class are comparison predicates, compound predicates, or plain ones (constants and blocks).
/// Apple's documentation: `NSPredicate`.
///
/// `@unchecked Sendable`: the tree is immutable and Sendable, and subclasses add no state here.
open class NSPredicate: NSObject, NSCopying, NSSecureCoding, PredicateCluster, @unchecked Sendable {
  /// What the predicate says.
  package final let node: PredicateNode

  private final let compilation = Mutex<CompiledPredicate?>(nil)

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
    return node == other.node || node.canonical == other.node.canonical
  }

  /// A hash of what the predicate says.
  open override var hash: Int { node.canonical.hashValue }

  /// The predicate itself: it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether an object fulfils the predicate.
  /// - Parameter object: a managed object, dictionary, collection or plain value; nil is allowed.
  open func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }

  /// Whether an object fulfils the predicate, with values for its variables (B009).
  ///
  /// Where Apple's framework raises an exception (a key that does not exist, two bounds missing
  /// in `BETWEEN`), this is misuse; `matches(_:variables:)` throws instead.
  /// - Parameters:
  ///   - object: a managed object, dictionary, collection or plain value; nil is allowed.
  ///   - bindings: values by variable name, without dollar signs.
  open func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    do {
      return try matches(object, variables: bindings)
    } catch {
      misuse("\(self) cannot be evaluated: \(error)")
    }
  }

  /// Whether an object fulfils the predicate, throwing where `evaluate` would stop the program.
  /// - Throws: `PredicateEvaluationError`, or what the object throws for a key.
  package final func matches(_ object: Any?, variables: [String: Any]? = nil) throws -> Bool {
    try compiled.matches(
      PredicateValue(object), bindings: variables?.mapValues { PredicateValue($0) } ?? [:])
  }

  /// The predicate made ready to be asked many times.
  package final var compiled: CompiledPredicate {
    compilation.withLock { known in
      if let known { return known }
      let made = CompiledPredicate(node)
      known = made
      return made
    }
  }

  /// The predicate with its variables replaced by values; variables without one stay (B009).
  /// - Parameter variables: values by variable name, without dollar signs.
  open func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    let made = NSPredicate.make(
      node.substituting(variables.mapValues { PredicateValue($0) }))
    guard let same = made as? Self else {
      misuse("\(type(of: self)) must override withSubstitutionVariables(_:)")
    }
    return same
  }

  /// Does nothing; on Apple's platforms it permits the use of a decoded predicate.
  open func allowEvaluation() {}

  /// Whether secure coding is supported: yes.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the canonical text. A predicate with a block or an object has none.
  /// - Parameter coder: a keyed archiver.
  open func encode(with coder: NSCoder) {
    coder.encode(NSString(string: predicateFormat), forKey: "NSPredicateFormat")
  }

  /// Reads what `encode(with:)` wrote; nil if it is not a predicate.
  /// - Parameter coder: a keyed unarchiver.
  public required init?(coder: NSCoder) {
    guard let node = Self.decodeNode(coder) else { return nil }
    self.node = node
    super.init()
  }

  final class func decodeNode(_ coder: NSCoder) -> PredicateNode? {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "NSPredicateFormat") else {
      return nil
    }
    return try? PredicateParser.predicate("\(text)")
  }
}

/// What lets `NSPredicate(format:)` give a comparison or compound predicate, as on Apple's
/// platforms: an initialiser of a protocol extension can return another object than a new one.
public protocol PredicateCluster {}
