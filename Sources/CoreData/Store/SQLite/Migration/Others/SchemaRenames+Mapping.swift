extension SchemaRenames {
  /// The names after a migration by copying: an attribute that takes its value over as it is goes on
  /// as the column of the new one.
  init(
    _ mapping: NSMappingModel, _ found: FoundTables, _ old: SQLSchema, _ new: SQLSchema
  ) {
    let names = Set(old.tables.map(\.name))
    self.init(found.columns.filter { names.contains($0.key) })
    let pairs = (mapping.entityMappings ?? []).compactMap { mapping in
      old.entities[mapping.sourceEntityName ?? ""].flatMap { from in
        new.entities[mapping.destinationEntityName ?? ""].map { (mapping, from, $0) }
      }
    }
    let sameFirst =
      pairs.filter { $0.1.table == $0.2.table } + pairs.filter { $0.1.table != $0.2.table }
    for (_, from, to) in sameFirst { note(from.table, as: to.table) }
    for (mapping, from, to) in sameFirst {
      for property in mapping.attributeMappings ?? [] {
        guard let key = MigrationOutline.sourceKey(of: property, isRelationship: false) else {
          continue
        }
        note(from.columns[key], to.columns[property.name ?? ""], from, to)
      }
      for property in mapping.relationshipMappings ?? [] {
        guard let key = MigrationOutline.sourceKey(of: property, isRelationship: true) else {
          continue
        }
        let name = property.name ?? ""
        note(from.columns[key], to.columns[name], from, to)
        guard case .join(let before)? = from.toMany[key], case .join(let after)? = to.toMany[name]
        else { continue }
        note(before.table, as: after.table)
        note(before.ownColumn, of: before.table, as: after.ownColumn, in: after.table)
        note(before.otherColumn, of: before.table, as: after.otherColumn, in: after.table)
      }
    }
    // What a mapping computes, or leaves to a policy, goes on under its name.
    for (_, from, to) in sameFirst {
      for name in from.columns.keys.sorted() {
        note(from.columns[name], to.columns[name], from, to)
      }
    }
  }

  private mutating func note(
    _ old: SQLColumn?, _ new: SQLColumn?, _ from: SQLEntity, _ to: SQLEntity
  ) {
    guard let old, let new else { return }
    note(old.name, of: from.table, as: new.name, in: to.table)
    if let before = old.entityKeyColumn, let after = new.entityKeyColumn {
      note(before, of: from.table, as: after, in: to.table)
    }
    if let before = old.orderColumn, let after = new.orderColumn {
      note(before, of: from.table, as: after, in: to.table)
    }
  }
}
