extension NSEntityDescription {
  /// The properties by name, inherited ones included.
  public var propertiesByName: [String: NSPropertyDescription] { tables.propertiesByName }

  /// The attributes by name, inherited ones included.
  public var attributesByName: [String: NSAttributeDescription] { tables.attributesByName }

  /// The relationships by name, inherited ones included.
  public var relationshipsByName: [String: NSRelationshipDescription] {
    tables.relationshipsByName
  }

  /// The direct sub-entities by name.
  public var subentitiesByName: [String: NSEntityDescription] {
    subentities.reduce(into: [:]) { $0[$1.name ?? ""] = $1 }
  }

  /// The relationships, inherited ones included, whose destination is the given entity.
  ///
  /// - Parameter entity: the destination looked for.
  public func relationships(
    forDestination entity: NSEntityDescription
  ) -> [NSRelationshipDescription] {
    tables.relationships.filter { $0.destinationEntity === entity }
  }

  /// The attributes, inherited ones first, in the order of declaration.
  package final var attributes: [NSAttributeDescription] { tables.attributes }

  /// The relationships, inherited ones first, in the order of declaration.
  package final var relationships: [NSRelationshipDescription] { tables.relationships }

  /// The ancestor without super-entity: the owner of the table in an SQLite store.
  package final var rootEntity: NSEntityDescription {
    var entity = self
    while let parent = entity.superentity { entity = parent }
    return entity
  }

  /// The uniqueness constraints as lists of attribute names.
  package final var uniquenessConstraintNames: [[String]] {
    uniquenessConstraints.map { $0.compactMap(Self.propertyName) }
  }

  /// The compound indexes as lists of property names.
  package final var compoundIndexNames: [[String]] {
    compoundIndexes.map { $0.compactMap(Self.propertyName) }
  }

  private static func propertyName(_ item: Any) -> String? {
    if let name = item as? String { return name }
    return (item as? NSPropertyDescription)?.name
  }
}

/// The tables of an entity: computed anew on each use while the entity may change, once when it is
/// frozen.
package final class EntityTables: Sendable {
  /// All properties, inherited ones first.
  package let properties: [NSPropertyDescription]
  /// The attributes among them.
  package let attributes: [NSAttributeDescription]
  /// The relationships among them.
  package let relationships: [NSRelationshipDescription]
  /// All properties by name.
  package let propertiesByName: [String: NSPropertyDescription]
  /// The attributes by name.
  package let attributesByName: [String: NSAttributeDescription]
  /// The relationships by name.
  package let relationshipsByName: [String: NSRelationshipDescription]

  init(_ entity: NSEntityDescription) {
    var chain: [NSEntityDescription] = []
    var next: NSEntityDescription? = entity
    while let current = next {
      chain.append(current)
      next = current.superentity
    }
    properties = chain.reversed().flatMap(\.ownProperties)
    attributes = properties.compactMap { $0 as? NSAttributeDescription }
    relationships = properties.compactMap { $0 as? NSRelationshipDescription }
    propertiesByName = Self.byName(properties)
    attributesByName = Self.byName(attributes)
    relationshipsByName = Self.byName(relationships)
  }

  private static func byName<P: NSPropertyDescription>(_ list: [P]) -> [String: P] {
    Dictionary(list.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
  }
}

extension NSEntityDescription {
  /// The entity's tables, kept if it is frozen.
  package final var tables: EntityTables { frozenTables ?? EntityTables(self) }
}
