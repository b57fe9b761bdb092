internal import CSQLite

/// A statement that begins to run; lives only as long as the call that delivers it.
package struct SQLiteTraceEvent {
  let statement: OpaquePointer

  /// The statement's text, with its parameters unfilled.
  package var sql: String {
    sqlite3_sql(statement).map { String(cString: $0) } ?? ""
  }

  /// The text with the bound values in place. Costs a copy of every value: ask only when
  /// it is shown.
  package var expandedSQL: String {
    guard let text = sqlite3_expanded_sql(statement) else { return sql }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }
}

/// What the trace callback reads: kept in raw memory, so that counting costs an addition.
struct TraceState {
  var statementCount = 0
  var hook: ((SQLiteTraceEvent) -> Void)?
  var profileHook: ((SQLiteProfileEvent) -> Void)?
  /// The rows that running statements have given, while somebody listens.
  var rowCounts: [OpaquePointer: Int] = [:]
  /// When running statements began, while somebody listens.
  var starts: [OpaquePointer: ContinuousClock.Instant] = [:]
}

extension TraceState {
  /// A row that a statement gave, or its end.
  mutating func note(_ kind: UInt32, _ statement: OpaquePointer) {
    guard kind == UInt32(SQLITE_TRACE_PROFILE) else {
      rowCounts[statement, default: 0] += 1
      return
    }
    let rows = rowCounts.removeValue(forKey: statement) ?? 0
    // SQLite's own clock knows milliseconds only.
    let now = ContinuousClock.now
    let time = (starts.removeValue(forKey: statement) ?? now).duration(to: now).components
    let nanoseconds = time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
    profileHook?(
      SQLiteProfileEvent(statement: statement, nanoseconds: nanoseconds, rowCount: rows))
  }
}

extension SQLiteConnection {
  /// How many statements this connection has run since it was opened, including BEGIN and
  /// COMMIT and those run through a raw handle; steps of triggers do not count.
  package var statementCount: Int { tracing.pointee.statementCount }

  /// Called for every statement as it begins to run. The hook may not use the connection.
  package func setTraceHook(_ hook: ((SQLiteTraceEvent) -> Void)?) {
    tracing.pointee.hook = hook
  }

  func installTrace() {
    let profiling = tracing.pointee.profileHook == nil ? 0 : SQLITE_TRACE_PROFILE | SQLITE_TRACE_ROW
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | profiling),
      { kind, context, statement, text in
        guard let context, let statement else { return 0 }
        let prepared = OpaquePointer(statement)
        guard kind == UInt32(SQLITE_TRACE_STMT) else {
          context.assumingMemoryBound(to: TraceState.self).pointee
            .note(kind, prepared)
          return 0
        }
        // For a step of a trigger SQLite passes a comment instead of the statement's text.
        guard UnsafeRawPointer(sqlite3_sql(prepared)) == UnsafeRawPointer(text) else { return 0 }
        let state = context.assumingMemoryBound(to: TraceState.self)
        state.pointee.statementCount &+= 1
        if state.pointee.profileHook != nil {
          state.pointee.starts[prepared] = ContinuousClock.now
        }
        if let hook = state.pointee.hook { hook(SQLiteTraceEvent(statement: prepared)) }
        return 0
      }, tracing)
  }
}
