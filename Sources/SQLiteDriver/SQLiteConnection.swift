internal import CSQLite

/// One connection to one SQLite file.
///
/// A connection serves one thread at a time (it is opened without a mutex and is not
/// Sendable); whoever owns it confines it to a queue. It has no state outside itself.
/// It closes when the last reference goes; statements that outlive it stay valid.
///
/// ```swift
/// let connection = try SQLiteConnection(path: "Books.sqlite")
/// try connection.execute("PRAGMA journal_mode = WAL")
/// let count = try connection.integer("SELECT count(*) FROM ZBOOK")
/// ```
package final class SQLiteConnection {
  /// SQLite's own handle, for loops that cannot afford a call through this class.
  package let handle: OpaquePointer
  /// The path the connection was opened with.
  package let path: String
  package let options: SQLiteOpenOptions

  var cache = StatementCache()
  let tracing: UnsafeMutablePointer<TraceState>
  let interrupter: SQLiteInterrupter
  var progressBox: Unmanaged<ProgressBox>?

  /// Opens a file.
  ///
  /// - Parameter path: a path, or `:memory:` for a database that dies with the connection.
  /// - Throws: `SQLITE_CANTOPEN` and its kin when the file cannot be opened. A file that is
  ///   no database is noticed by the first statement, as SQLite reads nothing before it.
  package init(path: String, options: SQLiteOpenOptions = .init()) throws(SQLiteError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(options.name(for: path), &opened, options.flags, nil)
    guard code == SQLITE_OK, let handle = opened else {
      let cause = SQLiteError(connection: opened, code: code)
      sqlite3_close_v2(opened)
      throw SQLiteError(
        extendedCode: cause.extendedCode, message: "\(cause.message): \(path)",
        systemError: cause.systemError)
    }
    self.handle = handle
    self.path = path
    self.options = options
    tracing = .allocate(capacity: 1)
    tracing.initialize(to: TraceState())
    interrupter = SQLiteInterrupter(handle: handle)
    sqlite3_busy_timeout(handle, options.busyTimeout)
    installTrace()
  }

  /// Opens a database in memory.
  package static func inMemory() throws(SQLiteError) -> SQLiteConnection {
    try SQLiteConnection(path: ":memory:")
  }

  /// Whether the database is in memory and dies with the connection.
  package var isInMemory: Bool { path == ":memory:" }

  deinit {
    interrupter.invalidate()
    sqlite3_trace_v2(handle, 0, nil, nil)
    sqlite3_progress_handler(handle, 0, nil, nil)
    progressBox?.release()
    cache.removeAll()
    sqlite3_close_v2(handle)
    tracing.deinitialize(count: 1)
    tracing.deallocate()
  }

  /// How many rows the last INSERT, UPDATE or DELETE touched.
  package var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Whether the file can only be read.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// How long a statement waits for another connection's lock, in milliseconds.
  package func setBusyTimeout(_ milliseconds: Int32) {
    sqlite3_busy_timeout(handle, milliseconds)
  }

  func error(_ code: Int32, sql: String? = nil) -> SQLiteError {
    let cause = SQLiteError(connection: handle, code: code, sql: sql)
    guard cause.code == SQLITE_BUSY else { return cause }
    return SQLiteError(
      extendedCode: cause.extendedCode,
      message: "\(cause.message): another connection keeps \(path) locked", sql: sql)
  }
}
