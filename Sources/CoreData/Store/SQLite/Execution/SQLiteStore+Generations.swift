import Foundation
import SQLiteDriver

/// Reading one state of a file while others write it: a read transaction on a connection of its own.
extension SQLiteStore {
  /// A store that goes on reading the file as it is now, with a row cache of its own.
  package func readerOfPresentState() throws -> (any StoreEngine)? {
    try checkGenerations()
    let connection = try SQLiteConnection.reading(url)
    try connection.registerPredicateFunctions()
    let reader = SQLiteStore(
      url: url, connection: connection, model: model, schema: schema, isReadOnly: true,
      triggerReports: TriggerReports())
    reader.isStrict = isStrict
    try connection.begin(.deferred)
    // The first statement that reads decides on the state.
    _ = try connection.integer("SELECT count(*) FROM Z_METADATA")
    return reader
  }

  /// Only a write-ahead log lets others write while an old state is read.
  package func checkGenerations() throws {
    let mode = try connection.text("PRAGMA journal_mode") ?? ""
    guard mode.lowercased() == "wal" else {
      throw SQLiteStoreError.noGenerations(path: url.path, journal: mode)
    }
  }
}
