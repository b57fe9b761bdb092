import Foundation
import SQLiteDriver

/// A copy of a store without its rows: what a migration makes of the file's tables, indexes, triggers and
/// views is seen on it in no time, however many rows there are.
package enum StoreSkeleton {
  /// Makes one.
  ///
  /// - Parameters:
  ///   - store: an SQLite store; it is only read.
  ///   - place: where the copy goes.
  package static func make(of store: URL, at place: URL) throws {
    let from = try SQLiteConnection(path: store.path, options: SQLiteOpenOptions(mode: .readOnly))
    let to = try SQLiteConnection(path: place.path)
    try TriggerReports().register(with: to)
    try to.registerPredicateFunctions()
    try to.transaction {
      let items = try MigrationSource.items(from)
      // What cannot be made here, for want of a function of the application's, is left out.
      for item in items where item.type == "table" && !item.name.hasPrefix("sqlite_") {
        // What cannot be made without the program is not what is looked at here.
        try? to.transaction { try to.execute(item.sql) }
      }
      for table in ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]
      where items.contains(where: { $0.name == table }) {
        for row in try from.rows("SELECT * FROM \(table)") {
          let marks = row.map { _ in "?" }.joined(separator: ", ")
          try to.execute("INSERT INTO \(table) VALUES (\(marks))", row)
        }
      }
      for item in items where item.type != "table" {
        try? to.transaction { try to.execute(item.sql) }
      }
    }
  }
}

/// How much a store's persistent history holds.
package enum HistoryCount {
  /// The number of changes by the name of their entity; empty without a history.
  package static func changes(_ store: URL) throws -> [String: Int] {
    let connection = try SQLiteConnection(
      path: store.path, options: SQLiteOpenOptions(mode: .readOnly))
    guard
      try connection.integer("SELECT 1 FROM sqlite_master WHERE name = 'ACHANGE'") != nil
    else { return [:] }
    let rows = try connection.rows(
      "SELECT Z_NAME, count(*) FROM ACHANGE JOIN Z_PRIMARYKEY ON Z_PRIMARYKEY.Z_ENT = ZENTITY "
        + "GROUP BY ZENTITY")
    return Dictionary(
      rows.map { ($0[0].text ?? "", Int($0[1].integer ?? 0)) }, uniquingKeysWith: +)
  }
}
