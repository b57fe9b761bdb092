import Foundation

/// Tells what the framework has made in a store's file from what others have.
struct FileOwnership {
  private let tables: Set<String>
  private let triggers: Set<String>
  private let entities: [String]

  /// - Parameter schema: the store's schema by its model.
  init(_ schema: SQLSchema) {
    tables = Set(schema.tables.map(\.name))
    triggers = Set(schema.triggers)
    entities = schema.entitiesInOrder.map(\.name)
  }

  /// Whether a table is one of the model's entities and relationships.
  func isModels(_ table: String) -> Bool { tables.contains(table) }

  /// Whether something is the framework's.
  func isFrameworks(_ item: MigrationSource.Item) -> Bool {
    if item.name.hasPrefix("sqlite_") || item.name.hasPrefix("Z_RT_") { return true }
    switch item.type {
    case "table": return isModels(item.name) || Self.bookkeeping.contains(item.name)
    case "index": return Self.bookkeeping.contains(item.table) || isFrameworksIndex(item)
    case "trigger": return item.name.hasPrefix("Z_DA_") || triggers.contains(item.sql)
    default: return false
    }
  }

  /// What the application has made, in the order of making.
  func others(_ items: [MigrationSource.Item]) -> [MigrationSource.Item] {
    items.filter { !isFrameworks($0) }
  }

  private static let bookkeeping: Set<String> = [
    "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING",
  ]

  /// Whether an index is the framework's (format facts 33 to 46), also of an older generation, whose
  /// name has the numbers or the table of then (fact 76).
  private func isFrameworksIndex(_ item: MigrationSource.Item) -> Bool {
    if entities.contains(where: { item.name.hasPrefix("Z_\($0)_") }) { return true }
    let columns = Self.columns(item.sql)
    guard item.name.hasPrefix("Z"), let first = columns.first else { return false }
    if item.name.hasSuffix("_\(first)_INDEX") { return true }
    if columns.count > 1, item.name.hasSuffix("_" + columns.joined(separator: "_")) { return true }
    // A join table's, with a number that its column no longer has.
    return item.name.contains(#/^Z_\d+.*_Z_\d+[^_]*_INDEX$/#)
  }

  /// The columns in the first parentheses of a statement.
  private static func columns(_ sql: String) -> [String] {
    guard let start = sql.firstIndex(of: "("), let end = sql[start...].firstIndex(of: ")") else {
      return []
    }
    return sql[sql.index(after: start)..<end].split(separator: ",").map { column in
      (column.split(separator: " ").first ?? "").filter { $0 != "\"" }
    }
  }
}
