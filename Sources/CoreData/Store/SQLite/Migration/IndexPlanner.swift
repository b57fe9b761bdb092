import Foundation

/// Which indexes and triggers go, stay and are made.
struct IndexPlanner {
  let map: MigrationMap
  let source: MigrationSource
  /// Old tables that go on, by their old names, with the new ones.
  let kept: [String: String]
  /// Old tables that go on with every name as it was.
  let untouched: Set<String>

  /// Statements that take away triggers, which must not run, and geographic indexes.
  func triggerRemovals() -> [String] {
    source.items.compactMap { item in
      if item.type == "trigger" { return "DROP TRIGGER \(quoted(item.name))" }
      return isTree(item) ? "DROP TABLE \(quoted(item.name))" : nil
    }
  }

  /// Statements that take away indexes of tables that stay which the new model does not have.
  func indexRemovals() -> [String] {
    source.items.filter {
      $0.type == "index" && kept[$0.table] != nil && !staysAsItIs($0) && isOurs($0)
    }.map { "DROP INDEX \(quoted($0.name))" }
  }

  /// Statements that make the new model's indexes, those aside that stay.
  func indexAdditions() -> [String] {
    let standing = Set(source.items.filter { $0.type == "index" && staysAsItIs($0) }.map(\.name))
    return wanted.filter { !standing.contains($0.name) }.map(\.sql)
  }

  /// Statements that make the new model's triggers and geographic indexes, which are filled.
  func triggerAdditions() -> [String] {
    map.new.triggers.flatMap { [$0] + (treeFilling($0).map { [$0] } ?? []) }
  }

  /// Indexes and triggers that are not the framework's: made by somebody else, to be made again.
  func foreign() -> [MigrationSource.Item] {
    source.items.filter { item in
      switch item.type {
      case "trigger": !isOurs(item) && !isTreeTrigger(item)
      case "index": !isOurs(item) && !keepsIndex(item) && belongsToStore(item.table)
      default: false
      }
    }
  }

  // MARK: Old ones

  private func isTree(_ item: MigrationSource.Item) -> Bool {
    item.sql.uppercased().hasPrefix("CREATE VIRTUAL TABLE") && item.name.hasPrefix("Z_RT_")
  }

  private func isTreeTrigger(_ item: MigrationSource.Item) -> Bool {
    item.name.hasPrefix("Z_RT_")
  }

  /// Whether an index of somebody else stays because its table does.
  private func keepsIndex(_ item: MigrationSource.Item) -> Bool { kept[item.table] != nil }

  private func belongsToStore(_ table: String) -> Bool {
    map.old.tables.contains { $0.name == table }
  }

  /// Whether an index can stay: its table does, and the new model wants it word for word.
  private func staysAsItIs(_ item: MigrationSource.Item) -> Bool {
    untouched.contains(item.table)
      && wanted.contains { $0.name == item.name && $0.sql == item.sql }
  }

  /// Whether a name is of the framework's making (format facts 33 to 46, 57; older generations of
  /// names too, fact 76).
  private func isOurs(_ item: MigrationSource.Item) -> Bool {
    if item.type == "trigger" {
      return item.name.hasPrefix("Z_DA_") || map.old.triggers.contains(item.sql)
    }
    if item.name.hasSuffix("_INDEX") && item.name.hasPrefix(item.table) { return true }
    if item.name.hasSuffix("_INDEX") && item.name.hasPrefix("Z_") { return true }
    if item.name.hasPrefix(item.table + "_") { return true }
    return map.old.entitiesInOrder.contains { item.name.hasPrefix("Z_\($0.name)_") }
  }

  // MARK: New ones

  private var wanted: [(name: String, sql: String)] {
    map.new.tables.flatMap(\.indexStatements).map { (Self.indexName($0), $0) }
  }

  private static func indexName(_ statement: String) -> String {
    let words = statement.split(separator: " ")
    guard let place = words.firstIndex(of: "INDEX"), place + 1 < words.count else { return "" }
    return String(words[place + 1])
  }

  /// The rows of a geographic index, from its trigger's own statement.
  private func treeFilling(_ trigger: String) -> String? {
    guard trigger.hasPrefix("CREATE TRIGGER Z_RT_"), trigger.contains("_DELETE AFTER DELETE"),
      let tree = trigger.split(separator: " ").dropFirst(2).first?.dropLast("_DELETE".count),
      let insertion = map.new.triggers.first(where: {
        $0.hasPrefix("CREATE TRIGGER \(tree)_INSERT ")
      }),
      let table = insertion.components(separatedBy: " ON ").dropFirst().first?
        .split(separator: " ").first,
      let columns = insertion.components(separatedBy: "\(tree) (").last?
        .components(separatedBy: ")").first,
      let values = insertion.components(separatedBy: "VALUES (").last?
        .components(separatedBy: ")").first
    else { return nil }
    let list = values.replacing("NEW.", with: "").components(separatedBy: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let present = list.map { "\($0) IS NOT NULL" }
    return "INSERT INTO \(tree) (\(columns)) SELECT \(list.joined(separator: ", ")) "
      + "FROM \(table) WHERE \(present.joined(separator: " AND "))"
  }

  private func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
