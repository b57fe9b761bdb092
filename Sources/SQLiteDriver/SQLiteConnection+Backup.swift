internal import CSQLite

extension SQLiteConnection {
  /// Copies the whole database, with what its write-ahead log holds, into another
  /// connection's, replacing what is there.
  ///
  /// - Parameters:
  ///   - pagesPerStep: how many pages to copy between two reports; -1 for all at once.
  ///   - progress: told how many pages remain and how many there are.
  package func backup(
    to destination: SQLiteConnection, pagesPerStep: Int32 = -1,
    progress: (_ remaining: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw destination.error(sqlite3_errcode(destination.handle))
    }
    var code = sqlite3_backup_step(backup, pagesPerStep)
    while code == SQLITE_OK {
      progress(
        Int(sqlite3_backup_remaining(backup)), Int(sqlite3_backup_pagecount(backup)))
      code = sqlite3_backup_step(backup, pagesPerStep)
    }
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw destination.error(code) }
    guard end == SQLITE_OK else { throw destination.error(end) }
  }

  /// Copies the whole database into a file.
  package func backup(toFile path: String) throws(SQLiteError) {
    try backup(to: SQLiteConnection(path: path))
  }
}
