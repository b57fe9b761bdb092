/// Compares entities once it is known which continues which.
struct EntityComparison {
  private let matching: ModelMatching
  private let properties: PropertyComparison
  /// The root of the old table that each new table continues, by the new root.
  private var oldRoots: [ObjectIdentifier: NSEntityDescription] = [:]

  init(_ matching: ModelMatching) {
    self.matching = matching
    properties = PropertyComparison(matching)
    for entity in matching.destinations {
      let root = ObjectIdentifier(entity.rootEntity)
      guard let source = matching.source(of: entity), oldRoots[root] == nil else { continue }
      oldRoots[root] = source.rootEntity
    }
  }

  /// What becomes of an entity of the new model.
  func difference(to destination: NSEntityDescription) -> EntityDifference {
    guard let source = matching.source(of: destination) else { return addition(of: destination) }
    let name = destination.name ?? ""
    var compared: [PropertyDifference] = []
    var refusals = hierarchyRefusals(source, destination)
    var losses: [MigrationLoss] = []
    var conditions: [MigrationCondition] = []
    let pairs = matching.properties(of: destination)
    for (old, new) in pairs?.pairs ?? [] {
      guard let old else {
        compared.append(addition(of: new))
        conditions += properties.conditions(of: new, entity: name)
        continue
      }
      let result = properties.compare(old, new, from: source, to: destination)
      compared.append(result.difference)
      if let refusal = result.refusal { refusals.append(refusal) }
      if let loss = result.loss { losses.append(loss) }
      if old.isOptional { conditions += properties.conditions(of: new, entity: name) }
    }
    for old in pairs?.removed ?? [] {
      compared.append(removal(of: old))
      losses.append(loss(of: old, in: source))
    }
    let changes = changes(source, destination)
    conditions += constraintConditions(source, destination)
    if changes.contains(.becameAbstract) { conditions.append(.isEmpty(entity: name)) }
    return EntityDifference(
      sourceName: source.name, destinationName: name,
      kind: source.versionHash == destination.versionHash ? .copied : .transformed,
      changes: changes, properties: compared, refusals: refusals,
      // Of an abstract entity there are no objects that could lose anything.
      losses: source.isAbstract ? [] : losses,
      conditions: conditions)
  }

  /// What becomes of an entity of the old model that no new one continues.
  func removal(of source: NSEntityDescription) -> EntityDifference {
    EntityDifference(
      sourceName: source.name, destinationName: nil, kind: .removed, changes: [],
      properties: PropertyMatching.stored(source).map(removal), refusals: [],
      losses: source.isAbstract
        ? []
        : [
          MigrationLoss(
            entity: source.name ?? "", property: nil,
            text: "all objects of the entity \(source.name ?? "") itself")
        ],
      conditions: [])
  }

  private func addition(of destination: NSEntityDescription) -> EntityDifference {
    EntityDifference(
      sourceName: nil, destinationName: destination.name, kind: .added, changes: [],
      properties: PropertyMatching.stored(destination).map(addition), refusals: [], losses: [],
      conditions: [])
  }

  private func addition(of new: NSPropertyDescription) -> PropertyDifference {
    PropertyDifference(
      sourceName: nil, destinationName: new.name,
      isRelationship: new is NSRelationshipDescription,
      kind: .added(defaultValue: PropertyComparison.defaultText(new)),
      changes: PropertyComparison.derivation(of: new))
  }

  private func removal(of old: NSPropertyDescription) -> PropertyDifference {
    PropertyDifference(
      sourceName: old.name, destinationName: nil,
      isRelationship: old is NSRelationshipDescription, kind: .removed, changes: [])
  }

  private func loss(
    of old: NSPropertyDescription, in source: NSEntityDescription
  ) -> MigrationLoss {
    let entity = source.name ?? ""
    return MigrationLoss(
      entity: entity, property: old.name,
      text: old is NSRelationshipDescription
        ? "which objects stand at “\(old.name)” of each \(entity)"
        : "the values of “\(old.name)” of each \(entity)")
  }

  private func changes(
    _ source: NSEntityDescription, _ destination: NSEntityDescription
  ) -> [EntityChange] {
    var changes: [EntityChange] = []
    if source.name != destination.name { changes.append(.renamed(from: source.name ?? "")) }
    let parent = source.superentity.flatMap { matching.destination(of: $0) }
    if (source.superentity == nil) != (destination.superentity == nil)
      || parent !== destination.superentity
    {
      changes.append(.parent(from: source.superentity?.name, to: destination.superentity?.name))
    }
    if source.isAbstract != destination.isAbstract {
      changes.append(destination.isAbstract ? .becameAbstract : .becameConcrete)
    }
    let (old, new) = (source.uniquenessConstraintNames, destination.uniquenessConstraintNames)
    if old != new { changes.append(.constraints(from: old, to: new)) }
    if source.versionHashModifier != destination.versionHashModifier { changes.append(.modifier) }
    return changes
  }

  /// The constraints that the rows have not been held to so far.
  private func constraintConditions(
    _ source: NSEntityDescription, _ destination: NSEntityDescription
  ) -> [MigrationCondition] {
    let pairs = matching.properties(of: destination)
    let known = Set(source.uniquenessConstraintNames)
    return destination.uniquenessConstraintNames.compactMap { names in
      let old = names.map { name in
        destination.propertiesByName[name].flatMap { pairs?.source(of: $0) }?.name ?? ""
      }
      return known.contains(old)
        ? nil : .isUnique(entity: destination.name ?? "", properties: names)
    }
  }

  /// Two tables cannot become one, since their keys would clash: Apple's article says that entities
  /// without a common ancestor cannot get one.
  private func hierarchyRefusals(
    _ source: NSEntityDescription, _ destination: NSEntityDescription
  ) -> [MigrationRefusal] {
    let root = destination.rootEntity
    guard let expected = oldRoots[ObjectIdentifier(root)], expected !== source.rootEntity else {
      return []
    }
    let names = "“\(expected.name ?? "")” and “\(source.rootEntity.name ?? "")”"
    return [
      MigrationRefusal(
        entity: destination.name ?? "", property: nil,
        reason: "Source entities have no common ancestor, destination entities have one",
        explanation: "The hierarchies of \(names) cannot become one, that of "
          + "“\(root.name ?? "")”: objects of both have the same keys. Keep them apart, or write a "
          + "mapping model.")
    ]
  }
}
