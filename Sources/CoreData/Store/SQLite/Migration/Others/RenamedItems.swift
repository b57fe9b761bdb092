/// How indexes, triggers and views read in new names.
struct RenamedItems {
  /// What became of a statement.
  enum Text {
    /// It reads so.
    case renamed(String)
    /// It cannot be read in the new names, for the reason given.
    case refused(String)
  }

  private var texts: [String: Text] = [:]

  /// - Parameters:
  ///   - items: what is to be read in new names.
  ///   - all: everything that the store holds.
  ///   - renames: the new names.
  init(
    _ items: [MigrationSource.Item], among all: [MigrationSource.Item], _ renames: SchemaRenames
  ) throws {
    let tables = all.filter { $0.type == "table" }.map(\.sql)
    let probe = try SchemaProbe(tables)
    let working = items.filter { probe.make($0.sql) == nil }
    if probe.rename(renames) == nil {
      for item in working { note(item, probe) }
      return
    }
    // One of them hinders the others: a name that means several columns from now on.
    let views = working.filter { $0.type == "view" }
    for item in working {
      let base = views.filter { $0.name == item.table && item.type == "trigger" }.map(\.sql)
      let alone = try SchemaProbe(tables + base)
      _ = alone.make(item.sql)
      if let reason = alone.rename(renames) {
        texts[Self.key(item)] = .refused(reason)
      } else {
        note(item, alone)
      }
    }
  }

  /// How an item reads; nil for one that did not work before either.
  func text(of item: MigrationSource.Item) -> Text? { texts[Self.key(item)] }

  private mutating func note(_ item: MigrationSource.Item, _ probe: SchemaProbe) {
    texts[Self.key(item)] = .renamed(probe.statement(item.type, item.name) ?? item.sql)
  }

  private static func key(_ item: MigrationSource.Item) -> String { item.type + " " + item.name }
}
