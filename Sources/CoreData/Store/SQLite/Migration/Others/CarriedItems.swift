import Foundation
import SQLiteDriver

/// Carries what the application has made in a store's file over to the file that a migration by copying
/// has made: its tables with their rows, its indexes, triggers and views.
struct CarriedItems {
  let migration: CopyingMigration

  /// Carries over what works with the new tables.
  ///
  /// - Parameter place: the finished new store, closed.
  /// - Returns: what does not.
  func carry(to place: URL) throws -> [LostItem] {
    let from = try SQLiteConnection(
      path: migration.store.url.path, options: SQLiteOpenOptions(mode: .readOnly))
    let source = try MigrationSource(
      from, SQLiteMetadata.read(from: from, path: migration.store.url.path))
    let old = try SQLSchema(
      model: migration.sourceModel,
      configuration: StoreMetadata.configuration(
        of: source.metadata, in: migration.sourceModel, migration.configuration),
      found: source.found)
    let others = FileOwnership(old).others(source.items)
    guard !others.isEmpty else { return [] }
    let to = try SQLiteConnection(path: place.path, options: SQLiteOpenOptions(mode: .readWrite))
    let target = try MigrationSource(to, SQLiteMetadata.read(from: to, path: place.path))
    let new = try SQLSchema(
      model: migration.destinationModel, configuration: migration.configuration,
      found: target.found)
    return try to.transaction(.immediate) {
      var lost: [LostItem] = []
      for table in others where table.type == "table" {
        lost += try CarriedTable(item: table, from: from, to: to).carry().map { [$0] } ?? []
      }
      let rest = try OtherItems(
        others.filter { $0.type != "table" }, among: source.items,
        after: MigrationSource.items(to).map(\.sql),
        SchemaRenames(migration.mapping, source.found, old, new))
      return lost + rest.lost + OtherItems.make(rest.kept, to)
    }
  }
}

/// One table of the application's own.
struct CarriedTable {
  let item: MigrationSource.Item
  let from: SQLiteConnection
  let to: SQLiteConnection

  /// Makes the table and copies its rows.
  ///
  /// - Returns: why that cannot be done; nil if it was.
  func carry() throws -> LostItem? {
    let kind = try from.rows(
      "SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?",
      [.text(item.name)]
    ).first
    // Its virtual table brings it.
    if kind?[0].text == "shadow" { return nil }
    if item.name.hasPrefix("ANSCK") {
      return LostItem(item, "it is CloudKit’s, which names objects by keys that are given anew")
    }
    if try has(item.name) {
      return LostItem(item, "the new model needs a table of that name")
    }
    do {
      try to.transaction { try to.execute(item.sql) }
    } catch {
      return LostItem(item, (error as? SQLiteError)?.message ?? "\(error)")
    }
    guard kind?[0].text == "virtual" else {
      try copy(item.name)
      return nil
    }
    for shadow in try from.rows(
      "SELECT name FROM pragma_table_list WHERE type = 'shadow' AND name LIKE ? ESCAPE '\\'",
      [.text(item.name.replacing("_", with: "\\_") + "\\_%")]
    ).compactMap({ $0[0].text }) where try has(shadow) {
      try to.execute("DELETE FROM \(SQLName.quoted(shadow))")
      try copy(shadow)
    }
    return nil
  }

  private func has(_ name: String) throws -> Bool {
    try to.integer("SELECT 1 FROM sqlite_master WHERE name = ?", [.text(name)]) != nil
  }

  /// Copies the rows of a table, with the keys that are not among the columns.
  private func copy(_ table: String) throws {
    let info = try from.rows(
      "SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden = 0", [.text(table)])
    var names = info.compactMap { $0[0].text }.map(SQLName.quoted)
    let keys = info.filter { $0[2].integer ?? 0 > 0 }
    let hasKey = keys.count == 1 && keys[0][1].text?.uppercased() == "INTEGER"
    let isKeyed = try from.integer(
      "SELECT wr FROM pragma_table_list WHERE name = ?", [.text(table)])
    if isKeyed == 0, !hasKey, !info.contains(where: { $0[0].text?.lowercased() == "rowid" }) {
      names.insert("rowid", at: 0)
    }
    let list = names.joined(separator: ", ")
    let rows = try from.prepare("SELECT \(list) FROM \(SQLName.quoted(table))")
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    let insertion = try to.prepare(
      "INSERT INTO \(SQLName.quoted(table)) (\(list)) VALUES (\(marks))")
    while try rows.step() {
      try insertion.bind(rows.row())
      try insertion.run()
      insertion.reset()
    }
    try copySequence(table)
  }

  /// Keys that were handed out once are not handed out again.
  private func copySequence(_ table: String) throws {
    guard item.sql.uppercased().contains("AUTOINCREMENT"),
      let highest = try from.integer(
        "SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(table)])
    else { return }
    try to.execute("DELETE FROM sqlite_sequence WHERE name = ?", [.text(table)])
    try to.execute(
      "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [.text(table), .integer(highest)])
  }
}
