internal import CSQLite
package import Foundation

extension SQLiteConnection {
  /// Runs one statement to its end, ignoring its rows.
  package func execute(_ sql: String, _ bindings: [SQLiteValue] = []) throws(SQLiteError) {
    let statement = try prepare(sql)
    try statement.bind(bindings)
    while try statement.step() {}
  }

  /// Runs one statement to its end, ignoring its rows, and keeps it prepared: for what is run again and
  /// again.
  package func run(_ sql: String, _ bindings: [SQLiteValue] = []) throws(SQLiteError) {
    let statement = try cachedStatement(sql)
    defer { statement.finish() }
    try statement.bind(bindings)
    while try statement.step() {}
  }

  /// Runs every statement of a text, one after another; stops at the first that fails.
  package func executeScript(_ script: String) throws(SQLiteError) {
    var failure: SQLiteError?
    script.withCString { start in
      var cursor: UnsafePointer<CChar>? = start
      while let text = cursor, text.pointee != 0, failure == nil {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, text, -1, &prepared, &cursor)
        guard code == SQLITE_OK else {
          failure = error(code, sql: String(cString: text))
          return
        }
        guard let prepared else { continue }
        let statement = SQLiteStatement(
          handle: prepared, sql: sqlite3_sql(prepared).map { String(cString: $0) } ?? "")
        do throws(SQLiteError) {
          while try statement.step() {}
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }

  /// The first column of the first row, or nil when there is no row.
  package func value(
    _ sql: String, _ bindings: [SQLiteValue] = []
  ) throws(SQLiteError) -> SQLiteValue? {
    let statement = try cachedStatement(sql)
    defer { statement.finish() }
    try statement.bind(bindings)
    return try statement.step() ? statement.value(at: 0) : nil
  }

  /// The first column of the first row as an integer; nil for no row or NULL.
  package func integer(
    _ sql: String, _ bindings: [SQLiteValue] = []
  ) throws(SQLiteError) -> Int64? {
    let statement = try cachedStatement(sql)
    defer { statement.finish() }
    try statement.bind(bindings)
    return try statement.step() && !statement.isNull(at: 0) ? statement.integer(at: 0) : nil
  }

  /// The first column of the first row as text; nil for no row or NULL.
  package func text(
    _ sql: String, _ bindings: [SQLiteValue] = []
  ) throws(SQLiteError) -> String? {
    let statement = try cachedStatement(sql)
    defer { statement.finish() }
    try statement.bind(bindings)
    return try statement.step() && !statement.isNull(at: 0) ? statement.string(at: 0) : nil
  }

  /// The first column of the first row as bytes; nil for no row or NULL.
  package func data(
    _ sql: String, _ bindings: [SQLiteValue] = []
  ) throws(SQLiteError) -> Data? {
    let statement = try cachedStatement(sql)
    defer { statement.finish() }
    try statement.bind(bindings)
    return try statement.step() && !statement.isNull(at: 0) ? statement.data(at: 0) : nil
  }

  /// Every row, every column: for small answers and tests.
  package func rows(
    _ sql: String, _ bindings: [SQLiteValue] = []
  ) throws(SQLiteError) -> [[SQLiteValue]] {
    let statement = try cachedStatement(sql)
    defer { statement.finish() }
    try statement.bind(bindings)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.row()) }
    return rows
  }
}
