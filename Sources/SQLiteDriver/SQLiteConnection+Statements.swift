internal import CSQLite

extension SQLiteConnection {
  /// Compiles one statement, for its caller alone.
  ///
  /// - Throws: the compiler's message with the place of the fault; also when the text holds
  ///   no statement, or more than one.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    try compile(sql, isPersistent: false)
  }

  /// Hands out the connection's own statement for a text, compiling it when it is new.
  ///
  /// Call `finish()` after the last row, which gives it back; without that the next request
  /// for the text compiles another one.
  package func cachedStatement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = cache.idleStatement(sql) {
      statement.isInUse = true
      return statement
    }
    let isLong = sql.utf8.count > Self.longText
    let statement = try compile(sql, isPersistent: !isLong)
    statement.isInUse = true
    // A statement of thousands of conditions takes megabytes and will hardly be asked for again.
    if !isLong { cache.insert(statement) }
    return statement
  }

  /// Runs `body` with a cached statement bound to `bindings`, and gives it back afterwards.
  package func withStatement<Result>(
    _ sql: String, _ bindings: [SQLiteValue] = [], _ body: (SQLiteStatement) throws -> Result
  ) throws -> Result {
    let statement = try cachedStatement(sql)
    defer { statement.finish() }
    try statement.bind(bindings)
    return try body(statement)
  }

  /// How many statements the cache keeps.
  package var cachedStatementCount: Int { cache.count }

  /// Forgets every cached statement; those in use live on with their users.
  package func removeCachedStatements() {
    cache.removeAll()
  }

  /// From so many bytes on a statement is one of hundreds of conditions.
  package static let longText = 16_384

  private func compile(_ sql: String, isPersistent: Bool) throws(SQLiteError) -> SQLiteStatement {
    let isLong = sql.utf8.count > Self.longText
    if isLong { csqlite_factor_constants(handle, 0) }
    defer { if isLong { csqlite_factor_constants(handle, 1) } }
    let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    var prepared: OpaquePointer?
    var hasTail = false
    let code = sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(handle, text, -1, flags, &prepared, &tail)
      hasTail = tail.map(Self.holdsMoreThanBlanks) ?? false
      return code
    }
    guard code == SQLITE_OK else { throw error(code, sql: sql) }
    guard let prepared else {
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE, message: "the text holds no statement", sql: sql)
    }
    let statement = SQLiteStatement(handle: prepared, sql: sql)
    guard !hasTail else {
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE,
        message: "the text holds more than one statement; use executeScript", sql: sql)
    }
    return statement
  }

  /// Comments after the statement are taken for a second one; only a script may have them.
  private static func holdsMoreThanBlanks(_ text: UnsafePointer<CChar>) -> Bool {
    var cursor = text
    while cursor.pointee != 0 {
      switch UInt8(bitPattern: cursor.pointee) {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"),
        UInt8(ascii: ";"):
        cursor += 1
      default: return true
      }
    }
    return false
  }
}
