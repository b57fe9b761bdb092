import CoreData
import SQLiteDriver

/// What the store keeps for quicker answers: derived values, and the places of ordered members.
extension RowExamination {
  // MARK: - Derived values

  /// Holds derived values that SQL can compute against what they derive from.
  func checkDerived(_ attribute: NSDerivedAttributeDescription, _ place: Place) {
    guard let derivation = attribute.derivation, let column = place.entity.columns[attribute.name],
      hasColumn(column.name, in: place.entity.table),
      let (expression, source) = computed(derivation, place)
    else { return }
    let name = attribute.name
    // Sums and averages of doubles depend on the order of their parts.
    let differs =
      "CASE WHEN typeof(a) = 'real' OR typeof(b) = 'real' "
      + "THEN abs(a - b) > 1e-9 * max(abs(a), abs(b), 1) ELSE a IS NOT b END"
    report(
      .derived, place, name,
      "SELECT Z_PK, Z_ENT, a, b FROM (SELECT t.Z_PK, t.Z_ENT, t.\(column.name) AS a, "
        + "(\(expression)) AS b FROM \(place.entity.table) t WHERE \(place.range("t"))) "
        + "WHERE (a IS NULL) != (b IS NULL) OR \(differs)",
      remedy: "save \(source) again, or set \(column.name) to what it derives from"
    ) { row in
      "\(name) is \(Self.text(row[2])), but \(derivation.sourceText) is \(Self.text(row[3]))"
    }
  }

  /// The SQL for a derivation of the object in `t`, and what to save for it to be computed anew; nil
  /// for what SQL cannot compute (the time of saving, paths of several steps).
  private func computed(_ derivation: Derivation, _ place: Place) -> (String, source: String)? {
    switch derivation {
    case .now: return nil
    case .keyPath(let path): return value(path, place)
    case .textFunction(let function, let path):
      guard let (value, source) = value(path, place) else { return nil }
      return ("SELECT corebook_text('\(function.rawValue)', (\(value)))", source)
    case .aggregate(let function, let path): return aggregate(function, path, place)
    }
  }

  /// The value at a path of one or two keys.
  private func value(_ path: [String], _ place: Place) -> (String, source: String)? {
    if path.count == 1, let column = place.entity.columns[path[0]]?.name,
      hasColumn(column, in: place.entity.table)
    {
      return ("SELECT t.\(column)", path[0])
    }
    guard path.count == 2, let step = toOne(path[0], place),
      let value = step.destination.entity.columns[path[1]],
      hasColumn(value.name, in: step.destination.entity.table)
    else { return nil }
    return (
      "SELECT d.\(value.name) FROM \(step.destination.entity.table) d "
        + "WHERE d.Z_PK = t.\(step.column)", path[0]
    )
  }

  private func aggregate(
    _ function: Derivation.Aggregate, _ path: [String], _ place: Place
  ) -> (String, source: String)? {
    guard let first = path.first, path.count == (function == .count ? 1 : 2),
      let relationship = place.description.relationshipsByName[first],
      let storage = place.entity.toMany[first],
      let destination = self.place(of: relationship.destinationEntity)
    else { return nil }
    let table = destination.entity.table
    let members: String
    switch storage {
    case .foreignKey(let owner, let column, _), .ownColumn(let owner, let column):
      guard owner == table, hasColumn(column, in: table) else { return nil }
      members = "FROM \(table) d WHERE d.\(column) = t.Z_PK"
    case .join(let join):
      guard found.columns[join.table] != nil else { return nil }
      if function == .count {
        // Rows of the table count, even those that lead nowhere, which are found by themselves.
        return ("SELECT COUNT(*) FROM \(join.table) j WHERE j.\(join.ownColumn) = t.Z_PK", first)
      }
      members =
        "FROM \(join.table) j JOIN \(table) d ON d.Z_PK = j.\(join.otherColumn) "
        + "WHERE j.\(join.ownColumn) = t.Z_PK"
    }
    if function == .count { return ("SELECT COUNT(*) \(members)", first) }
    guard let value = destination.entity.columns[path[1]], hasColumn(value.name, in: table) else {
      return nil
    }
    return ("SELECT \(sql(function, "d.\(value.name)")) \(members)", first)
  }

  private func sql(_ function: Derivation.Aggregate, _ value: String) -> String {
    switch function {
    case .count: "COUNT(*)"
    case .sum: "COALESCE(SUM(\(value)), 0)"
    case .average: "AVG(\(value))"
    case .minimum: "MIN(\(value))"
    case .maximum: "MAX(\(value))"
    }
  }

  private func toOne(_ name: String, _ place: Place) -> (column: String, destination: Place)? {
    guard let relationship = place.description.relationshipsByName[name], !relationship.isToMany,
      let column = place.entity.columns[name]?.name, hasColumn(column, in: place.entity.table),
      let destination = self.place(of: relationship.destinationEntity)
    else { return nil }
    return (column, destination)
  }

  // MARK: - Order

  /// Members of an ordered relationship without a place, or with the place of another.
  func checkOrder(_ relationship: NSRelationshipDescription, _ place: Place) {
    guard relationship.isOrdered, let storage = place.entity.toMany[relationship.name],
      let destination = self.place(of: relationship.destinationEntity)
    else { return }
    switch storage {
    case .ownColumn: return
    case .foreignKey(let table, let column, let order):
      guard let order, hasColumn(column, in: table), hasColumn(order, in: table) else { return }
      checkOrder(
        relationship, place, destination,
        Order(
          members: "\(table) m", owner: "m.\(column)", member: "m.Z_PK", place: "m.\(order)",
          entity: "m.Z_ENT"))
    case .join(let join):
      guard let order = join.orderColumn, hasColumn(order, in: join.table) else { return }
      checkOrder(
        relationship, place, destination,
        Order(
          members: "\(join.table) m", owner: "m.\(join.ownColumn)",
          member: "m.\(join.otherColumn)", place: "m.\(order)", entity: "NULL"))
    }
  }

  /// Where the members of an ordered relationship and their places stand.
  private struct Order {
    let members: String
    let owner: String
    let member: String
    let place: String
    let entity: String
  }

  private func checkOrder(
    _ relationship: NSRelationshipDescription, _ place: Place, _ destination: Place,
    _ order: Order
  ) {
    let name = relationship.name
    let remedy = "set \(name) anew, so that its order is written again"
    report(
      .order, destination, name,
      "SELECT \(order.member), \(order.entity), \(order.owner) FROM \(order.members) "
        + "WHERE \(order.owner) IS NOT NULL AND \(order.place) IS NULL",
      remedy: remedy
    ) { row in
      "it is in \(name) of \(place.entity.name)/p\(Self.text(row[2])), but has no place in its order"
    }
    report(
      .order, place, name,
      "SELECT \(order.owner), NULL, \(order.place), COUNT(*) FROM \(order.members) "
        + "WHERE \(order.owner) IS NOT NULL AND \(order.place) IS NOT NULL "
        + "GROUP BY \(order.owner), \(order.place) HAVING COUNT(*) > 1",
      remedy: remedy
    ) { row in
      "\(Self.text(row[3])) members of \(name) have the same place \(Self.text(row[2])): "
        + "their order is not certain"
    }
  }
}
