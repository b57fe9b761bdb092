/// Which of two relationships of one entity, inverse to each other, names their join table.
///
/// Apple's framework goes by the order of a hash table, which is not quite known (z-format facts 29
/// and 30). An old store shows it: as long as the entity has as many properties, and the two keep
/// their names, the same one names the table in the new model.
struct JoinNames {
  /// Names for the new schema to go by; nil if it is right by itself.
  let found: FoundTables?

  init(_ matching: ModelMatching, old: SQLSchema, new: SQLSchema) {
    var tables: [String: [String]] = [:]
    for entity in matching.destinations {
      guard let origin = matching.source(of: entity),
        origin.properties.count == entity.properties.count,
        let before = old.entities[origin.name ?? ""], let after = new.entities[entity.name ?? ""]
      else { continue }
      for case let relationship as NSRelationshipDescription in entity.ownProperties {
        guard let inverse = relationship.storedInverse, inverse !== relationship,
          inverse.declaringEntity === entity,
          case .join(let now)? = after.toMany[relationship.name],
          case .join(let then)? = before.toMany[relationship.name],
          origin.relationshipsByName[relationship.name]?.storedInverse?.name == inverse.name,
          then.table.hasSuffix(relationship.name.uppercased()),
          !then.table.hasSuffix(inverse.name.uppercased())
        else { continue }
        let name = "Z_\(after.number)" + relationship.name.uppercased()
        if now.table != name { tables[name] = [] }
      }
    }
    found =
      tables.isEmpty
      ? nil
      : FoundTables(
        era: new.era, numbers: new.entities.mapValues(\.number), columns: tables)
  }
}
