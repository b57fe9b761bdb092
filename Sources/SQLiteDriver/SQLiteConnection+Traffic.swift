internal import CSQLite

/// What a connection has moved between its cache and the file.
package struct SQLiteTraffic: Sendable, Equatable {
  /// Pages that were not in the cache when they were needed.
  package var pagesRead = 0
  /// Pages written to the file or to the write-ahead log.
  package var pagesWritten = 0

  package init(pagesRead: Int = 0, pagesWritten: Int = 0) {
    self.pagesRead = pagesRead
    self.pagesWritten = pagesWritten
  }
}

extension SQLiteConnection {
  /// The pages moved since the connection was opened.
  package var traffic: SQLiteTraffic {
    SQLiteTraffic(
      pagesRead: status(SQLITE_DBSTATUS_CACHE_MISS),
      pagesWritten: status(SQLITE_DBSTATUS_CACHE_WRITE))
  }

  private func status(_ what: Int32) -> Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, what, &current, &highest, 0)
    return Int(current)
  }
}
