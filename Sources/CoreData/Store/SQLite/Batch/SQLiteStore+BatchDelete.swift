import Foundation
import SQLiteDriver

/// Deleting rows without objects.
extension SQLiteStore {
  package func delete(_ batch: BatchDelete) throws -> BatchOutcome {
    var deletion = BatchDeletion(store: self)
    switch batch.selection {
    case .fetch(let plan): try deletion.spread(from: Array(fetchKeys(plan)))
    case .keys(let keys): try deletion.spread(from: existing(keys))
    }
    guard !deletion.keys.isEmpty else { return BatchOutcome() }
    try deletion.checkDenials()
    var changes = HistoryChanges()
    if let history {
      for key in deletion.keys {
        try history.note(
          deletionOf: model.entity(number: key.entity), pk: key.pk, in: &changes)
      }
    }
    let updated = try deletion.cutTies(&changes)
    try deletion.remove()
    for key in deletion.keys + updated {
      cache.remove(root: model.entity(number: key.entity).rootNumber, pk: key.pk)
    }
    try history?.record(changes, batch.origin)
    if model.hasDerived {
      for (entity, keys) in Dictionary(grouping: deletion.keys + updated, by: \.entity) {
        try deriveAnew(after: model.entity(number: entity), keys)
      }
    }
    return BatchOutcome(updated: updated, deleted: deletion.keys)
  }

  /// The keys whose rows exist, with the rows' own entities.
  private func existing(_ keys: [ObjectKey]) throws -> [ObjectKey] {
    let groups = Dictionary(grouping: keys) { model.entity(number: $0.entity).rootNumber }
    return try groups.sorted { $0.key < $1.key }.flatMap { root, keys in
      let table = try map(model.entity(number: root)).table
      return try self.keys(
        SQLFragment(
          sql: "SELECT Z_PK, Z_ENT FROM \(table) WHERE Z_PK IN (\(KeyList.select))",
          [.text(KeyList.json(keys.map(\.pk)))]))
    }
  }
}

/// The rows that a batch deletion takes along, and what becomes of those that stay: the model's
/// delete rules, said in SQL (case B078). Apple's framework has triggers do it.
struct BatchDeletion {
  let store: SQLiteStore
  /// All rows to be deleted, those asked for first.
  private(set) var keys: [ObjectKey] = []
  /// By root entity.
  private var doomed: [Int32: Set<Int64>] = [:]

  init(store: SQLiteStore) { self.store = store }

  private var model: ModelLayout { store.model }

  private func isDoomed(_ key: ObjectKey) -> Bool {
    doomed[model.entity(number: key.entity).rootNumber]?.contains(key.pk) ?? false
  }

  private mutating func add(_ found: [ObjectKey]) -> [ObjectKey] {
    let fresh = found.filter { key in
      doomed[model.entity(number: key.entity).rootNumber, default: []].insert(key.pk).inserted
    }
    keys += fresh
    return fresh
  }

  /// Adds rows and whatever goes with them by cascade.
  mutating func spread(from first: [ObjectKey]) throws {
    var level = add(first)
    while !level.isEmpty {
      var next: [ObjectKey] = []
      for (layout, pks) in grouped(level) {
        for property in layout.properties where property.deleteRule == .cascadeDeleteRule {
          next += add(try partners(property, layout, pks))
        }
      }
      level = next
    }
  }

  /// Refuses if a relationship whose rule is deny has partners that stay.
  func checkDenials() throws {
    for (layout, pks) in grouped(keys) {
      for property in layout.properties where property.deleteRule == .denyDeleteRule {
        if try partners(property, layout, pks).contains(where: { !isDoomed($0) }) {
          throw BatchError.denied(relationship: property.name, entity: layout.name)
        }
      }
    }
  }

  /// Empties the references to the deleted rows, where the rule says so, and join tables always.
  ///
  /// - Returns: the rows that were changed.
  func cutTies(_ changes: inout HistoryChanges) throws -> [ObjectKey] {
    var updated: [ObjectKey] = []
    for (layout, pks) in grouped(keys) {
      let map = try store.map(layout)
      let list = SQLiteValue.text(KeyList.json(pks))
      for property in layout.properties where property.kind.isRelationship {
        let isCut = property.deleteRule == .nullifyDeleteRule
        if isCut {
          let rest = try partners(property, layout, pks).filter { !isDoomed($0) }
          updated += try cut(property, rest, list, layout)
          note(rest, property, &changes)
        }
        if case .join(let join)? = map.entity.toMany[property.name] {
          try store.connection.execute(
            "DELETE FROM \(join.table) WHERE \(join.ownColumn) IN (\(KeyList.select))", [list])
        } else if case .ownColumn(let table, let column)? = map.entity.toMany[property.name] {
          try store.connection.execute(
            "UPDATE \(table) SET \(column) = NULL WHERE \(column) IN (\(KeyList.select))", [list])
        }
      }
    }
    return updated
  }

  private func note(
    _ rest: [ObjectKey], _ property: PropertyLayout, _ changes: inout HistoryChanges
  ) {
    guard store.history != nil, property.inverseSlot >= 0 else { return }
    for key in rest {
      changes.addUpdate(
        model.entity(number: key.entity), pk: key.pk, slots: [property.inverseSlot])
    }
  }

  /// Empties the to-one inverse of some partners.
  private func cut(
    _ property: PropertyLayout, _ rest: [ObjectKey], _ owners: SQLiteValue, _ layout: EntityLayout
  ) throws -> [ObjectKey] {
    guard !rest.isEmpty, let destination = property.destination, property.inverseSlot >= 0 else {
      return []
    }
    let inverse = destination.properties[property.inverseSlot]
    guard inverse.kind == .toOne else { return [] }
    if !inverse.isOptional {
      throw BatchError.leavesMandatoryEmpty(relationship: inverse.name, entity: destination.name)
    }
    let map = try store.map(destination)
    guard let column = map.entity.columns[inverse.name] else { return [] }
    let emptied = [column.name, column.entityKeyColumn, column.orderColumn].compactMap {
      $0.map { "\($0) = NULL" }
    }
    return try store.keys(
      SQLFragment(
        sql: "UPDATE \(map.table) SET \(emptied.joined(separator: ", ")), "
          + "Z_OPT = COALESCE(Z_OPT, 0) + 1 WHERE Z_PK IN (\(KeyList.select)) "
          + "AND \(column.name) IN (\(KeyList.select)) RETURNING Z_PK, Z_ENT",
        [.text(KeyList.json(rest.map(\.pk))), owners]))
  }

  /// Deletes the rows.
  func remove() throws {
    for (root, pks) in doomed.sorted(by: { $0.key < $1.key }) {
      let table = try store.map(model.entity(number: root)).table
      try store.connection.execute(
        "DELETE FROM \(table) WHERE Z_PK IN (\(KeyList.select))",
        [.text(KeyList.json(pks.sorted()))])
    }
  }

  /// Rows by their own entity.
  private func grouped(_ keys: [ObjectKey]) -> [(EntityLayout, [Int64])] {
    Dictionary(grouping: keys, by: \.entity).sorted { $0.key < $1.key }.map {
      (model.entity(number: $0.key), $0.value.map(\.pk))
    }
  }

  /// The rows at the other end of a relationship of some rows.
  private func partners(
    _ property: PropertyLayout, _ layout: EntityLayout, _ pks: [Int64]
  ) throws -> [ObjectKey] {
    guard let destination = property.destination, property.kind.isRelationship else { return [] }
    let map = try store.map(layout)
    let condition: String
    if property.kind == .toOne {
      guard let column = map.entity.columns[property.name] else { return [] }
      condition =
        "Z_PK IN (SELECT \(column.name) FROM \(map.table) WHERE Z_PK IN (\(KeyList.select)))"
    } else {
      switch map.entity.toMany[property.name] {
      case .foreignKey(_, let column, _), .ownColumn(_, let column):
        condition = "\(column) IN (\(KeyList.select))"
      case .join(let join):
        condition =
          "Z_PK IN (SELECT \(join.otherColumn) FROM \(join.table) "
          + "WHERE \(join.ownColumn) IN (\(KeyList.select)))"
      case nil: return []
      }
    }
    let table = try store.map(destination).table
    return try store.keys(
      SQLFragment(
        sql: "SELECT Z_PK, Z_ENT FROM \(table) WHERE \(condition) ORDER BY Z_PK",
        [.text(KeyList.json(pks))]))
  }
}
