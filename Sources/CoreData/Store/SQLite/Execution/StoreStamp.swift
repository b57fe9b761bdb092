import Foundation
import SQLiteDriver

/// What a store's file said of its model and its tables when it was opened, so that it is noticed when
/// somebody else brings it to another model meanwhile.
struct StoreStamp {
  /// The version hashes in the metadata.
  private let hashes: [String: Data]
  /// The numbers of the model's entities.
  private let numbers: [String: Int]
  /// The columns that the model uses, by table.
  private let columns: [String: Set<String>]
  /// What the file was like when all this was found in it.
  private var mark: Mark

  /// A state of the file, as far as it can be told without reading it.
  struct Mark: Equatable {
    /// The metadata as they stand in the file.
    fileprivate(set) var plist: Data?
    /// SQLite's number of the schema.
    fileprivate(set) var schemaVersion: Int64?
    /// The connection's number of the content.
    fileprivate(set) var contentVersion: UInt32 = 0

    /// Of a file of which nothing is known.
    init() {}

    /// - Throws: if the file cannot be read, or is no store.
    init(_ connection: SQLiteConnection) throws(SQLiteError) {
      let row = try connection.rows(
        "SELECT Z_PLIST, (SELECT schema_version FROM pragma_schema_version) FROM Z_METADATA LIMIT 1"
      ).first
      if case .blob(let bytes)? = row?[0] { plist = bytes }
      schemaVersion = row?[1].integer
      contentVersion = connection.contentVersion
    }
  }

  /// The connection's number of the content that this was seen in.
  @inline(__always)
  var contentVersion: UInt32 { mark.contentVersion }

  /// Takes what the store has written itself for known.
  mutating func noteOwnCommit(_ connection: SQLiteConnection) {
    mark.contentVersion = connection.contentVersion
  }

  /// - Parameters:
  ///   - metadata: the metadata as they were read, or written.
  ///   - found: the tables that the store had; nil for one that was just made by its schema.
  ///   - mark: the state of the file before all that was read.
  init(_ metadata: [String: Any], _ schema: SQLSchema, found: FoundTables?, mark: Mark) {
    self.mark = mark
    hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    numbers = schema.entities.mapValues(\.number)
    columns = Self.columns(schema, found)
  }

  /// What of the columns that the schema names was there.
  private static func columns(_ schema: SQLSchema, _ found: FoundTables?) -> [String: Set<String>] {
    var used: [String: Set<String>] = [:]
    for table in schema.tables {
      used[table.name] = Set(table.columns.map(\.name))
      if let present = found?.columns[table.name] { used[table.name]?.formIntersection(present) }
    }
    return used
  }

  /// Looks at the file again.
  ///
  /// - Throws: if the model is another one now, or the tables do not fit it any more.
  mutating func check(_ connection: SQLiteConnection, path: String) throws {
    let now: Mark
    do {
      now = try Mark(connection)
    } catch {
      guard error.code == 1 else { throw error }
      throw SQLiteStoreError.changedTables(path: path, lacks: "the table Z_METADATA")
    }
    guard let plist = now.plist else {
      throw SQLiteStoreError.changedTables(path: path, lacks: "a row of Z_METADATA")
    }
    if plist != mark.plist { try checkHashes(plist, path) }
    if now.schemaVersion != mark.schemaVersion { try checkTables(connection, path) }
    mark = now
  }

  private func checkHashes(_ plist: Data, _ path: String) throws {
    // Whatever is wrong with them, they are none any more.
    guard let metadata = try? StoreMetadata.decode(plist, uuid: "", path: path) else {
      throw SQLiteStoreError.badMetadata(path: path)
    }
    let now = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    guard now != hashes else { return }
    let names = Set(now.keys).union(hashes.keys).filter { now[$0] != hashes[$0] }
    throw SQLiteStoreError.changedModel(path: path, differing: names.sorted())
  }

  /// An index or a table more does no harm.
  private func checkTables(_ connection: SQLiteConnection, _ path: String) throws {
    let now = try FoundTables.read(connection, [:])
    for (table, names) in columns.sorted(by: { $0.key < $1.key }) {
      let present = now.columns[table] ?? []
      guard let missing = names.subtracting(present).min() else { continue }
      throw SQLiteStoreError.changedTables(
        path: path, lacks: present.isEmpty ? "the table \(table)" : "the column \(table).\(missing)"
      )
    }
    for (name, number) in numbers.sorted(by: { $0.key < $1.key }) where now.numbers[name] != number
    {
      throw SQLiteStoreError.changedTables(path: path, lacks: "the number \(number) of “\(name)”")
    }
  }
}

extension SQLiteStore {
  /// Refuses to go on with a file that has been brought to another model: its columns may mean something
  /// else now. Looks at the file only if its content is not what it was when it was last looked at.
  @inline(__always)
  func checkStillOurs() throws {
    // No copy of the stamp, which would count references.
    guard let known = stamp?.contentVersion, known != connection.contentVersion || outdated != nil
    else { return }
    try lookAgain()
  }

  /// Looks at the file, whatever is known of it.
  func lookAgain() throws {
    if let outdated { throw outdated }
    guard stamp != nil else { return }
    do {
      try stamp?.check(connection, path: url.path)
    } catch let error as SQLiteStoreError {
      outdated = error
      // What was read since may have come from other columns.
      cache.removeAll()
      throw error
    }
  }

  /// What this store has written itself is no news.
  func noteOwnCommit() { stamp?.noteOwnCommit(connection) }

  /// Reads, and says plainly why where the file does not fit the model any more.
  @inline(__always)
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    let result: Result
    do {
      result = try body()
    } catch {
      // SQLITE_ERROR: a column or a table that is not there. If the file is still as it was, the
      // statement is at fault.
      if (error as? SQLiteError)?.code == 1 { try lookAgain() }
      throw error
    }
    try checkStillOurs()
    return result
  }
}
