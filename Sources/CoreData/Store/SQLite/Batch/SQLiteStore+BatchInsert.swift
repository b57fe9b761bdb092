import CSQLite
import Foundation
import SQLiteDriver

extension SQLiteStore: BatchEngine {}

/// Inserting rows without objects.
extension SQLiteStore {
  package func insert(_ batch: BatchInsert) throws -> BatchOutcome {
    let map = try map(batch.layout)
    let inserter = RowInserter(store: self, map: map, collision: batch.collision)
    let first = try reserveKeys(batch.layout.root, count: 0)
    var next = first
    var outcome = BatchOutcome()
    var changes = HistoryChanges()
    while let row = try batch.next() {
      guard next < Int64.max else {
        throw SQLiteStoreError.keysExhausted(entity: batch.layout.root.name)
      }
      switch try inserter.insert(row, pk: next) {
      case .inserted:
        outcome.inserted.append(ObjectKey(entity: batch.layout.number, pk: next))
        if history != nil { changes.addInsert(batch.layout, pk: next) }
        next += 1
      case .changed(let key, let slots):
        outcome.updated.append(key)
        cache.remove(root: batch.layout.rootNumber, pk: key.pk)
        if history != nil {
          changes.addUpdate(model.entity(number: key.entity), pk: key.pk, slots: slots)
        }
      case .kept: break
      }
    }
    // The counter follows the greatest key in the table.
    if next > first { _ = try reserveKeys(batch.layout.root, count: 0) }
    try history?.record(changes, batch.origin)
    try deriveAnew(after: batch.layout, outcome.inserted + outcome.updated)
    return outcome
  }

  /// The values of a column, with the entity number behind a to-one that needs it.
  func cells(
    _ value: SlotValue, _ column: SQLiteEntityMap.MappedColumn
  ) throws -> [SQLiteValue] {
    var cell = value.plainColumnValue
    if column.isExternal, case .data(let data) = value {
      cell = .blob(try data.withUnsafeBytes { try externalData.store($0) })
    }
    guard column.entityKeyName != nil else { return [cell] }
    guard case .object(let key) = value else { return [cell, .null] }
    return [cell, .integer(try map(model.entity(number: key.entity)).number)]
  }
}

/// Inserts the rows of a batch one by one, and settles collisions of unique values.
private struct RowInserter {
  enum Result {
    case inserted
    case changed(ObjectKey, slots: [Int])
    case kept
  }

  let store: SQLiteStore
  let map: SQLiteEntityMap
  let collision: BatchInsert.Collision

  func insert(_ row: BatchInsert.Row, pk: Int64) throws -> Result {
    let statement = try store.connection.cachedStatement(map.insertHead + map.insertRow)
    defer { statement.finish() }
    try statement.bind(pk, at: 1)
    try statement.bind(map.number, at: 2)
    try statement.bind(Int64(1), at: 3)
    var index: Int32 = 4
    for column in map.columns {
      for cell in try store.cells(row.values[column.property.slot], column) {
        try statement.bind(cell, at: index)
        index += 1
      }
    }
    do {
      try statement.run()
      return .inserted
    } catch {
      guard error.code == SQLITE_CONSTRAINT else { throw error }
    }
    statement.reset()
    return try settle(row)
  }

  /// The constraints of the entity and its ancestors, by property names.
  private var constraints: [[String]] {
    var names: [[String]] = []
    var entity: NSEntityDescription? = map.layout.entity
    while let current = entity {
      names += current.uniquenessConstraintNames
      entity = current.superentity
    }
    return names
  }

  private func settle(_ row: BatchInsert.Row) throws -> Result {
    for names in constraints {
      let columns = names.compactMap { name in map.columns.first { $0.property.name == name } }
      guard columns.count == names.count, let found = try stored(row, columns) else { continue }
      switch collision {
      case .refuse: throw BatchError.notUnique(entity: map.layout.name, names: names)
      case .keepStored: return .kept
      case .changeGiven: return try change(found, row, Set(row.given))
      case .changeAll: return try change(found, row, Set(row.values.indices))
      }
    }
    throw BatchError.notUnique(entity: map.layout.name, names: constraints.flatMap { $0 })
  }

  private func stored(
    _ row: BatchInsert.Row, _ columns: [SQLiteEntityMap.MappedColumn]
  ) throws -> ObjectKey? {
    var values: [SQLiteValue] = []
    for column in columns {
      values.append(try store.cells(row.values[column.property.slot], column)[0])
    }
    let tests = columns.map { "\($0.name) = ?" }.joined(separator: " AND ")
    let found = try store.connection.rows(
      "SELECT Z_PK, Z_ENT FROM \(map.table) WHERE \(tests)", values
    ).first
    guard let found, let pk = found[0].integer, let number = found[1].integer else { return nil }
    let entity = store.layoutNumber(number)
    guard entity > 0 else {
      throw SQLiteStoreError.unknownEntityNumber(number, table: map.table)
    }
    return ObjectKey(entity: entity, pk: pk)
  }

  private func change(
    _ key: ObjectKey, _ row: BatchInsert.Row, _ slots: Set<Int>
  ) throws -> Result {
    var sets: [String] = []
    var values: [SQLiteValue] = []
    for column in map.columns where slots.contains(column.property.slot) {
      sets.append("\(column.name) = ?")
      if let entityKey = column.entityKeyName { sets.append("\(entityKey) = ?") }
      values += try store.cells(row.values[column.property.slot], column)
    }
    guard !sets.isEmpty else { return .kept }
    sets.append("Z_OPT = COALESCE(Z_OPT, 0) + 1")
    try store.connection.withStatement(
      "UPDATE \(map.table) SET \(sets.joined(separator: ", ")) WHERE Z_PK = ?",
      values + [.integer(key.pk)]
    ) { try $0.run() }
    return .changed(key, slots: slots.sorted())
  }
}
