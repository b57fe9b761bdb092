private import SQLiteDriver

/// What the shell's `.dump` prints: SQL that makes the database again.
extension ReadOnlyDatabase {
  /// Hands out the dump line by line, each with its newline.
  package func dump(tablesLike pattern: String? = nil, _ emit: ([UInt8]) throws -> Void) throws {
    let filter = pattern == nil ? "" : "name LIKE ?1 ESCAPE '\\' AND "
    let arguments: [SQLiteValue] = pattern.map { [.text($0)] } ?? []
    try emit(Array("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n".utf8))
    let tables = try texts(
      "SELECT name, sql FROM sqlite_schema WHERE \(filter)type == 'table' AND sql NOT NULL "
        + "ORDER BY tbl_name = 'sqlite_sequence', rowid", arguments)
    for table in tables {
      guard let name = table[0], let sql = table[1] else { continue }
      try emit(Array(Self.dumpLine(sql, table: name).utf8))
      try dumpRows(of: name, emit)
    }
    let others = try texts(
      "SELECT sql FROM sqlite_schema WHERE \(filter)sql NOT NULL "
        + "AND type IN ('index', 'trigger', 'view')", arguments)
    for row in others {
      guard let sql = row[0] else { continue }
      try emit(Array((Self.schemaLine(sql) + "\n").utf8))
    }
    try emit(Array("COMMIT;\n".utf8))
  }

  private static func dumpLine(_ sql: String, table: String) -> String {
    if table == "sqlite_sequence" { return "DELETE FROM sqlite_sequence;\n" }
    if table.hasPrefix("sqlite_stat") { return "ANALYZE sqlite_schema;\n" }
    return schemaLine(sql) + "\n"
  }

  private func dumpRows(of table: String, _ emit: ([UInt8]) throws -> Void) throws {
    let name = SQLLiteral.name(table)
    let prefix = Array("INSERT INTO \(name) VALUES(".utf8)
    try run("SELECT * FROM \(name)", begin: { _ in }) { row in
      var line = prefix
      for column in 0..<row.count {
        if column > 0 { line.append(UInt8(ascii: ",")) }
        line += SQLLiteral.value(row, column)
      }
      try emit(line + Array(");\n".utf8))
    }
  }
}
