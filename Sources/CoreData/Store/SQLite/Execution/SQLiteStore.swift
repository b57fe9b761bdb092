import CSQLite
import Foundation
package import SQLiteDriver

/// A store in an SQLite file, or in memory, with Apple's tables.
package final class SQLiteStore {
  let url: URL
  package let connection: SQLiteConnection
  let model: ModelLayout
  package let schema: SQLSchema
  package let cache: RowCache
  let externalData: ExternalData
  let isReadOnly: Bool
  /// The file that was opened; nil for a store in memory.
  private let opened: FileStamp?
  let triggerReports: TriggerReports
  /// Objects whose derived values the unit of work changed without writing them.
  var affected: Set<ObjectKey> = []
  /// The maps by layout number; nil for entities that the store does not take.
  let maps: [SQLiteEntityMap?]
  private let layoutNumbers: [Int64: Int32]
  private var shapes: [Int: SelectShape] = [:]
  private var rowStatements: [Int32: KeptStatement] = [:]
  private var relationPlans: [ObjectIdentifier: RelationPlan] = [:]
  /// How many rows the last fetch of all of an entity gave, by the entity's number.
  var wholeCounts: [Int32: Int] = [:]
  /// The history, if one is kept.
  var history: SQLiteHistory?
  package var rowsRead: ((Int) -> Bool)?
  /// Sees what others write to the files.
  var watcher: FileWatcher?
  /// The connection's `data_version` when it was last looked at.
  var dataVersion: Int64 = 0
  /// What the file said of its model when it was opened; nil while it is being opened.
  var stamp: StoreStamp?
  /// Why the file is none of this store's any more.
  var outdated: SQLiteStoreError?
  /// Whether to refuse what Apple's SQLite store refuses.
  package var isStrict = false
  /// Told, in a sentence, what Apple's SQLite store would have refused or answered wrongly.
  package var noteHandler: ((String) -> Void)?

  init(
    url: URL, connection: SQLiteConnection, model: ModelLayout, schema: SQLSchema, isReadOnly: Bool,
    triggerReports: TriggerReports
  ) {
    self.triggerReports = triggerReports
    self.url = url
    self.connection = connection
    self.model = model
    self.schema = schema
    self.isReadOnly = isReadOnly
    opened = connection.isInMemory ? nil : FileStamp.of(url)
    cache = RowCache(model: model)
    externalData = ExternalData(store: url, makesFiles: !connection.isInMemory)
    var maps: [SQLiteEntityMap?] = Array(repeating: nil, count: model.entities.count + 1)
    var numbers: [Int64: Int32] = [:]
    for layout in model.entities {
      guard let entity = schema.entities[layout.name] else { continue }
      maps[Int(layout.number)] = SQLiteEntityMap(layout, entity)
      numbers[Int64(entity.number)] = layout.number
    }
    self.maps = maps
    layoutNumbers = numbers
  }

  /// The map of an entity.
  func map(_ layout: EntityLayout) throws -> SQLiteEntityMap {
    guard let map = maps[Int(layout.number)] else {
      throw ContextError.noStoreForEntity(layout.name)
    }
    return map
  }

  /// The layout number of an entity number in the file, 0 if there is none.
  func layoutNumber(_ number: Int64) -> Int32 { layoutNumbers[number] ?? 0 }

  /// The columns to select for an entity, with or without its sub-entities.
  func shape(_ layout: EntityLayout, includesSubentities: Bool) throws -> SelectShape {
    let key = Int(layout.number) * 2 + (includesSubentities ? 1 : 0)
    if let known = shapes[key] { return known }
    var wanted = [try map(layout)]
    if includesSubentities && layout.lastNumber > layout.number {
      for number in (layout.number + 1)...layout.lastNumber {
        wanted.append(try map(model.entity(number: number)))
      }
    }
    let isShared = wanted.count > 1
    let made = SelectShape(wanted, isShared: isShared)
    shapes[key] = made
    return made
  }

  /// An error of the connection, with the statement.
  func error(_ code: Int32, _ statement: SQLiteStatement) -> any Error {
    SQLiteError(connection: connection.handle, code: code, sql: statement.sql)
  }

  func unknownEntity(_ number: Int64, _ handle: OpaquePointer) -> any Error {
    SQLiteStoreError.unknownEntityNumber(number, table: Self.table(handle))
  }

  func keyOfNothing(_ pk: Int64, _ handle: OpaquePointer) -> any Error {
    SQLiteStoreError.keyOfNothing(pk, table: Self.table(handle))
  }

  /// The table that a statement's first column is of.
  private static func table(_ handle: OpaquePointer) -> String {
    sqlite3_column_table_name(handle, 0).map { String(cString: $0) } ?? "?"
  }

  /// The statement that reads one row of an entity by its key.
  private func rowStatement(_ layout: EntityLayout, _ shape: SelectShape) throws -> KeptStatement {
    if let known = rowStatements[layout.number] { return known }
    let columns = shape.columns.map { "t0." + $0 }.joined(separator: ", ")
    let made = KeptStatement(
      "SELECT \(columns) FROM \(try map(layout).table) t0 WHERE t0.Z_PK = ?")
    rowStatements[layout.number] = made
    return made
  }

  /// How a to-many is read; nil if the store does not keep it.
  func relationPlan(_ property: PropertyLayout, of layout: EntityLayout) throws -> RelationPlan? {
    if let known = relationPlans[ObjectIdentifier(property)] { return known }
    guard let destination = property.destination,
      let relation = try map(layout).entity.toMany[property.name]
    else { return nil }
    let made = RelationPlan(
      relation, try shape(destination, includesSubentities: true),
      table: try map(destination).table)
    relationPlans[ObjectIdentifier(property)] = made
    return made
  }
}

extension SQLiteStore: StoreEngine {
  package func row(_ layout: EntityLayout, pk: Int64) throws -> RowPointer? {
    if let known = cache.row(root: layout.rootNumber, pk: pk) {
      cache.noteHit()
      return model.entity(number: known.entityNumber).isKind(of: layout) ? known : nil
    }
    return try reading {
      let shape = try shape(layout, includesSubentities: true)
      let statement = try rowStatement(layout, shape).take(connection)
      defer { statement.finish() }
      try statement.bind(pk, at: 1)
      var owners = OwnerRuns()
      return try SQLiteRowReader(store: self, shape: shape).readAll(statement, owners: &owners)
        .rows.first
    }
  }

  package func forgetRow(_ layout: EntityLayout, pk: Int64) {
    cache.remove(root: layout.rootNumber, pk: pk)
  }

  package func forgetStaleRow(_ layout: EntityLayout, pk: Int64, olderThan seconds: Double) {
    cache.removeStale(root: layout.rootNumber, pk: pk, olderThan: seconds)
  }

  /// Begins a unit of work, in the file that was opened: what is written to a file that was deleted or
  /// replaced meanwhile is lost with it, or damages the one that is there now (SQLite: “How To Corrupt An
  /// SQLite Database File”).
  package func begin() throws {
    if let opened {
      let found = FileStamp.of(url)
      guard found?.isSameFile(as: opened) == true else {
        throw CoordinatorError.displaced(url, isGone: found == nil)
      }
    }
    try connection.begin(.immediate)
    do {
      try checkStillOurs()
    } catch {
      // Nothing was written; the error that led here counts.
      try? connection.rollback()
      throw error
    }
  }

  package func commit() throws {
    try connection.commit()
    noteOwnCommit()
    externalData.commit()
  }

  package func rollback() {
    // A transaction that cannot be rolled back is gone with the connection, and the next BEGIN says so.
    try? connection.rollback()
    externalData.rollback()
    triggerReports.forget()
    affected = []
  }

  package func writeMetadata(_ metadata: [String: Any]) throws {
    try SQLiteMetadata.write(metadata, to: connection)
  }

  /// The file is closed when the store goes, which its owner sees to.
  package func close() {
    watcher = nil
    cache.removeAll()
    rowStatements = [:]
    relationPlans = [:]
    connection.removeCachedStatements()
  }
}
