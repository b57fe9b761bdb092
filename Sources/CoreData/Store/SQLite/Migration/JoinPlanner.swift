/// How one join table comes about.
struct JoinPlan {
  /// The new table.
  let table: SQLTable
  /// The old table that goes on with other names, and which old column becomes which.
  var renamed: (source: String, columns: [(old: String, new: String)])?
  /// The statements that fill a new table, over old tables.
  var fillings: [String] = []
  /// The old join table whose pairs go on in this one, and which old column continues as which.
  var origin: (source: String, columns: [(old: String, new: String)])?

  /// Whether the old table goes on exactly as it is.
  var isUntouched: Bool {
    renamed.map { $0.source == table.name && $0.columns.allSatisfy { $0.old == $0.new } } ?? false
  }
}

/// Works out how the join tables of many-to-many relationships come about.
struct JoinPlanner {
  let map: MigrationMap

  /// One end of a new join table.
  private struct Side {
    let relationship: NSRelationshipDescription
    let join: SQLJoin
  }

  func plans() -> [JoinPlan] {
    var sides: [String: [Side]] = [:]
    for entity in map.new.entitiesInOrder {
      for case let relationship as NSRelationshipDescription
        in map.description(entity)?.ownProperties ?? []
      {
        guard case .join(let join)? = entity.toMany[relationship.name] else { continue }
        sides[join.table, default: []].append(Side(relationship: relationship, join: join))
      }
    }
    var plans = map.new.tables.filter { $0.kind == .join }.compactMap { table in
      sides[table.name].map { plan(table, $0) }
    }
    while let place = plans.firstIndex(where: { !canBeRenamed($0, among: plans) }) {
      plans[place].renamed = nil
    }
    return plans
  }

  /// Whether a table can go on under its new name: not under one that is free only once another
  /// table was renamed, and not if a new table gets its old name before.
  private func canBeRenamed(_ plan: JoinPlan, among plans: [JoinPlan]) -> Bool {
    guard let renamed = plan.renamed, renamed.source != plan.table.name else { return true }
    return map.found.columns[plan.table.name] == nil
      && !plans.contains { $0.renamed == nil && $0.table.name == renamed.source }
  }

  private func plan(_ table: SQLTable, _ sides: [Side]) -> JoinPlan {
    var plan = JoinPlan(table: table)
    var fillings: [Filling] = []
    for side in sides {
      for source in map.sources(of: side.relationship) {
        var found = [filling(side, source)]
        if side.relationship.inverseRelationship === side.relationship,
          source.inverseRelationship !== source
        {
          found.append(mirror(side, source))
        }
        // The inverse often says the same pairs once more, and a million of them take their time.
        for filling in found.compactMap(\.self) where !fillings.contains(where: filling.isIn) {
          // The first to write a pair says its places.
          if !filling.hasPlaces { fillings.removeAll { $0.isIn(filling) } }
          fillings.append(filling)
        }
      }
    }
    plan.fillings = fillings.map(\.sql)
    plan.renamed = renaming(table, sides)
    plan.origin = plan.renamed ?? origin(sides)
    return plan
  }

  private func origin(
    _ sides: [Side]
  ) -> (source: String, columns: [(old: String, new: String)])? {
    guard let side = sides.first, let source = map.sources(of: side.relationship).first,
      case .join(let old)? = map.place(of: source)
    else { return nil }
    return (
      old.table, [(old.ownColumn, side.join.ownColumn), (old.otherColumn, side.join.otherColumn)]
    )
  }

  /// The old join table that can go on under new names: the only source of both ends, of the same
  /// shape, with all pairs.
  private func renaming(
    _ table: SQLTable, _ sides: [Side]
  ) -> (source: String, columns: [(old: String, new: String)])? {
    guard let side = sides.first else { return nil }
    let sources = map.sources(of: side.relationship)
    guard sources.count == 1, case .join(let old)? = map.place(of: sources[0]) else { return nil }
    if sides.count == 2 {
      let others = map.sources(of: sides[1].relationship)
      guard others.count == 1, others[0] === sources[0].storedInverse else { return nil }
    } else if sources[0].storedInverse !== sources[0] {
      return nil
    }
    guard lost(sources[0]).isEmpty, lostMembers(sources[0]).isEmpty else { return nil }
    var columns = [
      (old: old.ownColumn, new: side.join.ownColumn),
      (old: old.otherColumn, new: side.join.otherColumn),
    ]
    for side in sides {
      guard case .join(let join)? = map.sources(of: side.relationship).first.flatMap(map.place)
      else { return nil }
      switch (join.orderColumn, side.join.orderColumn) {
      case (nil, nil): break
      case (let before?, let after?): columns.append((old: before, new: after))
      default: return nil
      }
    }
    let found = map.found.columns[old.table] ?? []
    guard Set(found) == Set(columns.map(\.old)), found.count == columns.count else { return nil }
    for column in columns where column.old != column.new && found.contains(column.new) {
      return nil
    }
    return (old.table, columns)
  }

  // MARK: Filling

  /// A statement that fills a join table.
  private struct Filling {
    let sql: String
    let from: String
    /// What each of the two columns gets.
    let values: [String: String]
    let conditions: Set<String>
    /// Whether pairs have places in an order.
    let hasPlaces: Bool

    /// Whether another one has filled in all pairs of this one: the same of at least the same rows.
    func isIn(_ other: Filling) -> Bool {
      from == other.from && values == other.values && other.conditions.isSubset(of: conditions)
    }
  }

  private func filling(_ side: Side, _ source: NSRelationshipDescription) -> Filling? {
    pairs(of: source).map { pairs in
      insert(
        side, pairs, owner: pairs.owner, member: pairs.member, order: pairs.order,
        inverseOrder: pairs.inverseOrder)
    }
  }

  /// The same pairs the other way round, for a relationship that is its own inverse now.
  private func mirror(_ side: Side, _ source: NSRelationshipDescription) -> Filling? {
    pairs(of: source).map { pairs in
      insert(
        side, pairs, owner: pairs.member, member: pairs.owner, order: nil, inverseOrder: nil)
    }
  }

  private func insert(
    _ side: Side, _ pairs: Pairs, owner: String, member: String, order: String?,
    inverseOrder: String?
  ) -> Filling {
    let join = side.join
    var columns = [join.ownColumn, join.otherColumn]
    var values = [owner, member]
    if let column = join.orderColumn {
      columns.append(column)
      values.append(order ?? OrderSQL.byKey(owner, member))
    }
    if let column = inverseOrderColumn(side) {
      columns.append(column)
      values.append(inverseOrder ?? OrderSQL.byKey(member, owner))
    }
    let sql =
      "INSERT OR IGNORE INTO \(join.table) (\(columns.joined(separator: ", "))) "
      + "SELECT \(values.joined(separator: ", ")) FROM \(pairs.from) WHERE "
      + ([owner, member].map { "\($0) IS NOT NULL" } + pairs.conditions).joined(separator: " AND ")
    return Filling(
      sql: sql, from: pairs.from, values: [join.ownColumn: owner, join.otherColumn: member],
      conditions: Set(pairs.conditions), hasPlaces: columns.count > 2)
  }

  private func inverseOrderColumn(_ side: Side) -> String? {
    guard let inverse = side.relationship.storedInverse, inverse !== side.relationship,
      let owner = map.new.entities[inverse.declaringEntity?.name ?? ""],
      case .join(let join)? = owner.toMany[inverse.name]
    else { return nil }
    return join.orderColumn
  }

  /// The pairs of an old relationship.
  private struct Pairs {
    let from: String
    let owner: String
    let member: String
    var order: String?
    var inverseOrder: String?
    var conditions: [String] = []
  }

  private func pairs(of source: NSRelationshipDescription) -> Pairs? {
    guard let place = map.place(of: source) else { return nil }
    var pairs: Pairs
    switch place {
    case .ownerRow(let table, let column):
      pairs = Pairs(from: "\(OldName.of(table)) s", owner: "s.Z_PK", member: "s.\(column.name)")
      pairs.inverseOrder = column.orderColumn.map { "s.\($0)" }
      let numbers = map.matching.sources.filter {
        source.declaringEntity.map($0.isKindOf(entity:)) ?? false
      }.compactMap { map.layout($0)?.number }
      pairs.conditions = ["s.Z_ENT IN (\(RowExpression.list(numbers.sorted())))"]
    case .memberRow(let table, let column, let order):
      pairs = Pairs(
        from: "\(OldName.of(table)) s", owner: "s.\(column)", member: "s.Z_PK",
        order: order.map { "s.\($0)" })
    case .join(let join):
      pairs = Pairs(
        from: "\(OldName.of(join.table)) s", owner: "s.\(join.ownColumn)",
        member: "s.\(join.otherColumn)", order: join.orderColumn.map { "s.\($0)" })
      if let inverse = source.storedInverse, inverse !== source,
        case .join(let other)? = map.place(of: inverse)
      {
        pairs.inverseOrder = other.orderColumn.map { "s.\($0)" }
      }
    }
    pairs.conditions += [
      remaining(pairs.owner, source.declaringEntity, lost(source)),
      remaining(pairs.member, source.destinationEntity, lostMembers(source)),
    ].compactMap { $0 }
    return pairs
  }

  private func lost(_ source: NSRelationshipDescription) -> [Int] { map.losers(of: source) }

  /// The numbers of entities whose objects cannot be members any more. An inverse that does not go on
  /// says nothing about them.
  private func lostMembers(_ source: NSRelationshipDescription) -> [Int] {
    guard let inverse = source.storedInverse,
      map.matching.destinations.contains(where: {
        map.matching.properties(of: $0)?.destination(of: inverse) != nil
      })
    else { return map.removedNumbers(source.destinationEntity) }
    return map.losers(of: inverse)
  }

  /// Leaves out the keys of objects that have no place in the new model.
  private func remaining(
    _ key: String, _ entity: NSEntityDescription?, _ removed: [Int]
  ) -> String? {
    guard !removed.isEmpty, let table = map.layout(entity)?.table else { return nil }
    return "\(key) NOT IN (SELECT o.Z_PK FROM \(OldName.of(table)) o "
      + "WHERE o.Z_ENT IN (\(RowExpression.list(removed))))"
  }
}
