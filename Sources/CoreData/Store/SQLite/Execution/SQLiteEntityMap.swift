import Foundation

/// How an entity's rows lie in the file: its number there, its table, its columns.
final class SQLiteEntityMap {
  let layout: EntityLayout
  let entity: SQLEntity
  let table: String
  /// The number in the file (`Z_ENT`), which in a migrated store or for a configuration is not the
  /// layout's.
  let number: Int64
  /// The stored properties with their columns, in the order of slots.
  let columns: [MappedColumn]
  /// The same, as a save needs it row by row: a plain block, so that no references are counted.
  let insertPlaces: UnsafeBufferPointer<ColumnPlace>
  /// `INSERT INTO … VALUES` up to the rows, and one row's parameters.
  let insertHead: String
  let insertRow: String
  /// How many parameters one row has.
  let insertCount: Int
  /// How many rows one INSERT takes: with more of them the statement outgrows SQLite's caches.
  let insertRows: Int
  /// The INSERT of that many rows.
  let insertMany: KeptStatement
  /// Deletions by key and version, for key lists of several lengths.
  let deletions: [KeyListStatement]
  private var updates: [UpdatePlan] = []

  struct MappedColumn {
    let property: PropertyLayout
    let name: String
    let entityKeyName: String?
    /// Whether the bytes carry a first byte that says where the data are (format fact 71).
    let isExternal: Bool
  }

  init(_ layout: EntityLayout, _ entity: SQLEntity) {
    self.layout = layout
    self.entity = entity
    table = entity.table
    number = Int64(entity.number)
    columns = layout.properties.compactMap { property in
      guard property.word != 0, let column = entity.columns[property.name] else { return nil }
      return MappedColumn(
        property: property, name: column.name, entityKeyName: column.entityKeyColumn,
        isExternal: property.attribute?.allowsExternalBinaryDataStorage ?? false)
    }
    let places = UnsafeMutableBufferPointer<ColumnPlace>.allocate(capacity: columns.count)
    _ = places.initialize(from: columns.map(ColumnPlace.init))
    insertPlaces = UnsafeBufferPointer(places)
    var names = ["Z_PK", "Z_ENT", "Z_OPT"]
    for column in columns {
      names.append(column.name)
      if let key = column.entityKeyName { names.append(key) }
    }
    insertHead = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES "
    insertRow = "(" + names.map { _ in "?" }.joined(separator: ", ") + ")"
    insertCount = names.count
    insertRows = max(1, min(12, 900 / names.count))
    insertMany = KeptStatement(
      insertHead + Array(repeating: insertRow, count: insertRows).joined(separator: ", "))
    deletions = [100, 10, 1].map { KeyListStatement.deletion(from: entity.table, count: $0) }
  }

  deinit { insertPlaces.deallocate() }

  /// How some slots are updated.
  func updatePlan(_ slots: [Int]) -> UpdatePlan {
    if let known = updates.last(where: { $0.slots == slots }) { return known }
    let made = UpdatePlan(self, slots)
    if updates.count >= 32 { updates.removeFirst() }
    updates.append(made)
    return made
  }
}

/// Where a column's value is in a row snapshot: nothing that counts references.
struct ColumnPlace {
  let slot: Int
  let word: Int
  let entityWord: Int
  let kind: SlotKind
  let hasEntityKey: Bool
  let isExternal: Bool
  unowned(unsafe) let property: PropertyLayout

  init(_ column: SQLiteEntityMap.MappedColumn) {
    property = column.property
    slot = column.property.slot
    word = column.property.word
    entityWord = column.property.entityWord
    kind = column.property.kind
    hasEntityKey = column.entityKeyName != nil
    isExternal = column.isExternal
  }
}

/// The UPDATE of some properties of an entity's rows.
final class UpdatePlan {
  let slots: [Int]
  let places: ContiguousArray<ColumnPlace>
  let statement: KeptStatement
  let columns: [SQLiteEntityMap.MappedColumn]
  let hasExternalData: Bool

  init(_ map: SQLiteEntityMap, _ slots: [Int]) {
    self.slots = slots
    columns = slots.compactMap { slot in map.columns.first { $0.property.slot == slot } }
    hasExternalData = columns.contains(where: \.isExternal)
    places = ContiguousArray(columns.map(ColumnPlace.init))
    var sql = "UPDATE \(map.table) SET "
    for column in columns {
      sql += "\(column.name) = ?, "
      if let key = column.entityKeyName { sql += "\(key) = ?, " }
    }
    statement = KeptStatement(sql + "Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?")
  }
}

/// A statement over a list of keys of a fixed length.
struct KeyListStatement {
  let count: Int
  /// Its parameters: the keys, then the version if it goes by version.
  let byVersion: KeptStatement
  let byKey: KeptStatement

  static func deletion(from table: String, count: Int) -> KeyListStatement {
    let places = Array(repeating: "?", count: count).joined(separator: ",")
    let list = count == 1 ? "= ?" : "IN (\(places))"
    let sql = "DELETE FROM \(table) WHERE Z_PK \(list)"
    return KeyListStatement(
      count: count, byVersion: KeptStatement(sql + " AND Z_OPT = ?"), byKey: KeptStatement(sql))
  }
}

/// The columns of a SELECT over an entity and perhaps its sub-entities, and where each entity's
/// properties stand among them.
final class SelectShape {
  /// The columns, without table: key, version, entity if need be, then the properties'.
  let columns: [String]
  /// The column of the row's entity, -1 if all rows are of one entity.
  let entityColumn: Int32
  /// Per entity number in the file: the layout and its reads. One entry if `entityColumn` is -1.
  let plans: [Int64: ReadPlan]
  let only: ReadPlan

  init(_ maps: [SQLiteEntityMap], isShared: Bool) {
    var names = ["Z_PK", "Z_OPT"]
    entityColumn = isShared ? 2 : -1
    if isShared { names.append("Z_ENT") }
    var places: [String: Int32] = [:]
    func place(_ name: String) -> Int32 {
      if let known = places[name] { return known }
      let index = Int32(names.count)
      names.append(name)
      places[name] = index
      return index
    }
    var plans: [Int64: ReadPlan] = [:]
    var first: ReadPlan?
    for map in maps {
      let reads = map.columns.map { column in
        ColumnRead(
          index: place(column.name), entityIndex: column.entityKeyName.map(place) ?? -1,
          word: column.property.word, slot: column.property.slot, kind: column.property.kind,
          entityWord: column.property.entityWord, isExternal: column.isExternal)
      }
      let plan = ReadPlan(layout: map.layout, reads: ContiguousArray(reads))
      plans[map.number] = plan
      if first == nil { first = plan }
    }
    guard let first else { misuse("A select needs at least one entity.") }
    only = first
    self.plans = plans
    columns = names
  }
}

/// How the columns of a statement become one entity's row.
final class ReadPlan {
  let layout: EntityLayout
  /// The properties' columns: a plain block, so that a row's reading counts no references.
  let places: UnsafePointer<ColumnRead>
  let count: Int

  init(layout: EntityLayout, reads: ContiguousArray<ColumnRead>) {
    self.layout = layout
    count = reads.count
    let block = UnsafeMutablePointer<ColumnRead>.allocate(capacity: max(1, count))
    for (index, read) in reads.enumerated() { (block + index).initialize(to: read) }
    places = UnsafePointer(block)
  }

  deinit { places.deallocate() }
}

/// One property's column in a statement.
struct ColumnRead {
  let index: Int32
  let entityIndex: Int32
  let word: Int
  let slot: Int
  let kind: SlotKind
  let entityWord: Int
  let isExternal: Bool
}
