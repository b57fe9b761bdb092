import CSQLite
import Foundation
import SQLiteDriver

/// Changing rows without objects: one UPDATE for all of them.
extension SQLiteStore {
  package func update(_ batch: BatchUpdate) throws -> BatchOutcome {
    let map = try map(batch.layout)
    var sets: [SQLFragment] = []
    for change in batch.changes {
      guard let column = map.columns.first(where: { $0.property === change.property }) else {
        continue
      }
      sets += try assignments(change.value, column, batch.layout)
    }
    sets.append("Z_OPT = COALESCE(t0.Z_OPT, 0) + 1")
    let wanted = try generator.objects(
      batch.pieces, entity: batch.layout.entity, columns: ["t0.Z_PK"])
    for note in wanted.notes { noteHandler?(note) }
    var sql: SQLFragment = "UPDATE \(raw: map.table) AS t0 SET \(sets.joined(", "))"
    sql.append(SQLFragment(sql: " WHERE Z_PK IN (\(wanted.sql))", wanted.bindings))
    sql.append(" RETURNING Z_PK, Z_ENT")
    let keys = try runUnique(sql, batch.layout)
    let slots = batch.changes.map(\.property.slot)
    var changes = HistoryChanges()
    for key in keys {
      cache.remove(root: batch.layout.rootNumber, pk: key.pk)
      if history != nil {
        changes.addUpdate(model.entity(number: key.entity), pk: key.pk, slots: slots)
      }
    }
    try history?.record(changes, batch.origin)
    try deriveAnew(after: batch.layout, keys)
    return BatchOutcome(updated: keys)
  }

  /// `COLUMN = value`; for a to-one its companions too.
  private func assignments(
    _ value: BatchUpdate.Value, _ column: SQLiteEntityMap.MappedColumn, _ layout: EntityLayout
  ) throws -> [SQLFragment] {
    switch value {
    case .constant(let value):
      var names = [column.name]
      if let key = column.entityKeyName { names.append(key) }
      var result = zip(names, try cells(value, column)).map { name, cell in
        SQLFragment(sql: "\(name) = ?", [cell])
      }
      let place = try map(layout).entity.columns[column.property.name]?.orderColumn
      // The new partner's order does not know the row: it comes first until it is given a place.
      if let place { result.append(SQLFragment(sql: "\(place) = NULL")) }
      return result
    case .expression(let expression):
      let computed = try generator.expression(expression.node, entity: layout.entity)
      switch column.property.kind {
      case .int, .bool:
        return ["\(raw: column.name) = CAST(\(computed) AS INTEGER)"]
      default: return ["\(raw: column.name) = \(computed)"]
      }
    }
  }

  /// Runs a statement that returns keys; a broken uniqueness constraint is said in Core Data's
  /// terms.
  private func runUnique(_ sql: SQLFragment, _ layout: EntityLayout) throws -> [ObjectKey] {
    do {
      return try keys(sql)
    } catch let error as SQLiteError where error.code == SQLITE_CONSTRAINT {
      var names: [String] = []
      var entity: NSEntityDescription? = layout.entity
      while let current = entity {
        names += current.uniquenessConstraintNames.flatMap { $0 }
        entity = current.superentity
      }
      throw BatchError.notUnique(entity: layout.name, names: names)
    }
  }

  /// The keys that a statement gives as its first two columns, `Z_PK` and `Z_ENT`.
  func keys(_ sql: SQLFragment) throws -> [ObjectKey] {
    try connection.withStatement(sql.sql, sql.bindings) { statement in
      var keys: [ObjectKey] = []
      while try statement.step() { keys.append(try key(statement)) }
      return keys
    }
  }
}
