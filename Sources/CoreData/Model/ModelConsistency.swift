/// Checks a model for contradictions, before a coordinator uses it.
package struct ModelConsistency: Sendable, Equatable {
  /// What makes the model unusable, each a clause that names the place.
  package private(set) var faults: [String] = []

  /// What is allowed but likely a mistake, each a clause that names the place.
  package private(set) var warnings: [String] = []

  /// Checks the model.
  package init(_ model: NSManagedObjectModel) {
    checkEntities(model)
    for entity in model.entities { check(entity, in: model) }
    if !model.entities.contains(where: hasLoop),
      let fault = PropertyCountCheck.fault(model.entities)
    {
      faults.append(fault)
    }
  }

  /// Throws what makes the model unusable.
  package func throwFaults() throws(ModelError) {
    if !faults.isEmpty { throw ModelError.inconsistent(faults: faults) }
  }

  /// Names that properties must not have: they are methods of every managed object (Apple's Core
  /// Data guide forbids names of methods of `NSObject` and `NSManagedObject`).
  package static let reservedNames: Set<String> = [
    "objectID", "self", "entity", "managedObjectContext", "hash", "description", "superclass",
    "class", "isInserted", "isUpdated", "isDeleted", "isFault", "hasChanges", "faultingState",
    "copy", "zone", "retain", "release", "autorelease", "retainCount", "isProxy",
    "hasPersistentChangedValues", "observationInfo", "debugDescription", "objectWillChange",
  ]

  private mutating func checkEntities(_ model: NSManagedObjectModel) {
    var names: Set<String> = []
    for entity in model.entities {
      guard let name = entity.name, !name.isEmpty else {
        faults.append("an entity has no name")
        continue
      }
      if !names.insert(name).inserted { faults.append("there are two entities “\(name)”") }
      if let parent = entity.superentity, parent.model !== model {
        faults.append(
          "the entity “\(name)” inherits from “\(parent.name ?? "")”, which is not in the model")
      }
      for child in entity.subentities where child.model !== model {
        faults.append(
          "the entity “\(name)” has the sub-entity “\(child.name ?? "")”, which is not in the model"
        )
      }
      if hasLoop(entity) { faults.append("the entity “\(name)” inherits from itself") }
    }
  }

  private func hasLoop(_ entity: NSEntityDescription) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var next: NSEntityDescription? = entity
    while let current = next {
      if !seen.insert(ObjectIdentifier(current)).inserted { return true }
      next = current.superentity
    }
    return false
  }

  private mutating func check(_ entity: NSEntityDescription, in model: NSManagedObjectModel) {
    guard !hasLoop(entity) else { return }
    let name = entity.name ?? ""
    var seen: Set<String> = []
    var inherited: Set<String> = []
    if let parent = entity.superentity { inherited = Set(parent.properties.map(\.name)) }
    for property in entity.ownProperties {
      let place = "“\(name).\(property.name)”"
      if property.name.isEmpty { faults.append("the entity “\(name)” has a property without name") }
      if !seen.insert(property.name).inserted {
        faults.append("the entity “\(name)” has two properties “\(property.name)”")
      }
      if inherited.contains(property.name) {
        faults.append("\(place) has the name of an inherited property")
      }
      if Self.reservedNames.contains(property.name) {
        faults.append("\(place) has a reserved name, that of a method of every managed object")
      }
      if let first = property.name.first, first.isNumber {
        faults.append("\(place) begins with a digit")
      }
      switch property {
      case let relationship as NSRelationshipDescription: check(relationship, place, in: model)
      case let attribute as NSAttributeDescription: check(attribute, place)
      default: break
      }
    }
    checkConstraints(entity)
  }

  private mutating func check(_ attribute: NSAttributeDescription, _ place: String) {
    if attribute.attributeType == .undefinedAttributeType, !attribute.isTransient {
      faults.append("the attribute \(place) has no type; only a transient one may be undefined")
    }
    if let derived = attribute as? NSDerivedAttributeDescription, derived.derivation == nil {
      faults.append("the derived attribute \(place) has no derivation that can be computed")
    }
  }

  private mutating func check(
    _ relationship: NSRelationshipDescription, _ place: String, in model: NSManagedObjectModel
  ) {
    guard let destination = relationship.destinationEntity else {
      let name = relationship.sourceDestinationName.map { " “\($0)”" } ?? ""
      faults.append(
        name.isEmpty
          ? "the relationship \(place) has no destination"
          : "the relationship \(place) leads to\(name), which the model does not have")
      return
    }
    if destination.model !== model {
      faults.append(
        "the relationship \(place) leads to “\(destination.name ?? "")” of another model")
    }
    guard let inverse = relationship.inverseRelationship else {
      if let name = relationship.sourceInverseName {
        faults.append("the inverse “\(name)” of \(place) is not a relationship of the destination")
      } else {
        warnings.append("the relationship \(place) has no inverse")
      }
      return
    }
    let inversePlace = "“\(inverse.declaringEntity?.name ?? "?").\(inverse.name)”"
    if inverse.inverseRelationship !== relationship {
      faults.append(
        "\(place) names \(inversePlace) as its inverse, but not the other way round")
    }
    if let owner = inverse.declaringEntity, !destination.isKindOf(entity: owner) {
      faults.append("the inverse \(inversePlace) of \(place) is not of the destination")
    }
    if relationship.isTransient != inverse.isTransient {
      warnings.append("of \(place) and its inverse \(inversePlace) only one is transient")
    }
  }

  private mutating func checkConstraints(_ entity: NSEntityDescription) {
    let properties = entity.propertiesByName
    for constraint in entity.uniquenessConstraintNames {
      for name in constraint {
        // A path leads into a composite attribute.
        let first = String(name.split(separator: ".").first ?? "")
        if properties[first] == nil {
          faults.append(
            "the uniqueness constraint \(constraint.joined(separator: ", ")) of "
              + "“\(entity.name ?? "")” is over “\(name)”, which the entity does not have")
        }
      }
    }
  }
}
