import CoreData
import Foundation
import Inspector
import SQLiteDriver

/// A migration done on a copy: what became of each table and how many rows it had and has; of stores
/// without tables, how many objects each entity had and has.
struct MigrationRehearsal {
  /// One table, or entity.
  struct Row {
    let name: String
    /// The table that its rows came from, where that is another one.
    let oldName: String?
    /// What was done: kept, altered, rebuilt, created, dropped, copied.
    let action: String
    let before: Int?
    let after: Int?
  }

  /// One step of the way.
  struct Step {
    let title: String
    let rows: [Row]
  }

  let steps: [Step]
  /// What does not work with the new tables of what the application has made in the file.
  let lostItems: [LostItem]
  /// How many objects each entity has at the end.
  let objects: [String: Int]
  private let hasTables: Bool

  /// Migrates a copy.
  ///
  /// - Throws: what the step throws that fails.
  init(of plan: MigrationPlan, on copy: URL) throws {
    hasTables = plan.wish.type == .sqlite
    let type = plan.wish.type.persistentStoreType
    var steps: [Step] = []
    var lost: [LostItem] = []
    var counts = plan.counts
    for step in plan.route?.steps ?? [] {
      let tables = try hasTables ? Self.tables(of: step, copy) : []
      let old = try Self.rows(tables.compactMap { $0.oldName }, copy, hasTables)
      lost += try RouteMigration(StoreAddress(copy, type: type), MigrationRoute([step])).run()
      let after = try StoreCounts.of(copy, type, step.destination)
      let rows: [Row]
      if hasTables {
        let kept = tables.filter { $0.action != "dropped" }
        let new = try Self.rows(kept.map { $0.name }, copy, hasTables)
        rows = tables.map { table in
          Row(
            name: table.name, oldName: table.oldName == table.name ? nil : table.oldName,
            action: table.action, before: table.oldName.flatMap { old[$0] },
            after: table.action == "dropped" ? nil : new[table.name])
        }
      } else {
        rows = Self.entities(step.outline, counts, after)
      }
      steps.append(
        Step(title: "\(step.sourceName) to \(step.destinationName)", rows: rows))
      counts = after
    }
    self.steps = steps
    lostItems = lost
    objects = counts
  }

  private struct Table {
    let name: String
    let oldName: String?
    let action: String
  }

  /// The tables of a step: as the migration in place plans them, or all new ones.
  private static func tables(of step: MigrationRoute.Step, _ copy: URL) throws -> [Table] {
    if step.mapping == nil {
      let plan = try InPlaceMigration(
        url: copy, from: step.source, to: step.destination
      ).rehearse()
      return plan.tables.map { table in
        Table(
          name: table.name, oldName: table.action == .dropped ? table.name : table.oldName,
          action: table.action.rawValue)
      }
    }
    let old = Set(try SQLSchema(model: step.source).tables.map(\.name))
    let new = try SQLSchema(model: step.destination).tables.map(\.name)
    let gone = old.subtracting(new).sorted()
    var tables = new.map { name in
      Table(name: name, oldName: old.contains(name) ? name : nil, action: "copied")
    }
    tables += gone.map { Table(name: $0, oldName: $0, action: "dropped") }
    return tables
  }

  private static func rows(
    _ tables: [String], _ copy: URL, _ hasTables: Bool
  ) throws -> [String: Int] {
    guard hasTables else { return [:] }
    let database = try ReadOnlyDatabase(path: copy.path)
    let there = Set(try database.tables())
    var counts: [String: Int] = [:]
    for table in tables where there.contains(table) {
      let quoted = table.replacingOccurrences(of: "\"", with: "\"\"")
      counts[table] = Int(
        try database.connection.integer("SELECT count(*) FROM \"\(quoted)\"") ?? 0)
    }
    return counts
  }

  private static func entities(
    _ outline: MigrationOutline, _ before: [String: Int], _ after: [String: Int]
  ) -> [Row] {
    var told: Set<String> = []
    return outline.entities.compactMap { entity in
      guard told.insert(entity.name).inserted else { return nil }
      let isLost = entity.fate == .lost
      let old = entity.oldName.flatMap { before[$0] }
      let new = isLost ? nil : after[entity.name]
      // An abstract entity has no objects of its own.
      guard old != nil || new != nil else { return nil }
      return Row(
        name: entity.name, oldName: entity.oldName == entity.name ? nil : entity.oldName,
        action: isLost ? "dropped" : entity.oldName == nil ? "created" : "copied", before: old,
        after: new)
    }
  }

  /// A line for each table or entity.
  func lines(arrow: String) -> [String] {
    let what = hasTables ? "table by table" : "entity by entity"
    var lines: [String] = []
    for step in steps {
      let title = steps.count > 1 ? ", \(step.title)" : ""
      lines.append("rehearsed on a copy, \(what)\(title):")
      let names = step.rows.map { DisplayWidth.of($0.name) }.max() ?? 0
      let actions = step.rows.map(\.action.count).max() ?? 0
      lines += step.rows.map { row in
        let numbers = [row.before, row.after].compactMap { $0.map(String.init) }
        let unit = hasTables ? "row" : "object"
        let last = row.after ?? row.before ?? 0
        return "  " + Session.padded(row.name, names) + "  " + Session.padded(row.action, actions)
          + "  " + numbers.joined(separator: " \(arrow) ") + " \(unit)\(last == 1 ? "" : "s")"
          + (row.oldName.map { " from \($0)" } ?? "")
      }
    }
    return lines
  }

  /// The same as JSON.
  var json: [String: Any] {
    [
      "objects": objects,
      "steps": steps.map { step -> [String: Any] in
        ["title": step.title, hasTables ? "tables" : "entities": step.rows.map(Self.json)]
      },
    ]
  }

  private static func json(_ row: Row) -> [String: Any] {
    var object: [String: Any] = ["name": row.name, "action": row.action]
    if let oldName = row.oldName { object["oldName"] = oldName }
    if let before = row.before { object["before"] = before }
    if let after = row.after { object["after"] = after }
    return object
  }
}
