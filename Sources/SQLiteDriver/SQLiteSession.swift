internal import CSQLite
package import Foundation

/// One row that changed while a session watched.
package struct SQLiteChange: Sendable, Equatable {
  package enum Operation: Sendable, Equatable {
    case insert
    case update
    case delete
  }

  package let table: String
  package let operation: Operation
  /// Whether a trigger or a foreign key did it.
  package let isIndirect: Bool
  /// Which columns make up the primary key.
  package let isPrimaryKey: [Bool]
  /// The values before, by column: none for an insertion; for an update those of the key
  /// and of the changed columns, nil elsewhere.
  package let old: [SQLiteValue?]
  /// The values after, by column: none for a deletion; for an update those of the changed
  /// columns, nil elsewhere.
  package let new: [SQLiteValue?]
}

/// Records which rows of a connection change, with their values before and after.
///
/// A session sees only tables with a primary key. It must not outlive its connection, so it
/// keeps it.
package final class SQLiteSession {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection

  /// Begins to watch tables.
  ///
  /// - Parameter tables: their names; nil for every table, also those created later.
  package init(
    connection: SQLiteConnection, tables: [String]? = nil
  ) throws(SQLiteError) {
    var created: OpaquePointer?
    let code = sqlite3session_create(connection.handle, "main", &created)
    guard code == SQLITE_OK, let created else { throw connection.error(code) }
    handle = created
    self.connection = connection
    guard let tables else {
      try attach(nil)
      return
    }
    for table in tables { try attach(table) }
  }

  deinit {
    sqlite3session_delete(handle)
  }

  /// Watches one more table.
  package func attach(_ table: String?) throws(SQLiteError) {
    let code = sqlite3session_attach(handle, table)
    guard code == SQLITE_OK else { throw connection.error(code) }
  }

  /// Whether nothing has changed so far. Changes that cancel each other count as changes.
  package var isEmpty: Bool { sqlite3session_isempty(handle) != 0 }

  /// What changed, in SQLite's changeset format: `sqlite3changeset_apply` takes it.
  package func changeset() throws(SQLiteError) -> Data {
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    let code = sqlite3session_changeset(handle, &count, &bytes)
    defer { sqlite3_free(bytes) }
    guard code == SQLITE_OK else { throw connection.error(code) }
    guard let bytes, count > 0 else { return Data() }
    return Data(bytes: bytes, count: Int(count))
  }

  /// What changed, row by row: table by table in the order of their first change.
  package func changes() throws(SQLiteError) -> [SQLiteChange] {
    try SQLiteChange.list(changeset: changeset())
  }
}

extension SQLiteChange {
  /// Reads a changeset.
  ///
  /// - Throws: `SQLITE_CORRUPT` when the bytes are no changeset.
  package static func list(changeset: Data) throws(SQLiteError) -> [SQLiteChange] {
    guard !changeset.isEmpty else { return [] }
    var bytes = [UInt8](changeset)
    var changes: [SQLiteChange] = []
    let code = bytes.withUnsafeMutableBytes { buffer in
      var iterator: OpaquePointer?
      let start = sqlite3changeset_start(&iterator, Int32(buffer.count), buffer.baseAddress)
      guard start == SQLITE_OK, let iterator else { return start }
      while sqlite3changeset_next(iterator) == SQLITE_ROW {
        changes.append(SQLiteChange(iterator))
      }
      return sqlite3changeset_finalize(iterator)
    }
    guard code == SQLITE_OK else { throw SQLiteError(connection: nil, code: code) }
    return changes
  }

  private init(_ iterator: OpaquePointer) {
    var name: UnsafePointer<CChar>?
    var count: Int32 = 0
    var code: Int32 = 0
    var indirect: Int32 = 0
    sqlite3changeset_op(iterator, &name, &count, &code, &indirect)
    var flags: UnsafeMutablePointer<UInt8>?
    sqlite3changeset_pk(iterator, &flags, nil)
    table = name.map { String(cString: $0) } ?? ""
    operation =
      code == SQLITE_INSERT ? .insert : code == SQLITE_DELETE ? .delete : .update
    isIndirect = indirect != 0
    isPrimaryKey = (0..<Int(count)).map { flags?[$0] == 1 }
    let read = { (call: (OpaquePointer, Int32, UnsafeMutablePointer<OpaquePointer?>) -> Int32) in
      (0..<count).map { column -> SQLiteValue? in
        var value: OpaquePointer?
        _ = call(iterator, column, &value)
        return value.map { SQLiteValue($0) }
      }
    }
    old = code == SQLITE_INSERT ? [] : read { sqlite3changeset_old($0, $1, $2) }
    new = code == SQLITE_DELETE ? [] : read { sqlite3changeset_new($0, $1, $2) }
  }
}
