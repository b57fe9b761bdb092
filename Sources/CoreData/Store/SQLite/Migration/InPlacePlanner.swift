import Foundation

/// Puts together the plan of a migration in place.
struct InPlacePlanner {
  let map: MigrationMap
  let source: MigrationSource
  private let tables: [TablePlan]
  private let joins: [JoinPlan]
  /// Old tables that go on, with their new names.
  private let kept: [String: String]
  private let putAside: Set<String>

  init(_ map: MigrationMap, _ source: MigrationSource) throws {
    self.map = map
    self.source = source
    tables = try TablePlanner(map: map, source: source).plans()
    joins = JoinPlanner(map: map).plans()
    var kept: [String: String] = [:]
    for plan in tables where plan.mode == .alter { kept[plan.source ?? ""] = plan.table.name }
    for plan in joins {
      if let renamed = plan.renamed { kept[renamed.source] = plan.table.name }
    }
    self.kept = kept
    putAside = Set(
      map.old.tables.map(\.name).filter { map.found.columns[$0] != nil && kept[$0] == nil })
  }

  func plan(_ difference: ModelDifference) throws -> InPlacePlan {
    if let taken = takenName { throw MigrationFailure.nameTaken(table: taken) }
    let indexes = IndexPlanner(
      map: map, source: source, kept: kept, untouched: sameNames,
      shrunk: Set(tables.filter { $0.dropped != nil }.compactMap(\.source)))
    let history = HistoryPlanner(map: map, source: source)
    let derived = DerivedFilling(map: map).statements()
    var statements = indexes.triggerRemovals()
    statements += putAside.sorted().map { "ALTER TABLE \($0) RENAME TO \(OldName.prefix)\($0)" }
    for plan in tables where plan.mode != .alter { statements += making(plan) }
    for plan in joins where plan.renamed == nil {
      statements += [plan.table.createStatement] + plan.fillings
    }
    statements += putAside.sorted().map { "DROP TABLE \(OldName.prefix)\($0)" }
    statements += indexes.indexRemovals()
    for plan in tables where plan.mode == .alter { statements += altering(plan) }
    for plan in joins { statements += renaming(plan) }
    statements += indexes.indexAdditions() + derived + indexes.triggerAdditions()
    statements += history.statements() + keyTable()
    let others = try others(indexes)
    return InPlacePlan(
      difference: difference, tables: summary,
      statements: statements.map { OldName.resolve($0, putAside: putAside) },
      rewritesRows: statements.contains(where: Self.writesRows),
      lostItems: others.lost,
      checks: tables.flatMap(\.checks).map {
        MigrationCheck(sql: OldName.resolve($0.sql, putAside: []), failure: $0.failure)
      },
      foreign: others.kept, masks: history.masks, maskLengths: history.maskLengths,
      lostFiles: LostFiles(map: map).selections())
  }

  /// Whether a statement writes as much as there are rows.
  private static func writesRows(_ statement: String) -> Bool {
    if statement.hasPrefix("INSERT INTO Z_PRIMARYKEY ") { return false }
    return ["INSERT ", "UPDATE ", "CREATE INDEX ", "CREATE UNIQUE INDEX "]
      .contains(where: statement.hasPrefix) || statement.contains(" DROP COLUMN ")
  }

  /// A table of somebody else's with a name that the new model needs.
  private var takenName: String? {
    let old = Set(map.old.tables.map(\.name))
    let new = Set(map.new.tables.map(\.name))
    return source.items.first {
      $0.type == "table" && new.contains($0.name) && !old.contains($0.name)
    }?.name
  }

  /// What becomes of what others have made in the file.
  private func others(_ indexes: IndexPlanner) throws -> OtherItems {
    let old = Set(map.old.tables.map(\.name))
    let rest = source.items.filter { $0.type == "table" && !old.contains($0.name) }.map(\.sql)
    let new = map.new.tables.map(\.createStatement) + map.new.tables.flatMap(\.indexStatements)
    return try OtherItems(
      indexes.foreign(), among: source.items, after: rest + new + map.new.triggers,
      SchemaRenames(map, tables, joins))
  }

  /// Old tables whose name stays, with the columns that get another name or go.
  private var sameNames: [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    for plan in tables where plan.mode == .alter && plan.source == plan.table.name {
      var changed: Set<String> = []
      for column in plan.columns {
        guard let base = column.expression.base, base != column.name else { continue }
        changed.formUnion([base, column.name])
      }
      if let dropped = plan.dropped { changed.insert(dropped) }
      names[plan.table.name] = changed
    }
    for plan in joins where plan.isUntouched { names[plan.table.name] = [] }
    return names
  }

  private var summary: [InPlacePlan.Table] {
    let entities = tables.map { plan in
      InPlacePlan.Table(
        name: plan.table.name, oldName: plan.source,
        action: plan.isUntouched
          ? .kept
          : [.create: .created, .alter: .altered, .rebuild: .rebuilt][plan.mode] ?? .rebuilt
      )
    }
    let pairs = joins.map { plan in
      InPlacePlan.Table(
        name: plan.table.name, oldName: plan.renamed?.source,
        action: plan.isUntouched
          ? .kept : plan.renamed != nil ? .altered : plan.fillings.isEmpty ? .created : .rebuilt)
    }
    let sources = Set((entities + pairs).compactMap(\.oldName))
    let rebuiltJoins = Set(pairs.filter { $0.action == .rebuilt }.map(\.name))
    let gone = putAside.subtracting(sources).subtracting(rebuiltJoins).sorted().map {
      InPlacePlan.Table(name: $0, oldName: $0, action: .dropped)
    }
    return entities + pairs + gone
  }

  // MARK: Tables

  private func making(_ plan: TablePlan) -> [String] {
    guard plan.mode == .rebuild, let old = plan.source else { return [plan.table.createStatement] }
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + plan.columns.map(\.name)
    let values = ["s.Z_PK", plan.number.sql, "s.Z_OPT"] + plan.columns.map(\.expression.sql)
    return [
      plan.table.createStatement,
      "INSERT INTO \(plan.table.name) (\(names.joined(separator: ", "))) "
        + "SELECT \(values.joined(separator: ", ")) FROM \(OldName.of(old)) s"
        + (plan.condition.map { " WHERE \($0)" } ?? "") + " ORDER BY s.Z_PK",
    ]
  }

  /// New columns are added at the end, as Apple's framework does it (format fact 74).
  private func altering(_ plan: TablePlan) -> [String] {
    guard let old = plan.source else { return [] }
    var statements: [String] = []
    for column in plan.columns where column.expression.base == nil {
      statements.append("ALTER TABLE \(old) ADD COLUMN \(column.name) \(column.type)")
    }
    statements += settings(plan).map { ["UPDATE \(old) AS s SET \($0)"] } ?? []
    if let column = plan.dropped { statements.append("ALTER TABLE \(old) DROP COLUMN \(column)") }
    for column in plan.columns {
      guard let base = column.expression.base, base != column.name else { continue }
      statements.append("ALTER TABLE \(old) RENAME COLUMN \(base) TO \(column.name)")
    }
    if old != plan.table.name {
      statements.append("ALTER TABLE \(old) RENAME TO \(plan.table.name)")
    }
    return statements
  }

  /// What an UPDATE of a table that is altered sets, and where; nil if it sets nothing.
  private func settings(_ plan: TablePlan) -> String? {
    var values: [(column: String, expression: RowExpression)] = []
    if !plan.number.isPlain { values.append(("Z_ENT", plan.number)) }
    for column in plan.columns
    where !column.expression.isPlain && column.expression != .null {
      values.append((column.expression.base ?? column.name, column.expression))
    }
    if values.isEmpty { return nil }
    let changes = values.compactMap(\.expression.changes)
    return values.map { "\($0.column) = \($0.expression.sql)" }.joined(separator: ", ")
      + (changes.count < values.count ? "" : " WHERE " + changes.joined(separator: " OR "))
  }

  private func renaming(_ plan: JoinPlan) -> [String] {
    guard let renamed = plan.renamed else { return [] }
    var statements = renamed.columns.filter { $0.old != $0.new }.map {
      "ALTER TABLE \(renamed.source) RENAME COLUMN \($0.old) TO \($0.new)"
    }
    if renamed.source != plan.table.name {
      statements.append("ALTER TABLE \(renamed.source) RENAME TO \(plan.table.name)")
    }
    return statements
  }

  /// `Z_PRIMARYKEY` is made anew (format fact 77); keys that were handed out are never handed out
  /// again, and rows of entities that are not the model's (those of the history) stay.
  private func keyTable() -> [String] {
    var statements = ["DROP TABLE Z_PRIMARYKEY", SQLSchema.primaryKeyTable]
    let plans = Dictionary(
      tables.map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    func insert(_ number: Int64, _ name: String, _ superNumber: Int64, _ highest: String) {
      statements.append(
        "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES "
          + "(\(number), '\(name.replacing("'", with: "''"))', \(superNumber), \(highest))")
    }
    for entity in map.new.entitiesInOrder {
      var highest = "0"
      if entity.superNumber == 0, let plan = plans[entity.table], plan.source != nil {
        let known = source.highestKey(plan.members.first?.old.rootName ?? "")
        highest = "max(\(known), ifnull((SELECT max(Z_PK) FROM \(plan.table.name)), 0))"
      }
      insert(Int64(entity.number), entity.name, Int64(entity.superNumber), highest)
    }
    let taken = Set(map.new.entitiesInOrder.map { Int64($0.number) })
    for row in source.keys
    where map.old.entities[row.name] == nil && !taken.contains(row.number) {
      insert(row.number, row.name, row.superNumber, String(row.highest))
    }
    return statements
  }
}

/// The files beside the store whose rows or columns go.
struct LostFiles {
  let map: MigrationMap

  /// SELECTs of column contents that name files nobody names afterwards.
  func selections() -> [String] {
    map.matching.sources.flatMap { entity -> [String] in
      guard let layout = map.layout(entity) else { return [] }
      let destination = map.matching.destination(of: entity)
      let pairs = destination.flatMap { map.matching.properties(of: $0) }
      return entity.attributes.compactMap { attribute in
        guard attribute.allowsExternalBinaryDataStorage, !attribute.isTransient,
          pairs?.destination(of: attribute) == nil,
          let column = map.column(attribute.name, of: layout)?.name
        else { return nil }
        return "SELECT \(column) FROM \(layout.table) WHERE Z_ENT = \(layout.number) "
          + "AND length(\(column)) = 38 AND substr(\(column), 1, 1) = x'02'"
      }
    }
  }
}
