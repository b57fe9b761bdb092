/// What must hold of the old rows, entity by entity; asked before anything is changed.
struct MigrationChecks {
  let map: MigrationMap

  init(_ map: MigrationMap) { self.map = map }

  /// The questions for the entities of one table.
  func checks(_ members: [(new: SQLEntity, old: SQLEntity)]) -> [MigrationCheck] {
    members.flatMap { member -> [MigrationCheck] in
      guard let entity = map.description(member.new) else { return [] }
      var checks: [MigrationCheck] = []
      if entity.isAbstract, let source = map.matching.source(of: entity), !source.isAbstract {
        checks.append(
          MigrationCheck(
            sql: rows(of: member.old) + " LIMIT 1", failure: .abstract(entity: member.new.name)))
      }
      for property in PropertyMatching.stored(entity) {
        switch property {
        case let attribute as NSAttributeDescription:
          checks += missing(attribute, entity, member.old).map { [$0] } ?? []
        case let relationship as NSRelationshipDescription where !relationship.isToMany:
          checks += shared(relationship, entity, member.old).map { [$0] } ?? []
        default: break
        }
      }
      return checks + sharedOwners(entity, member.old)
    }
  }

  private func rows(of old: SQLEntity) -> String {
    "SELECT s.Z_PK FROM \(OldName.of(old.table)) s WHERE s.Z_ENT = \(old.number)"
  }

  /// Rows without a value for an attribute that is required from now on (case B081).
  private func missing(
    _ attribute: NSAttributeDescription, _ entity: NSEntityDescription, _ old: SQLEntity
  ) -> MigrationCheck? {
    let source = map.source(of: attribute, in: entity)
    guard !attribute.isOptional, attribute.defaultValue == nil, source?.isOptional ?? true,
      !(attribute is NSDerivedAttributeDescription),
      attribute.attributeType != .compositeAttributeType
    else { return nil }
    let column = source.flatMap { map.column($0.name, of: old)?.name }
    return MigrationCheck(
      sql: rows(of: old) + (column.map { " AND s.\($0) IS NULL" } ?? "") + " LIMIT 1",
      failure: .missingValue(entity: entity.name ?? "", attribute: attribute.name))
  }

  /// Objects at the other end of a to-one that would have to lead to several objects.
  private func shared(
    _ relationship: NSRelationshipDescription, _ entity: NSEntityDescription, _ old: SQLEntity
  ) -> MigrationCheck? {
    guard map.source(of: relationship, in: entity) == nil,
      let inverse = relationship.storedInverse, let source = map.sources(of: inverse).first
    else { return nil }
    return several(source, entity.name ?? "", relationship.name)
  }

  private func sharedOwners(
    _ entity: NSEntityDescription, _ old: SQLEntity
  ) -> [MigrationCheck] {
    entity.relationships.compactMap { relationship in
      guard relationship.isToMany, !relationship.isTransient, relationship.storedInverse == nil,
        let source = map.source(of: relationship, in: entity)
      else { return nil }
      return several(source, entity.name ?? "", relationship.name)
    }
  }

  /// Objects that several others have at the other end of an old relationship.
  private func several(
    _ source: NSRelationshipDescription, _ entity: String, _ name: String
  ) -> MigrationCheck? {
    let member: String
    let table: String
    switch map.place(of: source) {
    case .ownerRow(let place, let column)?: (table, member) = (place, column.name)
    case .join(let join)?: (table, member) = (join.table, join.otherColumn)
    case .memberRow?, nil: return nil
    }
    return MigrationCheck(
      sql: "SELECT s.\(member) FROM \(OldName.of(table)) s WHERE s.\(member) IS NOT NULL "
        + "GROUP BY s.\(member) HAVING COUNT(*) > 1 LIMIT 1",
      failure: .severalOwners(entity: entity, relationship: name))
  }
}
