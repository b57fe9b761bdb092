/// Makes one model of several.
enum ModelMerger {
  /// Merges models. Entities of the same name must have the same version hash; the first is taken.
  ///
  /// - Throws: `ModelError.cannotMerge` for two different entities of a name, with Apple's words.
  static func merge(_ models: [NSManagedObjectModel]) throws(ModelError) -> NSManagedObjectModel {
    var chosen: [NSEntityDescription] = []
    var owners: [String: NSEntityDescription] = [:]
    for model in models {
      for entity in model.entities {
        let name = entity.name ?? ""
        guard let other = owners[name] else {
          owners[name] = entity
          chosen.append(entity)
          continue
        }
        guard other.versionHash == entity.versionHash else {
          throw ModelError.cannotMerge(
            reason: "there are two different entities named “\(name)”")
        }
      }
    }
    var copier = ModelCopier()
    let merged = NSManagedObjectModel()
    let copies = copier.copy(chosen)
    let byName = Dictionary(
      copies.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    for (original, copy) in zip(chosen, copies) { reconnect(copy, original, byName) }
    merged.entities = copies
    for model in models { addParts(of: model, to: merged, byName) }
    return merged
  }

  /// What led to an entity that another model's twin replaced leads to the twin's copy.
  private static func reconnect(
    _ copy: NSEntityDescription, _ original: NSEntityDescription,
    _ byName: [String: NSEntityDescription]
  ) {
    if copy.superentity == nil, let parent = original.superentity?.name.flatMap({ byName[$0] }) {
      parent.subentities.append(copy)
    }
    for case let relationship as NSRelationshipDescription in copy.ownProperties {
      guard let name = relationship.destinationName, let destination = byName[name] else {
        continue
      }
      let inverse = relationship.inverseName
      relationship.destinationEntity = destination
      relationship.inverseRelationship = inverse.flatMap { destination.relationshipsByName[$0] }
    }
  }

  private static func addParts(
    of model: NSManagedObjectModel, to merged: NSManagedObjectModel,
    _ byName: [String: NSEntityDescription]
  ) {
    for (name, members) in model.entitiesByConfiguration {
      let known = merged.entitiesByConfiguration[name] ?? []
      let added = members.compactMap { $0.name.flatMap { byName[$0] } }
        .filter { entity in !known.contains { $0 === entity } }
      merged.entitiesByConfiguration[name] = known + added
    }
    for (name, request) in model.templates where merged.templates[name] == nil {
      let copy = NSManagedObjectModel.copy(request)
      if let entity = copy.entityName.flatMap({ byName[$0] }) { copy.pieces.entity = entity }
      merged.templates[name] = copy
    }
    merged.versionIdentifiers.formUnion(model.versionIdentifiers)
    if let texts = model.localizationDictionary {
      merged.localizationDictionary = (merged.localizationDictionary ?? [:])
        .merging(texts) { first, _ in first }
    }
  }
}
