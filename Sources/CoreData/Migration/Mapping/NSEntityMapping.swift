/// Says which objects of the source become objects of one entity of the destination, and how.
///
/// Apple's documentation: `NSEntityMapping`. Entities are named, not referred to;
/// `NSMigrationManager` finds them in its models.
open class NSEntityMapping: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable: changed by one owner while the mapping model is built, read from then on.

  private var givenName: String?

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// A name that tells the mapping apart from the others of its model; `SOURCE->DESTINATION`
  /// unless set (documented). Declared as Apple declares it.
  open var name: String! {
    get { givenName ?? "\(sourceEntityName ?? "")->\(destinationEntityName ?? "")" }
    set { givenName = newValue }
  }

  /// What the mapping does.
  open var mappingType: NSEntityMappingType = .undefinedEntityMappingType

  /// The entity of the source objects; nil for a mapping that adds an entity.
  open var sourceEntityName: String?

  /// The version hash that the source entity must have; nil for any.
  open var sourceEntityVersionHash: Data?

  /// The entity of the objects that are made; nil for a mapping that removes an entity.
  open var destinationEntityName: String?

  /// The version hash that the destination entity must have; nil for any.
  open var destinationEntityVersionHash: Data?

  /// How attributes get their values.
  open var attributeMappings: [NSPropertyMapping]?

  /// How relationships get their values.
  open var relationshipMappings: [NSPropertyMapping]?

  /// Gives the source objects, most often a `NSFetchRequestExpression`; nil for all objects of
  /// the source entity, without those of its sub-entities.
  open var sourceExpression: NSExpression?

  /// Notes of the mapping's author, for migration policies.
  open var userInfo: [AnyHashable: Any]?

  /// The subclass of ``NSEntityMigrationPolicy`` that does the work; nil for that class itself.
  open var entityMigrationPolicyClassName: String?

  /// Creates a mapping that names nothing.
  public required override init() {}

  /// A copy that may be changed, with copies of its property mappings.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.givenName = givenName
    copy.mappingType = mappingType
    copy.sourceEntityName = sourceEntityName
    copy.sourceEntityVersionHash = sourceEntityVersionHash
    copy.destinationEntityName = destinationEntityName
    copy.destinationEntityVersionHash = destinationEntityVersionHash
    copy.attributeMappings = attributeMappings?.compactMap { $0.copy() as? NSPropertyMapping }
    copy.relationshipMappings = relationshipMappings?.compactMap { $0.copy() as? NSPropertyMapping }
    copy.sourceExpression = sourceExpression
    copy.userInfo = userInfo
    copy.entityMigrationPolicyClassName = entityMigrationPolicyClassName
    return copy
  }

  /// The mapping in a line, and a line for each property.
  open override var description: String {
    let properties = (attributeMappings ?? []) + (relationshipMappings ?? [])
    let head =
      "\(name ?? ""): \(sourceEntityName ?? "nothing") -> "
      + (destinationEntityName ?? "nothing")
    return ([head] + properties.map { "  \($0)" }).joined(separator: "\n")
  }
}
