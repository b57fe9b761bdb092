import CSQLite
import Foundation
import SQLiteDriver

/// Writing a save plan: inserts, updates, deletions, links, all inside the caller's transaction.
extension SQLiteStore {
  package func execute(_ plan: SavePlan) throws -> SaveOutcome {
    let keys = try KeyAssignment(plan, self)
    // Deletions and changes go first: they may free values that a uniqueness constraint guards.
    var changes = HistoryChanges()
    try history?.note(deletesOf: plan, in: &changes)
    guard try delete(plan.deletes) else { return .conflicts(try takeBack(plan)) }
    var updated = RowBatch()
    var conflicts: [RowConflict] = []
    if model.hasConstraints { try freeConstrainedValues(plan.updates) }
    try update(plan.updates, keys, &updated, &conflicts)
    guard conflicts.isEmpty else { return .conflicts(conflicts) }
    var batch = RowBatch()
    try insert(plan.inserts, keys, &batch)
    batch.append(updated)
    if !plan.links.isEmpty { try link(plan.links, keys) }
    takeIn(batch)
    if let history {
      try history.note(plan, batch, in: &changes)
      try history.record(changes, plan.origin)
    }
    return .written(batch)
  }

  /// Empties the constrained columns of rows that are about to change, so that rows can swap
  /// values.
  private func freeConstrainedValues(_ updates: ContiguousArray<SavePlan.Update>) throws {
    guard updates.count > 1 else { return }
    for update in updates {
      var names: Set<String> = []
      var entity: NSEntityDescription? = update.layout.entity
      while let current = entity {
        names.formUnion(current.uniquenessConstraintNames.joined())
        entity = current.superentity
      }
      let map = try map(update.layout)
      for slot in update.slots where names.contains(update.layout.properties[slot].name) {
        guard let column = map.columns.first(where: { $0.property.slot == slot }) else { continue }
        try connection.run(
          "UPDATE \(map.table) SET \(column.name) = NULL WHERE Z_PK = ? AND Z_OPT = ?",
          [.integer(update.pk), .integer(Int64(update.row.version))])
      }
    }
  }

  /// Makes the written rows known to the row cache, once the transaction has been committed.
  package func adopt(_ batch: RowBatch, _ plan: SavePlan) {
    cache.add(batch)
    for delete in plan.deletes { cache.remove(root: delete.layout.rootNumber, pk: delete.pk) }
  }

  private func insert(
    _ inserts: ContiguousArray<SavePlan.Insert>, _ keys: KeyAssignment,
    _ batch: inout RowBatch
  ) throws {
    // Rows go in key order within each table: an index in random order costs four times as much.
    let order = keys.order(of: inserts)
    batch.reserve(inserts.count)
    var index = 0
    while index < order.count {
      let layout = inserts[order[index]].layoutReference
      let map = try map(layout.takeUnretainedValue())
      let start = index
      while index - start < map.insertRows, index < order.count,
        inserts[order[index]].layoutReference.toOpaque() == layout.toOpaque()
      {
        let (row, chunk) = layout._withUnsafeGuaranteedRef {
          batch.addUncounted($0, pk: keys.pk(of: order[index]), version: 1)
        }
        let values = inserts[order[index]].values
        inserts.hintValues(behind: index, in: order)
        chunk._withUnsafeGuaranteedRef { chunk in
          for place in map.insertPlaces { keys.write(values + place.slot, place, row, chunk) }
        }
        index += 1
      }
      try insert(batch.rows[start..<index], map)
    }
    batch.reorder(order)
  }

  private func insert(
    _ rows: ContiguousArray<RowPointer>.SubSequence, _ map: SQLiteEntityMap
  ) throws {
    let statement =
      rows.count == map.insertRows
      ? try map.insertMany.take(connection)
      : try connection.cachedStatement(
        map.insertHead + Array(repeating: map.insertRow, count: rows.count).joined(separator: ", "))
    defer { statement.finish() }
    let writer = SQLiteRowWriter(store: self, statement: statement)
    var index: Int32 = 1
    for row in rows {
      sqlite3_bind_int64(statement.handle, index, row.pk)
      sqlite3_bind_int64(statement.handle, index + 1, map.number)
      sqlite3_bind_int64(statement.handle, index + 2, Int64(row.version))
      index += 3
      for column in map.insertPlaces { try writer.bind(column, of: row, at: &index) }
    }
    try statement.run()
  }

  private func update(
    _ updates: ContiguousArray<SavePlan.Update>, _ keys: KeyAssignment,
    _ batch: inout RowBatch, _ conflicts: inout [RowConflict]
  ) throws {
    for update in updates {
      let map = try map(update.layout)
      let version = update.row.version
      let (row, chunk) = batch.add(update.layout, pk: update.pk, version: version &+ 1)
      chunk.copyValues(of: update.row, to: row, update.layout)
      for slot in update.slots {
        chunk.set(keys.permanent(update.values[slot]), update.layout.properties[slot], in: row)
      }
      let plan = map.updatePlan(update.slots)
      if plan.hasExternalData {
        try releaseExternalData(
          of: CollectionOfOne(update.pk), plan.columns.filter(\.isExternal), table: map.table)
      }
      let statement = try plan.statement.take(connection)
      defer { statement.finish() }
      let writer = SQLiteRowWriter(store: self, statement: statement)
      var index: Int32 = 1
      for column in plan.places { try writer.bind(column, of: row, at: &index) }
      sqlite3_bind_int64(statement.handle, index, Int64(version &+ 1))
      sqlite3_bind_int64(statement.handle, index + 1, update.pk)
      sqlite3_bind_int64(statement.handle, index + 2, Int64(version))
      try statement.run()
      if connection.changes == 1 { continue }
      // A row that was made by other means than Core Data's may have no version, which reads as 0.
      if version == 0, try giveVersion(update.pk, map) {
        try statement.run()
        if connection.changes == 1 { continue }
      }
      conflicts.append(try conflict(update.layout, update.pk, known: version))
    }
  }

  /// Gives a row without version the version 0; says whether there was such a row.
  private func giveVersion(_ pk: Int64, _ map: SQLiteEntityMap) throws -> Bool {
    try connection.run(
      "UPDATE \(map.table) SET Z_OPT = 0 WHERE Z_PK = ? AND Z_OPT IS NULL", [.integer(pk)])
    return connection.changes == 1
  }

  /// The row of a conflict as it is now: the cached one if that is newer than what the object knew
  /// (case B069), else the one in the file.
  func conflict(_ layout: EntityLayout, _ pk: Int64, known version: Int32) throws -> RowConflict {
    if let cached = cache.row(root: layout.rootNumber, pk: pk), cached.version != version,
      cached.entityNumber == layout.number
    {
      return RowConflict(layout: layout, pk: pk, current: cached, isCached: true)
    }
    cache.remove(root: layout.rootNumber, pk: pk)
    return RowConflict(
      layout: layout, pk: pk, current: try row(layout, pk: pk), isCached: false)
  }
}
