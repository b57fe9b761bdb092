import Foundation
import SQLiteDriver

/// Reading one state of a file while others write it: a read transaction on a connection of its own. Of a
/// store in memory, which has one connection, a copy is read.
extension SQLiteStore {
  /// A store that goes on reading the file as it is now, with a row cache of its own.
  package func readerOfPresentState() throws -> (any StoreEngine)? {
    try checkGenerations()
    let isInMemory = connection.isInMemory
    let reading = try isInMemory ? copyInMemory() : SQLiteConnection.reading(url)
    try reading.registerPredicateFunctions()
    let reader = SQLiteStore(
      url: url, connection: reading, model: model, schema: schema, isReadOnly: true,
      triggerReports: TriggerReports())
    reader.isStrict = isStrict
    try reading.begin(.deferred)
    // The first statement that reads decides on the state.
    _ = try reading.integer("SELECT count(*) FROM Z_METADATA")
    reader.stamp = stamp
    try reader.lookAgain()
    return reader
  }

  private func copyInMemory() throws -> SQLiteConnection {
    let copy = try SQLiteConnection.inMemory()
    // A database in memory takes no pages of another size.
    if let size = try connection.integer("PRAGMA page_size") {
      _ = try copy.rows("PRAGMA page_size = \(size)")
    }
    try connection.backup(to: copy)
    return copy
  }

  /// Only a write-ahead log lets others write while an old state is read.
  package func checkGenerations() throws {
    if connection.isInMemory { return }
    let mode = try connection.text("PRAGMA journal_mode") ?? ""
    guard mode.lowercased() == "wal" else {
      throw SQLiteStoreError.noGenerations(path: url.path, journal: mode)
    }
  }
}
