import Foundation

/// Which indexes and triggers go, stay and are made.
struct IndexPlanner {
  let map: MigrationMap
  let source: MigrationSource
  /// Old tables that go on, by their old names, with the new ones.
  let kept: [String: String]
  /// Old tables that go on under their names, with the columns whose names do not.
  let untouched: [String: Set<String>]
  /// Old tables that go on without one of their columns.
  let shrunk: Set<String>

  private var ownership: FileOwnership { FileOwnership(map.old) }

  /// Statements that take away triggers, which must not run, views, which are made again in the new
  /// names, and geographic indexes.
  func triggerRemovals() -> [String] {
    let triggers = source.items.filter { $0.type == "trigger" }
    let views = source.items.filter { $0.type == "view" }
    return triggers.map { "DROP TRIGGER \(SQLName.quoted($0.name))" }
      + views.map { "DROP VIEW \(SQLName.quoted($0.name))" }
      + source.items.filter(isTree).map { "DROP TABLE \(SQLName.quoted($0.name))" }
  }

  /// Statements that take away indexes of tables that stay which the new model does not have.
  func indexRemovals() -> [String] {
    source.items.filter {
      $0.type == "index" && kept[$0.table] != nil && !staysAsItIs($0)
        && (ownership.isFrameworks($0) || shrunk.contains($0.table))
    }.map { "DROP INDEX \(SQLName.quoted($0.name))" }
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

  /// Indexes, triggers and views that are not the framework's: made by somebody else, to be made again.
  func foreign() -> [MigrationSource.Item] {
    ownership.others(source.items).filter { item in
      switch item.type {
      case "trigger", "view": true
      // The others stay with their tables.
      case "index":
        ownership.isModels(item.table) && (kept[item.table] == nil || shrunk.contains(item.table))
      default: false
      }
    }
  }

  // MARK: Old ones

  private func isTree(_ item: MigrationSource.Item) -> Bool {
    item.sql.uppercased().hasPrefix("CREATE VIRTUAL TABLE") && item.name.hasPrefix("Z_RT_")
  }

  /// Whether an index can stay: its table and columns keep their names, and the new model wants it word
  /// for word.
  private func staysAsItIs(_ item: MigrationSource.Item) -> Bool {
    guard let changed = untouched[item.table],
      wanted.contains(where: { $0.name == item.name && $0.sql == item.sql })
    else { return false }
    let words = item.sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return !words.contains { changed.contains(String($0)) }
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
}
