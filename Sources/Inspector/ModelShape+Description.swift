package import CodeGeneration
package import CoreData

extension ModelShape {
  /// What the classes of a loaded model need.
  ///
  /// A compiled model does not say how Xcode was set to write its properties, so numbers are taken
  /// to be scalars, as Xcode does by default, and dates not.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - name: the name to give it.
  package init(_ model: NSManagedObjectModel, name: String) {
    self.init(name: name, entities: model.entities.map(EntityShape.init))
  }
}

extension EntityShape {
  init(_ entity: NSEntityDescription) {
    let inherited = Set(entity.superentity?.properties.map(\.name) ?? [])
    let own = entity.properties.filter { !inherited.contains($0.name) }
    let className = entity.managedObjectClassName?.split(separator: ".").last.map(String.init)
    self.init(
      name: entity.name ?? "", className: className == "NSManagedObject" ? nil : className,
      parent: entity.superentity?.name, isAbstract: entity.isAbstract,
      attributes: own.compactMap { ($0 as? NSAttributeDescription).map(AttributeShape.init) },
      relationships: own.compactMap {
        ($0 as? NSRelationshipDescription).map(RelationshipShape.init)
      },
      fetchedProperties: Dictionary(
        own.compactMap { property in
          (property as? NSFetchedPropertyDescription).map {
            ($0.name, $0.fetchRequest?.entityName ?? "NSManagedObject")
          }
        }, uniquingKeysWith: { first, _ in first }))
  }
}

extension AttributeShape {
  init(_ attribute: NSAttributeDescription) {
    let kind = AttributeKind(rawValue: attribute.attributeType.sourceName) ?? .undefined
    let valueClass = kind == .transformable ? attribute.attributeValueClassName : nil
    self.init(
      name: attribute.name, type: kind, isOptional: attribute.isOptional,
      usesScalar: kind != .date, valueType: valueClass == "NSObject" ? nil : valueClass)
  }
}

extension RelationshipShape {
  init(_ relationship: NSRelationshipDescription) {
    self.init(
      name: relationship.name, destination: relationship.destinationEntity?.name ?? "",
      isToMany: relationship.isToMany, isOrdered: relationship.isOrdered,
      isOptional: relationship.isOptional, inverse: relationship.inverseRelationship?.name)
  }
}
