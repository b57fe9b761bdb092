extension SchemaBuilder {
  /// One side of a many-to-many relationship while its table is named.
  private struct Side {
    let relationship: NSRelationshipDescription
    let entity: NumberedEntity
  }

  /// Lays out the join tables (z-format facts 25 to 32).
  ///
  /// - Returns: the tables by the name of the entity that names them, in Apple's hash order.
  mutating func layOutJoins() throws(ModelError) -> [String: [SQLTable]] {
    var pairs: [(naming: Side, other: Side)] = []
    var done: Set<ObjectIdentifier> = []
    for entity in numbered {
      for relationship in storedOwn(NSRelationshipDescription.self, of: entity)
      where relationship.isManyToMany {
        guard let inverse = relationship.storedInverse,
          done.insert(ObjectIdentifier(relationship)).inserted
        else { continue }
        done.insert(ObjectIdentifier(inverse))
        let destination = place(inverse.declaringEntity)
        guard let destination else {
          _ = try self.destination(relationship)
          continue
        }
        let mine = Side(relationship: relationship, entity: entity)
        let theirs = Side(relationship: inverse, entity: destination)
        pairs.append(Self.namesTable(mine, theirs) ? (mine, theirs) : (theirs, mine))
      }
    }
    let names = joinColumnNames(
      pairs.map {
        $0.naming.relationship === $0.other.relationship ? [$0.naming] : [$0.naming, $0.other]
      })
    var result: [String: [SQLTable]] = [:]
    for pair in pairs.sorted(by: { first, second in
      HashOrder.precedes(
        first.naming.relationship.name, second.naming.relationship.name,
        count: first.naming.entity.entity.properties.count)
    }) {
      result[pair.naming.entity.name, default: []].append(
        addJoin(pair.naming, pair.other, names))
    }
    return result
  }

  /// Whether the first side names the table: the one whose entity has sub-entities, else the one
  /// with the lower number (fact 27); in a pair within one entity, by hash order (fact 29).
  private static func namesTable(_ first: Side, _ second: Side) -> Bool {
    if first.entity.entity === second.entity.entity {
      if first.relationship === second.relationship { return true }
      return HashOrder.precedes(
        first.relationship.name, second.relationship.name,
        count: first.entity.entity.properties.count)
    }
    if first.entity.hasSubentities != second.entity.hasSubentities {
      return first.entity.hasSubentities
    }
    return first.entity.number < second.entity.number
  }

  /// The name of the column that holds the keys of the other side, by relationship: a number is
  /// added to a name that another relationship of the same entity has (fact 31).
  private func joinColumnNames(_ sides: [[Side]]) -> [ObjectIdentifier: String] {
    var names: [ObjectIdentifier: String] = [:]
    var taken: [String: Int] = [:]
    let inOrder = sides.flatMap { $0 }.sorted { first, second in
      guard first.entity.entity === second.entity.entity else {
        return first.entity.number < second.entity.number
      }
      return HashOrder.precedes(
        first.relationship.name, second.relationship.name,
        count: first.entity.entity.properties.count)
    }
    for side in inOrder {
      guard let inverse = side.relationship.storedInverse else { continue }
      let name = "Z_\(side.entity.number)" + inverse.name.uppercased()
      let used = taken[name, default: 0]
      taken[name] = used + 1
      names[ObjectIdentifier(side.relationship)] = used == 0 ? name : name + String(used)
    }
    return names
  }

  private mutating func addJoin(
    _ naming: Side, _ other: Side, _ names: [ObjectIdentifier: String]
  ) -> SQLTable {
    let reflexive = naming.relationship === other.relationship
    let computed = "Z_\(naming.entity.number)" + naming.relationship.name.uppercased()
    let alternative = "Z_\(other.entity.number)" + other.relationship.name.uppercased()
    var first = names[ObjectIdentifier(naming.relationship)] ?? ""
    var second = reflexive ? "REFLEXIVE" : names[ObjectIdentifier(other.relationship)] ?? ""
    let table = existing([computed, alternative]) ?? computed
    if let columns = found?.columns[table] {
      first = Self.match(first, in: columns)
      second = Self.match(second, in: columns)
    }
    var columns = [first, second]
    var orders: [String?] = [nil, nil]
    // Z_FOK_<column> orders the objects whose keys stand in the column: the column of `naming`'s own
    // keys is ordered by the other side's relationship (fact 28).
    if !reflexive, other.relationship.isOrdered { orders[0] = "Z_FOK_" + first.dropFirst(2) }
    if naming.relationship.isOrdered { orders[1] = "Z_FOK_" + second.dropFirst(2) }
    columns += orders.compactMap { $0 }
    let list = columns.map { "\($0) INTEGER" }.joined(separator: ", ")
    joinOf[ObjectIdentifier(naming.relationship)] = SQLJoin(
      table: table, ownColumn: first, otherColumn: second, orderColumn: orders[1])
    if !reflexive {
      joinOf[ObjectIdentifier(other.relationship)] = SQLJoin(
        table: table, ownColumn: second, otherColumn: first, orderColumn: orders[0])
    }
    return SQLTable(
      name: table, kind: .join, columns: columns.map { .init(name: $0, type: "INTEGER") },
      createStatement: "CREATE TABLE \(table) ( \(list), PRIMARY KEY (\(first), \(second)) )")
  }

  private func existing(_ candidates: [String]) -> String? {
    candidates.first { found?.columns[$0] != nil }
  }

  /// The column of a found join table that has the name, perhaps with another number at its end.
  private static func match(_ name: String, in columns: [String]) -> String {
    if columns.contains(name) { return name }
    let bare = String(name.reversed().drop(while: \.isNumber).reversed())
    return columns.first {
      $0.hasPrefix(bare) && $0.dropFirst(bare.count).allSatisfy(\.isNumber)
    } ?? name
  }
}
