internal import CSQLite

extension SQLiteConnection {
  /// What a transaction locks when it begins.
  package enum TransactionKind: String, Sendable {
    case deferred = "DEFERRED"
    case immediate = "IMMEDIATE"
    case exclusive = "EXCLUSIVE"
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// A number that becomes another one with each change of the file that this connection has come to
  /// know of, by itself or by others, when it last read or locked the file. Asking runs no statement.
  package var contentVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// Begins a transaction; one may be open at a time.
  package func begin(_ kind: TransactionKind = .deferred) throws(SQLiteError) {
    try run("BEGIN \(kind.rawValue)")
  }

  /// Commits the open transaction. After a failure it is still open (as when another
  /// connection reads): commit again, or roll back.
  package func commit() throws(SQLiteError) {
    try run("COMMIT")
  }

  /// Rolls the open transaction back; does nothing when SQLite already has.
  package func rollback() throws(SQLiteError) {
    guard isInTransaction else { return }
    try run("ROLLBACK")
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  ///
  /// Inside another transaction it is a savepoint, so that a part may fail alone.
  package func transaction<Result>(
    _ kind: TransactionKind = .deferred, _ body: () throws -> Result
  ) throws -> Result {
    let isNested = isInTransaction
    try isNested ? run("SAVEPOINT corebook") : begin(kind)
    do {
      let result = try body()
      try isNested ? run("RELEASE corebook") : commit()
      return result
    } catch {
      // The error that led here counts. What cannot be rolled back says so at the next BEGIN.
      if isNested && isInTransaction {
        try? run("ROLLBACK TO corebook")
        try? run("RELEASE corebook")
      } else {
        try? rollback()
      }
      throw error
    }
  }
}
