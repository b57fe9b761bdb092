internal import CSQLite

/// A statement that has finished; lives only as long as the call that delivers it.
package struct SQLiteProfileEvent {
  let statement: OpaquePointer
  /// How long it ran.
  package let nanoseconds: Int64
  /// How many rows it gave.
  package let rowCount: Int

  /// The statement's text, with its parameters unfilled.
  package var sql: String { SQLiteTraceEvent(statement: statement).sql }

  /// The text with the bound values in place.
  package var expandedSQL: String { SQLiteTraceEvent(statement: statement).expandedSQL }

  /// Whether the statement is a question: it leaves the file as it is and has columns.
  package var isQuery: Bool {
    sqlite3_stmt_readonly(statement) != 0 && sqlite3_column_count(statement) > 0
  }
}

extension SQLiteConnection {
  /// Called for every statement as it finishes, with its time and its number of rows. While it is
  /// set, every row costs a call; nil takes it away. The hook may not use the connection.
  package func setProfileHook(_ hook: ((SQLiteProfileEvent) -> Void)?) {
    tracing.pointee.profileHook = hook
    tracing.pointee.rowCounts = [:]
    tracing.pointee.starts = [:]
    installTrace()
  }
}
