package import SQLiteDriver

/// What the shell's `.schema`, `.tables` and `.indexes` print.
extension ReadOnlyDatabase {
  /// The statements that made the tables whose name is like `pattern`, with their indexes and
  /// triggers, in the order of their making; all of them without a pattern.
  package func schema(like pattern: String? = nil) throws(SQLiteError) -> [String] {
    let condition = pattern == nil ? "" : " AND lower(tbl_name) LIKE lower(?1) ESCAPE '\\'"
    let rows = try texts(
      "SELECT sql, type, name FROM sqlite_schema WHERE sql IS NOT NULL\(condition) ORDER BY rowid",
      pattern.map { [.text($0)] } ?? [])
    var lines: [String] = []
    for row in rows {
      guard let sql = row[0] else { continue }
      guard row[1] == "view" || Self.isVirtual(sql), let name = row[2] else {
        lines.append(Self.schemaLine(sql))
        continue
      }
      let columns = try texts("SELECT name FROM pragma_table_info(?1)", [.text(name)])
      let list = columns.compactMap { $0[0] }.map(SQLLiteral.name).joined(separator: ",")
      lines.append(sql + "\n/* \(SQLLiteral.name(name))(\(list)) */;")
    }
    return lines
  }

  /// The names of tables and views, sorted.
  package func tables(like pattern: String? = nil) throws(SQLiteError) -> [String] {
    try names(
      "type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", "name", pattern)
  }

  /// The names of the indexes of tables, sorted.
  package func indexes(ofTablesLike pattern: String? = nil) throws(SQLiteError) -> [String] {
    try names("type = 'index'", "tbl_name", pattern)
  }

  private func names(
    _ condition: String, _ column: String, _ pattern: String?
  ) throws(SQLiteError) -> [String] {
    let filter = pattern == nil ? "" : " AND \(column) LIKE ?1"
    let rows = try texts(
      "SELECT name FROM sqlite_schema WHERE \(condition)\(filter) ORDER BY 1",
      pattern.map { [.text($0)] } ?? [])
    return rows.compactMap { $0.first ?? nil }
  }

  /// Whether a statement makes a virtual table, such as the R-tree of a location index.
  static func isVirtual(_ sql: String) -> Bool {
    sql.hasPrefix("CREATE VIRTUAL TABLE")
  }

  /// A statement as the shell prints it.
  static func schemaLine(_ sql: String) -> String {
    for quote in ["'", "\""] where sql.hasPrefix("CREATE TABLE \(quote)") {
      return "CREATE TABLE IF NOT EXISTS " + sql.dropFirst("CREATE TABLE ".count) + ";"
    }
    return sql + ";"
  }

  /// Names in columns that fill 80 characters, as the shell lays them out.
  package static func columns(_ names: [String]) -> [String] {
    let width = names.map(\.utf8.count).max() ?? 0
    let perLine = max(1, 80 / (width + 2))
    let lines = (names.count + perLine - 1) / perLine
    return (0..<lines).map { line in
      stride(from: line, to: names.count, by: lines).map { index in
        let padding = String(repeating: " ", count: max(0, width - names[index].utf8.count))
        return (index < lines ? "" : "  ") + names[index] + padding
      }.joined()
    }
  }
}

extension ReadOnlyDatabase {
  /// The names of a table's columns, in their order.
  package func columns(of table: String) throws(SQLiteError) -> [String] {
    try texts("SELECT name FROM pragma_table_info(?1)", [.text(table)]).compactMap { $0[0] }
  }

  /// The columns of a table with the types that its statement gives them.
  package func typedColumns(
    of table: String
  ) throws(SQLiteError) -> [(name: String, type: String)] {
    try texts("SELECT name, type FROM pragma_table_info(?1)", [.text(table)]).compactMap { row in
      row[0].map { ($0, row[1] ?? "") }
    }
  }
}
