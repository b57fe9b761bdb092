internal import CSQLite

/// A compiled statement: bind, step, read, finish.
///
/// Parameters count from 1, as `?1` does; columns count from 0. Stepping and reading
/// allocate nothing and touch no reference count; what is read as a buffer is valid until
/// the next step. Loops that need still less take `handle` and call SQLite themselves.
package final class SQLiteStatement {
  /// SQLite's own handle.
  package let handle: OpaquePointer
  /// The text the statement was compiled from.
  package let sql: String

  var isInUse = false
  var lastUse = 0

  init(handle: OpaquePointer, sql: String) {
    self.handle = handle
    self.sql = sql
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Goes to the next row.
  ///
  /// - Returns: false when there is none; the statement then starts again by itself.
  /// - Throws: whatever the statement ran into; it is reset first, so that it can be bound
  ///   and run again.
  @inlinable
  package func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Steps once and expects no row: INSERT, UPDATE, DELETE.
  @inlinable
  package func run() throws(SQLiteError) {
    while try step() {}
    sqlite3_reset(handle)
  }

  /// Back to before the first row; bindings stay.
  @inlinable
  package func reset() {
    sqlite3_reset(handle)
  }

  /// Takes the statement into use, if it is idle; says whether it was. For those who keep it.
  package func claim() -> Bool {
    if isInUse { return false }
    isInUse = true
    return true
  }

  /// Resets, forgets the bindings, and gives a cached statement back to its connection.
  package func finish() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    isInUse = false
  }

  /// Whether the statement leaves the file as it is.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// How many parameters the statement has (the highest number among them).
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// The text with the bound values in place, as SQLite writes them.
  package var expandedSQL: String {
    guard let text = sqlite3_expanded_sql(handle) else { return sql }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }

  @usableFromInline
  func failure(_ code: Int32) -> SQLiteError {
    let connection = sqlite3_db_handle(handle)
    let cause = SQLiteError(connection: connection, code: code, sql: sql)
    sqlite3_reset(handle)
    guard cause.code == SQLITE_BUSY else { return cause }
    let path = sqlite3_db_filename(connection, "main").map { String(cString: $0) } ?? "the file"
    return SQLiteError(
      extendedCode: cause.extendedCode,
      message: "\(cause.message): another connection keeps \(path) locked", sql: sql)
  }
}
