import Foundation
import SQLiteDriver

/// What a store is like before a migration in place.
struct MigrationSource {
  /// One line of `sqlite_master`.
  struct Item: Equatable {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  /// One line of `Z_PRIMARYKEY`.
  struct KeyRow: Equatable {
    let number: Int64
    let name: String
    let superNumber: Int64
    let highest: Int64
  }

  let found: FoundTables
  let items: [Item]
  let keys: [KeyRow]
  let metadata: [String: Any]

  init(_ connection: SQLiteConnection, _ metadata: [String: Any]) throws {
    self.metadata = metadata
    found = try FoundTables.read(connection, metadata)
    items = try Self.items(connection)
    keys = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT"
    ).map {
      KeyRow(
        number: $0[0].integer ?? 0, name: $0[1].text ?? "", superNumber: $0[2].integer ?? 0,
        highest: $0[3].integer ?? 0)
    }
  }

  /// What a database holds, in the order of making.
  static func items(_ connection: SQLiteConnection) throws -> [Item] {
    try connection.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    ).map {
      Item(
        type: $0[0].text ?? "", name: $0[1].text ?? "", table: $0[2].text ?? "",
        sql: $0[3].text ?? "")
    }
  }

  /// The statement that made a table.
  func statement(ofTable name: String) -> String? {
    items.first { $0.type == "table" && $0.name == name }?.sql
  }

  /// The highest key handed out in an entity's table.
  func highestKey(_ entity: String) -> Int64 { keys.first { $0.name == entity }?.highest ?? 0 }
}
