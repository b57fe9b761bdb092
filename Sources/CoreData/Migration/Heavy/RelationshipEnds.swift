import PredicateCore

/// The to-many relationships that need not be set, because every object at their other end sets its
/// to-one by the same rule: a team's players when each player's team is set.
///
/// That holds where both ends are mapped by looking up what was made of the source's relationships,
/// these are inverses of each other in the source, each entity has one mapping (or the mapping model was
/// inferred, so that one object is made of each), and no policy of the program's own is involved.
struct RelationshipEnds {
  private var spared: Set<ObjectIdentifier> = []

  init() {}

  init(_ mappings: NSMappingModel, _ manager: NSMigrationManager) {
    let all = mappings.entityMappings ?? []
    guard let target = manager.destinationContext.modelLayout,
      let origin = manager.sourceContext.modelLayout
    else { return }
    for mapping in all {
      guard let destination = mapping.destinationEntityName.flatMap({ target.entity(named: $0) }),
        let source = mapping.sourceEntityName.flatMap({ origin.entity(named: $0) })
      else { continue }
      for property in mapping.relationshipMappings ?? [] {
        guard let toMany = property.name.flatMap({ destination.property(named: $0) }),
          let lookup = Lookup(property), let from = source.property(named: lookup.key),
          mappings.isInferred
            ? Self.isInferred(toMany, from, by: all, target)
            : Self.isSet(toMany, from, lookup, by: all, mapping, target)
        else { continue }
        spared.insert(ObjectIdentifier(property))
      }
    }
  }

  /// Whether a property mapping need not be performed.
  func spares(_ mapping: NSPropertyMapping) -> Bool { spared.contains(ObjectIdentifier(mapping)) }

  private static func isSet(
    _ toMany: PropertyLayout, _ from: PropertyLayout, _ lookup: Lookup, by all: [NSEntityMapping],
    _ owner: NSEntityMapping, _ target: ModelLayout
  ) -> Bool {
    guard toMany.kind == .toMany, toMany.inverseSlot >= 0, let members = toMany.destination,
      members.properties[toMany.inverseSlot].kind == .toOne, from.inverseSlot >= 0,
      let sourceInverse = from.destination?.properties[from.inverseSlot].name
    else { return false }
    let inverse = members.properties[toMany.inverseSlot].name
    let makers = all.filter { mapping in
      guard let name = mapping.destinationEntityName, let made = target.entity(named: name) else {
        return false
      }
      return made.number >= members.number && made.number <= members.lastNumber
    }
    guard makers.count == 1, let maker = makers.first, maker.name == lookup.mapping,
      all.filter({ $0.destinationEntityName == owner.destinationEntityName }).count == 1,
      owner.entityMigrationPolicyClassName == nil, maker.entityMigrationPolicyClassName == nil,
      let other = maker.relationshipMappings?.first(where: { $0.name == inverse }),
      let back = Lookup(other)
    else { return false }
    return back.mapping == owner.name && back.key == sourceInverse
  }

  /// In an inferred mapping model every object has at most one successor, so that it is enough that
  /// each entity at the other end takes its to-one from the inverse.
  private static func isInferred(
    _ toMany: PropertyLayout, _ from: PropertyLayout, by all: [NSEntityMapping],
    _ target: ModelLayout
  ) -> Bool {
    guard toMany.kind == .toMany, toMany.inverseSlot >= 0, let members = toMany.destination,
      members.properties[toMany.inverseSlot].kind == .toOne, from.inverseSlot >= 0,
      let sourceInverse = from.destination?.properties[from.inverseSlot],
      sourceInverse.kind == .toOne
    else { return false }
    let inverse = members.properties[toMany.inverseSlot].name
    let makers = all.filter { mapping in
      guard mapping.sourceEntityName != nil,
        let made = mapping.destinationEntityName.flatMap({ target.entity(named: $0) })
      else { return false }
      return made.number >= members.number && made.number <= members.lastNumber
    }
    return makers.allSatisfy { maker in
      maker.entityMigrationPolicyClassName == nil
        && maker.relationshipMappings?.first { $0.name == inverse }.flatMap { Lookup($0) }?.key
          == sourceInverse.name
    }
  }

  /// An expression that looks up what a mapping made of a relationship of the source.
  private struct Lookup {
    let mapping: String
    let key: String

    init?(_ property: NSPropertyMapping) {
      guard case .function(let call)? = property.valueExpression?.node,
        ["EntityMapping", "SourceRelationship"].contains(where: {
          call.name == "destinationInstancesFor\($0)Named:sourceInstances:"
        }),
        call.operand == .variable(NSMigrationManagerKey), call.arguments.count == 2,
        case .constant(.string(let mapping)) = call.arguments[0],
        case .path(.variable(NSMigrationSourceObjectKey), let keys) = call.arguments[1],
        keys.count == 1
      else { return nil }
      self.mapping = mapping
      key = keys[0]
    }
  }
}

extension NSMigrationManager {
  /// Whether the objects at the other end of a relationship set it.
  final func isSetFromTheOtherEnd(_ property: PropertyLayout, _ mapping: NSPropertyMapping) -> Bool
  {
    property.kind == .toMany && otherEnds.spares(mapping)
  }
}
