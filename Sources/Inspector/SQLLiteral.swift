/// Values and names as SQL text, the way the shell's `.dump` writes them.
enum SQLLiteral {
  /// A table's name, in quotes where SQL needs them.
  static func name(_ name: String) -> String {
    let first = name.unicodeScalars.first
    let startsWell = first.map { $0 == "_" || $0.isASCII && $0.properties.isAlphabetic } ?? false
    let isPlain = name.unicodeScalars.allSatisfy {
      $0 == "_" || $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
    }
    guard !startsWell || !isPlain || keywords.contains(name.uppercased()) else { return name }
    return "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  static func value(_ row: SQLRow, _ column: Int) -> [UInt8] {
    switch row.kind(column) {
    case .null: Array("NULL".utf8)
    case .integer: row.bytes(column)
    case .real(let number): Array(real(number).utf8)
    case .text: text(row.bytes(column))
    case .blob: blob(row.bytes(column))
    }
  }

  /// Below this SQLite reads some numbers as their neighbours, and the smallest as zero. A product with
  /// 2 to the power of -1022 is exact, and so are its factors.
  private static let smallestRead = 1e-286

  static func real(_ number: Double) -> String {
    if number == .infinity { return "1e999" }
    if number == -.infinity { return "-1e999" }
    if let whole = Int64(exactly: number) { return "\(whole).0" }
    guard abs(number) < smallestRead else { return SQLRow.preciseText(number) }
    let factor = SQLRow.preciseText(number * 0x1p1022)
    return "(\(factor)*2.2250738585072014e-308)"
  }

  private static func blob(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("X'".utf8)
    text.reserveCapacity(bytes.count * 2 + 3)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    text.append(UInt8(ascii: "'"))
    return text
  }

  /// A text; one with zero bytes, which end a literal, from its bytes.
  private static func text(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0) else { return text(bytes[...]) }
    return Array("CAST(".utf8) + blob(bytes) + Array(" AS TEXT)".utf8)
  }

  /// A string; newlines and returns are written through `replace`, so that a line stays a line.
  private static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let newline = bytes.contains(0x0A) ? stand(in: bytes, "\\n", "\\012") : nil
    let carriage = bytes.contains(0x0D) ? stand(in: bytes, "\\r", "\\015") : nil
    var text: [UInt8] = []
    if newline != nil { text += Array("replace(".utf8) }
    if carriage != nil { text += Array("replace(".utf8) }
    text.append(UInt8(ascii: "'"))
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "'"): text += [byte, byte]
      case 0x0A: text += Array((newline ?? "").utf8)
      case 0x0D: text += Array((carriage ?? "").utf8)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "'"))
    if let carriage { text += Array(",'\(carriage)',char(13))".utf8) }
    if let newline { text += Array(",'\(newline)',char(10))".utf8) }
    return text
  }

  /// A stand-in for a control character that does not occur in the text itself.
  private static func stand(
    in bytes: ArraySlice<UInt8>, _ first: String, _ second: String
  ) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if !text.contains(first) { return first }
    if !text.contains(second) { return second }
    var number = 0
    while text.contains("(\(first)\(number))") { number += 1 }
    return "(\(first)\(number))"
  }

  private static let keywords: Set<String> = [
    "ABORT", "ACTION", "ADD", "AFTER", "ALL", "ALTER", "ALWAYS", "ANALYZE", "AND", "AS", "ASC",
    "ATTACH", "AUTOINCREMENT", "BEFORE", "BEGIN", "BETWEEN", "BY", "CASCADE", "CASE", "CAST",
    "CHECK", "COLLATE", "COLUMN", "COMMIT", "CONFLICT", "CONSTRAINT", "CREATE", "CROSS",
    "CURRENT", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "DATABASE", "DEFAULT",
    "DEFERRABLE", "DEFERRED", "DELETE", "DESC", "DETACH", "DISTINCT", "DO", "DROP", "EACH",
    "ELSE", "END", "ESCAPE", "EXCEPT", "EXCLUDE", "EXCLUSIVE", "EXISTS", "EXPLAIN", "FAIL",
    "FILTER", "FIRST", "FOLLOWING", "FOR", "FOREIGN", "FROM", "FULL", "GENERATED", "GLOB",
    "GROUP", "GROUPS", "HAVING", "IF", "IGNORE", "IMMEDIATE", "IN", "INDEX", "INDEXED",
    "INITIALLY", "INNER", "INSERT", "INSTEAD", "INTERSECT", "INTO", "IS", "ISNULL", "JOIN",
    "KEY", "LAST", "LEFT", "LIKE", "LIMIT", "MATCH", "MATERIALIZED", "NATURAL", "NO", "NOT",
    "NOTHING", "NOTNULL", "NULL", "NULLS", "OF", "OFFSET", "ON", "OR", "ORDER", "OTHERS",
    "OUTER", "OVER", "PARTITION", "PLAN", "PRAGMA", "PRECEDING", "PRIMARY", "QUERY", "RAISE",
    "RANGE", "RECURSIVE", "REFERENCES", "REGEXP", "REINDEX", "RELEASE", "RENAME", "REPLACE",
    "RESTRICT", "RETURNING", "RIGHT", "ROLLBACK", "ROW", "ROWS", "SAVEPOINT", "SELECT", "SET",
    "TABLE", "TEMP", "TEMPORARY", "THEN", "TIES", "TO", "TRANSACTION", "TRIGGER", "UNBOUNDED",
    "UNION", "UNIQUE", "UPDATE", "USING", "VACUUM", "VALUES", "VIEW", "VIRTUAL", "WHEN", "WHERE",
    "WINDOW", "WITH", "WITHOUT",
  ]
}
