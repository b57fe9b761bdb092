extension ModelShape {
  /// Why no Core Data opens a store with the model, as far as a document tells: the library says the same
  /// of it when a store is added (`ModelConsistency`), and more.
  var contradictions: [String] {
    var faults: [String] = []
    var names: Set<String> = []
    for entity in entities {
      if !names.insert(entity.name).inserted {
        faults.append("there are two entities '\(entity.name)'")
      }
      guard !inheritsItself(entity) else {
        faults.append("the entity '\(entity.name)' inherits from itself")
        continue
      }
      if let parent = entity.parent, self.entity(parent) == nil {
        faults.append(
          "the entity '\(entity.name)' inherits from '\(parent)', which the model does not have")
      }
      faults += repeatedNames(of: entity)
      for relationship in entity.relationships {
        if let fault = fault(of: relationship, of: entity) { faults.append(fault) }
      }
    }
    return faults
  }

  private func inheritsItself(_ entity: EntityShape) -> Bool {
    var seen: Set<String> = [entity.name]
    var next = entity.parent.flatMap(self.entity)
    while let current = next {
      if !seen.insert(current.name).inserted { return true }
      next = current.parent.flatMap(self.entity)
    }
    return false
  }

  private func repeatedNames(of entity: EntityShape) -> [String] {
    let inherited = entity.parent.flatMap(self.entity).map { parent in
      let all = properties(of: parent)
      return Set(all.attributes.map(\.name) + all.relationships.map(\.name))
    }
    var seen: Set<String> = []
    return (entity.attributes.map(\.name) + entity.relationships.map(\.name)).compactMap { name in
      if !seen.insert(name).inserted {
        return "the entity '\(entity.name)' has two properties '\(name)'"
      }
      guard inherited?.contains(name) == true else { return nil }
      return "'\(entity.name).\(name)' has the name of an inherited property"
    }
  }

  private func fault(of relationship: RelationshipShape, of entity: EntityShape) -> String? {
    let place = "'\(entity.name).\(relationship.name)'"
    guard let destination = self.entity(relationship.destination) else {
      return relationship.destination.isEmpty
        ? "the relationship \(place) has no destination"
        : "the relationship \(place) leads to '\(relationship.destination)', which the model does "
          + "not have"
    }
    guard let name = relationship.inverse else { return nil }
    guard !inheritsItself(destination),
      let inverse = properties(of: destination).relationships.last(where: { $0.name == name })
    else { return "the inverse '\(name)' of \(place) is not a relationship of the destination" }
    guard inverse.inverse != relationship.name else { return nil }
    return
      "\(place) names '\(destination.name).\(name)' as its inverse, but not the other way round"
  }
}
