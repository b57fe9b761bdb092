/// An attribute whose value the store computes from other values when an object is saved.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  // @unchecked Sendable: as NSPropertyDescription.

  /// How the value is computed: a key path, `canonical:`, `lowercase:` or `uppercase:` of one, an
  /// aggregate over a to-many relationship such as `pages.@count`, or `now()`.
  public var derivationExpression: NSExpression? { willSet { requireMutable() } }

  /// The derivation taken apart; nil if there is none or it is of no form that can derive.
  package final var derivation: Derivation? {
    derivationExpression.flatMap { Derivation($0.node) }
  }

  /// Creates a derived attribute; the framework writes it, so it is read-only (mom-survey).
  public required init() {
    super.init()
    isReadOnly = true
  }
}
