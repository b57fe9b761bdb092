private import SQLiteDriver

/// What the shell's `.dump` prints: SQL that makes the database again.
extension ReadOnlyDatabase {
  /// Hands out the dump line by line, each with its newline.
  package func dump(tablesLike pattern: String? = nil, _ emit: ([UInt8]) throws -> Void) throws {
    let filter = pattern == nil ? "" : Self.likeFilter + " AND "
    let arguments: [SQLiteValue] = pattern.map { [.text($0)] } ?? []
    try emit(Array("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n".utf8))
    let tables = try texts(
      "SELECT name, sql FROM sqlite_schema AS o WHERE \(filter)type == 'table' AND sql NOT NULL "
        + "ORDER BY tbl_name = 'sqlite_sequence', rowid", arguments)
    var hasVirtual = false
    for table in tables {
      guard let name = table[0], let sql = table[1] else { continue }
      if Self.isVirtual(sql) {
        if !hasVirtual { try emit(Array("PRAGMA writable_schema=ON;\n".utf8)) }
        hasVirtual = true
        try emit(Array(Self.virtualLine(sql, table: name).utf8))
        continue
      }
      try emit(Array(Self.dumpLine(sql, table: name).utf8))
      try dumpRows(of: name, emit)
    }
    let others = try texts(
      "SELECT sql FROM sqlite_schema AS o WHERE \(filter)sql NOT NULL "
        + "AND type IN ('index', 'trigger', 'view')", arguments)
    for row in others {
      guard let sql = row[0] else { continue }
      try emit(Array((Self.schemaLine(sql) + "\n").utf8))
    }
    if hasVirtual { try emit(Array("PRAGMA writable_schema=OFF;\n".utf8)) }
    try emit(Array("COMMIT;\n".utf8))
  }

  /// A name that is like the pattern, or a table in which such a virtual table keeps its rows.
  private static let likeFilter =
    "(name LIKE ?1 ESCAPE '\\' OR EXISTS (SELECT 1 FROM sqlite_schema "
    + "WHERE name LIKE ?1 ESCAPE '\\' AND sql LIKE 'CREATE VIRTUAL TABLE%' "
    + "AND substr(o.name, 1, length(name) + 1) == (name || '_')))"

  private static func dumpLine(_ sql: String, table: String) -> String {
    if table == "sqlite_sequence" { return "DELETE FROM sqlite_sequence;\n" }
    if table.hasPrefix("sqlite_stat") { return "ANALYZE sqlite_schema;\n" }
    return schemaLine(sql) + "\n"
  }

  /// A virtual table is put into the schema as it is: its rows lie in tables of their own.
  private static func virtualLine(_ sql: String, table: String) -> String {
    let name = table.replacing("'", with: "''")
    let text = sql.replacing("'", with: "''")
    return "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)"
      + "VALUES('table','\(name)','\(name)',0,'\(text)');\n"
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
