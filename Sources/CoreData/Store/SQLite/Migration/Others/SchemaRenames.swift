/// What the tables of an old model and their columns are called after a migration.
struct SchemaRenames {
  /// What stands before the name of a table or column that goes.
  static let gone = "corebook_gone_"

  /// The columns of each old table that the store really has.
  private let columns: [String: [String]]
  private var tables: [String: String] = [:]
  private var names: [String: [String: String]] = [:]

  /// - Parameter columns: the columns of the old model's tables, by table.
  init(_ columns: [String: [String]]) { self.columns = columns }

  /// Notes that a table goes on. The first that an old table is noted with counts.
  mutating func note(_ table: String, as new: String) {
    if tables[table] == nil { tables[table] = new }
  }

  /// Notes that a column goes on, if its table does so as the table given.
  mutating func note(_ column: String, of table: String, as new: String, in newTable: String) {
    guard tables[table] == newTable, names[table]?[column] == nil else { return }
    names[table, default: [:]][column] = new
  }

  /// The statements that give a database the new names, by way of names that nobody has.
  func statements() -> [String] {
    var first: [String] = []
    var second: [String] = []
    for (number, table) in columns.keys.sorted().enumerated() {
      for (place, column) in (columns[table] ?? []).enumerated() {
        let goal = self.goal(column, table)
        if goal == column { continue }
        let between = "corebook_column_\(place)"
        first.append("ALTER TABLE \(table) RENAME COLUMN \(column) TO \(between)")
        second.append("ALTER TABLE \(table) RENAME COLUMN \(between) TO \(goal)")
      }
      let goal = tables[table] ?? Self.gone + table
      if goal == table { continue }
      second.append("ALTER TABLE \(table) RENAME TO corebook_table_\(number)")
    }
    let third = columns.keys.sorted().enumerated().compactMap { number, table -> String? in
      let goal = tables[table] ?? Self.gone + table
      return goal == table ? nil : "ALTER TABLE corebook_table_\(number) RENAME TO \(goal)"
    }
    return first + second + third
  }

  private func goal(_ column: String, _ table: String) -> String {
    // Of a table that goes everything goes; its own name tells so.
    if TablePlanner.fixed.contains(column) || tables[table] == nil { return column }
    return names[table]?[column] ?? Self.gone + column
  }
}

extension SchemaRenames {
  /// The names after a migration in place.
  init(_ map: MigrationMap, _ tables: [TablePlan], _ joins: [JoinPlan]) {
    let old = Set(map.old.tables.map(\.name))
    self.init(map.found.columns.filter { old.contains($0.key) })
    // Of several tables that one goes on in, that of its own name counts.
    let plans = tables.filter { $0.source != nil }
    for plan in plans.filter({ $0.source == $0.table.name }) + plans {
      guard let source = plan.source else { continue }
      note(source, as: plan.table.name)
      for column in plan.columns {
        guard let base = column.expression.base else { continue }
        note(base, of: source, as: column.name, in: plan.table.name)
      }
    }
    for plan in joins {
      guard let (source, columns) = plan.origin else { continue }
      note(source, as: plan.table.name)
      for column in columns { note(column.old, of: source, as: column.new, in: plan.table.name) }
    }
  }
}
