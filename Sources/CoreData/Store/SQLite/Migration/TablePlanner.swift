import Foundation

/// Works out how the tables of entities come about.
struct TablePlanner {
  let map: MigrationMap
  let source: MigrationSource

  /// The plans for all tables of entities, in the new schema's order.
  func plans() throws -> [TablePlan] {
    var plans = try map.new.tables.filter { $0.kind == .entity }.map(plan)
    // An old table that several new ones come from is given to each anew.
    let users = Dictionary(grouping: plans.compactMap(\.source), by: { $0 }).mapValues(\.count)
    for index in plans.indices {
      if let source = plans[index].source, users[source] ?? 0 > 1 { plans[index].mode = .rebuild }
    }
    let kept = Set(plans.filter { $0.mode == .alter }.compactMap(\.source))
    let names = Set(plans.map(\.table.name))
    for index in plans.indices where plans[index].mode == .alter {
      let (old, new) = (plans[index].source ?? "", plans[index].table.name)
      // A name that another table had or gets cannot be taken in the middle.
      if old != new, names.contains(old) || kept.contains(new) || map.found.columns[new] != nil {
        plans[index].mode = .rebuild
      }
    }
    return plans
  }

  private func plan(_ table: SQLTable) throws -> TablePlan {
    let entities = map.new.entitiesInOrder.filter { $0.table == table.name }
    let members = entities.compactMap { new in
      map.source(of: new).map { (new: new, old: $0.layout) }
    }
    let old = members.first?.old.table
    let sourceTable = old.flatMap { map.found.columns[$0] == nil ? nil : $0 }
    let meanings = ColumnMeanings(map, table, entities)
    let writer = MeaningWriter(map)
    let columns = try table.columns.dropFirst(3).map { column in
      TablePlan.Column(
        name: column.name, type: Self.plainType(column.type),
        expression: sourceTable == nil
          ? .null : try expression(column.name, members, meanings, writer))
    }
    let condition = sourceTable.flatMap { rowCondition($0, members) }
    var plan = TablePlan(
      table: table, source: sourceTable, members: members, columns: columns,
      number: numberExpression(members), condition: condition,
      checks: sourceTable == nil ? [] : MigrationChecks(map).checks(members), mode: .create)
    if let sourceTable { (plan.mode, plan.dropped) = mode(plan, sourceTable) }
    return plan
  }

  private func expression(
    _ column: String, _ members: [(new: SQLEntity, old: SQLEntity)], _ meanings: ColumnMeanings,
    _ writer: MeaningWriter
  ) throws -> RowExpression {
    var parts: [(number: Int, expression: RowExpression)] = []
    var strangers: [SQLEntity] = []
    for member in members {
      guard let meaning = meanings.meaning(of: column, for: member.new) else {
        strangers.append(member.old)
        continue
      }
      parts.append((member.old.number, try writer.expression(meaning, member.new, member.old)))
    }
    guard !strangers.isEmpty, let shared = parts.first?.expression, shared.isPlain,
      parts.allSatisfy({ $0.expression == shared }), let base = shared.base
    else {
      return .combined(parts + strangers.map { ($0.number, .null) })
    }
    // Rows of entities that never had the old column hold nothing in it.
    let others = strangers.filter { uses(base, $0) }
    return .combined(parts + others.map { ($0.number, .null) })
  }

  /// Whether rows of an old entity have something in a column of their table.
  private func uses(_ column: String, _ entity: SQLEntity) -> Bool {
    if entity.columns.values.contains(where: {
      $0.name == column || $0.entityKeyColumn == column || $0.orderColumn == column
    }) {
      return true
    }
    return map.old.entitiesInOrder.contains { owner in
      owner.toMany.values.contains { place in
        if case .ownColumn(entity.table, column) = place { return true }
        return false
      }
    }
  }

  private func numberExpression(_ members: [(new: SQLEntity, old: SQLEntity)]) -> RowExpression {
    let changed = members.filter { $0.old.number != $0.new.number }
    if changed.isEmpty { return .column("Z_ENT") }
    let cases = changed.map { " WHEN \($0.old.number) THEN \($0.new.number)" }.joined()
    return RowExpression(
      sql: "CASE s.Z_ENT\(cases) ELSE s.Z_ENT END", base: "Z_ENT",
      changes: "s.Z_ENT IN (\(RowExpression.list(changed.map(\.old.number))))")
  }

  /// Which rows of the old table go on; nil for all.
  private func rowCondition(
    _ table: String, _ members: [(new: SQLEntity, old: SQLEntity)]
  ) -> String? {
    let kept = Set(members.map(\.old.number))
    let others = map.old.entitiesInOrder.filter {
      $0.table == table && !kept.contains($0.number) && isConcrete($0)
    }
    if others.isEmpty { return nil }
    return "s.Z_ENT IN (\(RowExpression.list(kept.sorted())))"
  }

  private func isConcrete(_ entity: SQLEntity) -> Bool {
    map.matching.sources.first { $0.name == entity.name }.map { !$0.isAbstract } ?? true
  }

  /// Whether a table can be altered where it is, and the column that goes then. One column can go in less
  /// time than a new table takes to fill; several cannot.
  private func mode(_ plan: TablePlan, _ table: String) -> (TablePlan.Mode, dropped: String?) {
    let statement = source.statement(ofTable: table)?.uppercased() ?? ""
    let columns = (map.found.columns[table] ?? []).filter { !Self.fixed.contains($0) }
    let bases = plan.columns.compactMap { $0.expression.base }
    let gone = Set(columns).subtracting(bases)
    let isAlterable =
      plan.condition == nil && !statement.contains("UNIQUE")
      && Set(bases).count == bases.count && Set(bases).isSubset(of: columns) && gone.count < 2
      && !plan.columns.contains(where: \.expression.readsOthers)
    guard isAlterable else { return (.rebuild, nil) }
    // A name that is free only once another column was renamed.
    let taken = Set(columns)
    for column in plan.columns
    where column.expression.base != column.name && taken.contains(column.name) {
      return (.rebuild, nil)
    }
    return (.alter, gone.first)
  }

  static let fixed: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

  /// The type without a constraint of an older form (format fact 45).
  private static func plainType(_ type: String) -> String {
    String(type.prefix { $0 != " " })
  }
}
