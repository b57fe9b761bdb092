import PredicateCore

extension MigrationOutline {
  /// The outline of a migration by a mapping model.
  ///
  /// - Parameters:
  ///   - mapping: the mapping model.
  ///   - source: the model of the data there are.
  ///   - destination: the model they are to have.
  package init(
    _ mapping: NSMappingModel, from source: NSManagedObjectModel,
    to destination: NSManagedObjectModel
  ) {
    self = MappingOutliner(mapping, source, destination).outline()
  }

  /// The source key that a property mapping takes over as it is; nil if it does something else.
  static func sourceKey(of mapping: NSPropertyMapping, isRelationship: Bool) -> String? {
    switch mapping.valueExpression?.node {
    case .path(.variable(NSMigrationSourceObjectKey), let keys)
    where keys.count == 1 && !isRelationship:
      return keys[0]
    case .function(let call)
    where isRelationship && call.name.hasPrefix("destinationInstances")
      && call.arguments.count == 2:
      guard case .path(.variable(NSMigrationSourceObjectKey), let keys) = call.arguments[1],
        keys.count == 1
      else { return nil }
      return keys[0]
    default: return nil
    }
  }
}

/// Reads off a mapping model what becomes of what.
private struct MappingOutliner {
  private let mappings: [NSEntityMapping]
  private let source: NSManagedObjectModel
  private let destination: NSManagedObjectModel

  init(
    _ mapping: NSMappingModel, _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel
  ) {
    mappings = mapping.entityMappings ?? []
    self.source = source
    self.destination = destination
  }

  func outline() -> MigrationOutline {
    var entities = mappings.compactMap(entity)
    var losses: [MigrationOutline.Loss] = []
    for entity in source.entities where !entity.isAbstract {
      let name = entity.name ?? ""
      let own = mappings.filter {
        $0.sourceEntityName == name && $0.mappingType != .addEntityMappingType
          && $0.destinationEntityName != nil
      }
      if own.isEmpty {
        if own.isEmpty, !entities.contains(where: { $0.name == name && $0.fate == .lost }) {
          entities.append(lost(entity))
        }
        losses.append(.init(entity: name, text: "all objects of \(name)"))
      } else {
        losses += unread(entity, own).map {
          .init(entity: name, text: "the values of “\($0)” of each \(name)")
        }
      }
      for mapping in own {
        if let filter = Self.filter(mapping) {
          losses.append(
            .init(entity: name, text: "the objects of \(name) for which \(filter) does not hold"))
        }
      }
    }
    return MigrationOutline(
      entities: entities, lossesByEntity: losses, refusals: refusals(), conditions: [])
  }

  private func entity(_ mapping: NSEntityMapping) -> MigrationOutline.Entity? {
    guard let name = mapping.destinationEntityName else {
      return mapping.sourceEntityName.flatMap { source.entitiesByName[$0] }.map(lost)
    }
    var notes: [String] = []
    if let policy = mapping.entityMigrationPolicyClassName { notes.append("policy \(policy)") }
    if let filter = Self.filter(mapping) { notes.append("only where \(filter)") }
    if mappings.filter({ $0.destinationEntityName == name }).count > 1 {
      notes.append("mapping \(mapping.name ?? "")")
    }
    let isNew = mapping.sourceEntityName == nil
    let properties =
      (mapping.attributeMappings ?? []).map { property($0, mapping, isRelationship: false) }
      + (mapping.relationshipMappings ?? []).map { property($0, mapping, isRelationship: true) }
      + missing(mapping)
    let isPlain =
      mapping.sourceEntityName == name && notes.isEmpty
      && properties.allSatisfy { $0.fate == .copy }
    return MigrationOutline.Entity(
      name, from: mapping.sourceEntityName, isNew ? .added : isPlain ? .copied : .changed,
      notes: notes, properties)
  }

  private func lost(_ entity: NSEntityDescription) -> MigrationOutline.Entity {
    MigrationOutline.Entity(
      entity.name ?? "", from: entity.name, .lost,
      Self.stored(entity).map {
        MigrationOutline.Property(
          $0.name, isRelationship: $0 is NSRelationshipDescription, .lost)
      })
  }

  private func property(
    _ mapping: NSPropertyMapping, _ owner: NSEntityMapping, isRelationship: Bool
  ) -> MigrationOutline.Property {
    let name = mapping.name ?? ""
    guard let expression = mapping.valueExpression else {
      return untold(name, owner, isRelationship: isRelationship)
    }
    if let key = MigrationOutline.sourceKey(of: mapping, isRelationship: isRelationship) {
      return MigrationOutline.Property(
        name, from: key, isRelationship: isRelationship, key == name ? .copy : .rename)
    }
    return MigrationOutline.Property(
      name, isRelationship: isRelationship, .change, "\(expression)")
  }

  /// A property that the mapping says nothing of: a policy may set it, else it gets its default.
  private func untold(
    _ name: String, _ owner: NSEntityMapping, isRelationship: Bool
  ) -> MigrationOutline.Property {
    if owner.entityMigrationPolicyClassName != nil {
      return MigrationOutline.Property(name, isRelationship: isRelationship, .policy)
    }
    let entity = owner.destinationEntityName.flatMap { destination.entitiesByName[$0] }
    let value = entity?.attributesByName[name]?.defaultValue.map { "\($0)" } ?? "nil"
    return MigrationOutline.Property(
      name, isRelationship: isRelationship, .default, isRelationship ? "" : value)
  }

  /// The properties of the destination that the mapping does not name.
  private func missing(_ mapping: NSEntityMapping) -> [MigrationOutline.Property] {
    guard
      let entity = mapping.destinationEntityName.flatMap({ destination.entitiesByName[$0] })
    else { return [] }
    let told = Set(
      ((mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? []))
        .compactMap(\.name))
    return Self.stored(entity).filter { !told.contains($0.name) }.map {
      untold($0.name, mapping, isRelationship: $0 is NSRelationshipDescription)
    }
  }

  /// The properties of a source entity that no mapping of it reads.
  private func unread(_ entity: NSEntityDescription, _ own: [NSEntityMapping]) -> [String] {
    // What a policy of the program's own reads nobody knows.
    if own.contains(where: { $0.entityMigrationPolicyClassName != nil }) { return [] }
    var read: Set<String> = []
    for mapping in own {
      for property in (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? []) {
        guard let node = property.valueExpression?.node else { continue }
        _ = node.rewriting { part in
          if case .path(.variable(NSMigrationSourceObjectKey), let keys) = part,
            let key = keys.first
          {
            read.insert(key)
          }
          return part
        }
      }
    }
    // A relationship is there as well when its inverse is read.
    return Self.stored(entity).filter { property in
      if read.contains(property.name) { return false }
      guard let relationship = property as? NSRelationshipDescription else { return true }
      return !isReadFromTheOtherEnd(relationship)
    }.map(\.name)
  }

  private func isReadFromTheOtherEnd(_ relationship: NSRelationshipDescription) -> Bool {
    guard let inverse = relationship.inverseRelationship,
      let other = relationship.destinationEntity
    else { return false }
    return mappings.contains { mapping in
      guard let entity = mapping.sourceEntityName.flatMap({ source.entitiesByName[$0] }),
        entity.isKindOf(entity: other)
      else { return false }
      return (mapping.relationshipMappings ?? []).contains {
        MigrationOutline.sourceKey(of: $0, isRelationship: true) == inverse.name
      }
    }
  }

  /// What the mappings ask for that the models do not have.
  private func refusals() -> [String] {
    var texts: [String] = []
    let (old, new) = (source.entityVersionHashesByName, destination.entityVersionHashesByName)
    for mapping in mappings {
      for (name, hash, hashes, which) in [
        (mapping.sourceEntityName, mapping.sourceEntityVersionHash, old, "source"),
        (mapping.destinationEntityName, mapping.destinationEntityVersionHash, new, "destination"),
      ] {
        guard let name else { continue }
        guard let known = hashes[name] else {
          texts.append(
            "The mapping “\(mapping.name ?? "")” names the \(which) entity “\(name)”, which the model "
              + "does not have.")
          continue
        }
        guard let hash, hash != known else { continue }
        texts.append(
          "The mapping “\(mapping.name ?? "")” was made for another version of the \(which) entity "
            + "“\(name)”.")
      }
    }
    return texts
  }

  /// The predicate of the mapping's fetch, nil if it takes all objects.
  private static func filter(_ mapping: NSEntityMapping) -> String? {
    guard let expression = mapping.sourceExpression else { return nil }
    guard let fetch = expression as? NSFetchRequestExpression,
      case .function(let call) = fetch.requestExpression.node,
      call.name == "fetchRequestForSourceEntityNamed:predicateString:", call.arguments.count == 2,
      case .constant(.string(let text)) = call.arguments[1]
    else { return "\(expression)" }
    return text.uppercased() == "TRUEPREDICATE" ? nil : text
  }

  private static func stored(_ entity: NSEntityDescription) -> [NSPropertyDescription] {
    entity.properties.filter {
      !$0.isTransient && !($0 is NSFetchedPropertyDescription)
        && !($0 is NSDerivedAttributeDescription)
    }
  }
}
