/// The description of a relationship from one entity to another (or to itself).
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked Sendable: as NSPropertyDescription.

  /// The entity of the objects at the other end.
  public var destinationEntity: NSEntityDescription? {
    get { destination.entity }
    set {
      requireMutable()
      destination.entity = newValue
    }
  }
  private final var destination = EntityReference()

  /// The relationship that leads back, nil if there is none. Set it on both sides.
  public weak var inverseRelationship: NSRelationshipDescription? { willSet { requireMutable() } }

  /// The largest number of objects: 1 makes a to-one, 0 a to-many without limit.
  public var maxCount: Int = 0 { willSet { requireMutable() } }

  /// The smallest number of objects, checked on saving; 0 for no limit.
  public var minCount: Int = 0 { willSet { requireMutable() } }

  /// What happens at the other end when the owner is deleted. Nullify unless told.
  public var deleteRule: NSDeleteRule = .nullifyDeleteRule { willSet { requireMutable() } }

  /// Whether a to-many keeps its objects in order.
  public var isOrdered: Bool = false { willSet { requireMutable() } }

  /// Whether more than one object may stand at the other end: any `maxCount` but 1
  /// (model-archive §1: unlimited is 0; -1 occurs too).
  public var isToMany: Bool { maxCount != 1 }

  /// Whether the relationship is its own inverse, like a friendship.
  package final var isSelfInverse: Bool { inverseRelationship === self }

  /// The destination as the model's source names it, for a destination that is not in the model.
  package final var sourceDestinationName: String?

  /// The inverse as the model's source names it, for an inverse that is not in the model.
  package final var sourceInverseName: String?

  /// The name of the destination entity.
  package final var destinationName: String? { destinationEntity?.name ?? sourceDestinationName }

  /// The name of the inverse relationship.
  package final var inverseName: String? { inverseRelationship?.name ?? sourceInverseName }
}
