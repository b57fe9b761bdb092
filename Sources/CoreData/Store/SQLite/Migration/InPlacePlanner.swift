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

  func plan(_ difference: ModelDifference) -> InPlacePlan {
    let indexes = IndexPlanner(map: map, source: source, kept: kept, untouched: sameNames)
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
    return InPlacePlan(
      difference: difference, tables: summary,
      statements: statements.map { OldName.resolve($0, putAside: putAside) },
      rewritesRows: statements.contains { $0.hasPrefix("INSERT") || $0.hasPrefix("UPDATE") },
      checks: tables.flatMap(\.checks).map {
        MigrationCheck(sql: OldName.resolve($0.sql, putAside: []), failure: $0.failure)
      },
      foreign: indexes.foreign(), masks: history.masks, maskLengths: history.maskLengths,
      lostFiles: LostFiles(map: map).selections())
  }

  /// Old tables whose name and whose columns' names stay.
  private var sameNames: Set<String> {
    var names = Set(
      tables.filter { plan in
        plan.mode == .alter && plan.source == plan.table.name
          && plan.columns.allSatisfy { $0.expression.base == nil || $0.expression.base == $0.name }
      }.map(\.table.name))
    names.formUnion(joins.filter(\.isUntouched).map(\.table.name))
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
    var settings: [String] = []
    if !plan.number.isPlain { settings.append("Z_ENT = \(plan.number.sql)") }
    for column in plan.columns
    where !column.expression.isPlain && column.expression != .null {
      settings.append("\(column.expression.base ?? column.name) = \(column.expression.sql)")
    }
    if !settings.isEmpty {
      statements.append("UPDATE \(old) AS s SET \(settings.joined(separator: ", "))")
    }
    for column in plan.columns {
      guard let base = column.expression.base, base != column.name else { continue }
      statements.append("ALTER TABLE \(old) RENAME COLUMN \(base) TO \(column.name)")
    }
    if old != plan.table.name {
      statements.append("ALTER TABLE \(old) RENAME TO \(plan.table.name)")
    }
    return statements
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
