internal import CSQLite
package import SQLiteDriver

/// A store's SQLite file, to be looked at and never written.
///
/// The connection is opened read-only, statements that write are refused, and an authorizer refuses
/// what else is not reading: a pragma that sets something, and ATTACH. What the store's own connection
/// has committed is seen at once, write-ahead log included.
package final class ReadOnlyDatabase {
  package let connection: SQLiteConnection

  /// Opens the file at `path`.
  ///
  /// - Throws: ``SQLiteError`` when the file cannot be opened or is not a database.
  package init(path: String) throws(SQLiteError) {
    connection = try SQLiteConnection(path: path, options: SQLiteOpenOptions(mode: .readOnly))
    sqlite3_set_authorizer(
      connection.handle,
      { _, action, first, second, _, _ in
        Authorization.decide(action, first.map { String(cString: $0) }, second != nil)
      }, nil)
    _ = try connection.integer("SELECT count(*) FROM sqlite_master")
  }

  /// Runs one statement, row by row.
  ///
  /// - Parameters:
  ///   - begin: told the names of the columns, once, before the first row.
  ///   - row: told each row.
  package func run(
    _ sql: String, begin: ([String]) throws -> Void, row: (SQLRow) throws -> Void
  ) throws {
    let statement = try connection.prepare(sql)
    guard statement.isReadOnly else {
      throw SQLiteError(extendedCode: SQLITE_READONLY, message: "the file is only read", sql: sql)
    }
    let handle = statement.handle
    let columns = (0..<sqlite3_column_count(handle)).map { index in
      sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
    }
    try begin(columns)
    while try statement.step() {
      try row(SQLRow(handle: handle, count: columns.count))
    }
  }

  /// The rows of a statement as texts; nil for NULL.
  func texts(_ sql: String, _ bindings: [SQLiteValue] = []) throws(SQLiteError) -> [[String?]] {
    try connection.rows(sql, bindings).map { row in
      row.map { value in
        switch value {
        case .null: nil
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .blob: nil
        }
      }
    }
  }
}

/// What the authorizer refuses, beyond what a read-only file refuses by itself: other files, and
/// settings. Making and changing tables passes here, because SQLite asks for the one when it
/// describes one of its own table-valued functions, and for the other when it prepares the
/// statements of an R-tree; a statement that really writes fails, as it is not reading.
private enum Authorization {
  static func decide(_ action: Int32, _ name: String?, _ hasArgument: Bool) -> Int32 {
    switch action {
    case SQLITE_ATTACH, SQLITE_DETACH, SQLITE_TRANSACTION, SQLITE_SAVEPOINT: SQLITE_DENY
    case SQLITE_PRAGMA:
      !hasArgument || readingPragmas.contains((name ?? "").lowercased()) ? SQLITE_OK : SQLITE_DENY
    default: SQLITE_OK
    }
  }

  /// Pragmas whose argument says what to look at rather than what to set.
  private static let readingPragmas: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
    "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check",
  ]
}
