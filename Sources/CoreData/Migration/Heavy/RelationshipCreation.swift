/// Sets the relationships of a destination object by the expressions of an entity mapping: what a
/// migration policy does unless it is overridden.
struct RelationshipCreation {
  let manager: NSMigrationManager
  let mapping: NSEntityMapping
  let policy: NSEntityMigrationPolicy

  func create(for destination: NSManagedObject) throws {
    let mappings = mapping.relationshipMappings ?? []
    guard !mappings.isEmpty else { return }
    var bindings: MigrationBindings?
    for property in mappings {
      guard let expression = manager.expressions.expression(of: property) else { continue }
      guard let target = property.name.flatMap({ destination.layout.property(named: $0) }) else {
        throw HeavyMigrationError.unknownProperty(
          mapping: mapping.name, property: property.name ?? "",
          entity: destination.layout.name)
      }
      if manager.isSetFromTheOtherEnd(target, property) { continue }
      let found =
        bindings
        ?? MigrationBindings(
          self, source: source(of: destination), destination: destination)
      bindings = found
      let value = Self.fitting(try found.value(of: property, expression), target)
      if manager.isInferred { try requireOneOwner(value, target, destination) }
      do throws(ObjectError) {
        try destination.set(value, target.name)
      } catch {
        throw HeavyMigrationError.valueRefused(
          mapping: mapping.name, property: target.name, object: destination.shortName,
          why: error.explanation)
      }
    }
  }

  /// An object that several want for themselves cannot be given to the last without a word.
  private func requireOneOwner(
    _ value: Any?, _ property: PropertyLayout, _ destination: NSManagedObject
  ) throws {
    let members =
      (value as? NSManagedObject).map { [$0] } ?? NSManagedObject.members(in: value) ?? []
    guard property.inverseSlot >= 0 else {
      if property.kind.isToMany { try note(members, property, destination) }
      return
    }
    guard let inverse = property.destination?.properties[property.inverseSlot],
      inverse.kind == .toOne
    else { return }
    for member in members {
      guard let owner = member.toOne(inverse), owner !== destination else { continue }
      throw MigrationFailure.severalOwners(
        entity: destination.layout.name, relationship: property.name)
    }
  }

  /// Notes the members of a to-many without inverse, which each can be in once.
  private func note(
    _ members: [NSManagedObject], _ property: PropertyLayout, _ destination: NSManagedObject
  ) throws {
    for member in members {
      let key = ObjectKey(entity: member.layout.rootNumber, pk: member.pk)
      let isFirst = manager.singlyOwned[
        ObjectIdentifier(property.description), default: []
      ].insert(key).inserted
      if !isFirst {
        throw MigrationFailure.severalOwners(
          entity: destination.layout.name, relationship: property.name)
      }
    }
  }

  private func source(of destination: NSManagedObject) -> NSManagedObject? {
    manager.sourceInstances(
      forEntityMappingName: mapping.name, destinationInstances: [destination]
    ).first
  }

  /// The look-up functions give arrays: a to-one takes the first object, a to-many all of them.
  private static func fitting(_ value: Any?, _ property: PropertyLayout) -> Any? {
    let members: [Any]
    switch value {
    case let array as [Any]: members = array
    case let set as NSSet: members = set.allObjects
    case let set as NSOrderedSet: members = set.array
    default: return value
    }
    switch property.kind {
    case .toOne: return members.first
    case .orderedToMany: return NSOrderedSet(array: members)
    default: return NSSet(array: members)
    }
  }
}
