extension SchemaBuilder {
  /// The triggers that keep an entity's derived attributes (z-format section 9): counts and other
  /// aggregates of to-many relationships, and key paths through a to-one. What an attribute derives
  /// from its own object is computed on saving and needs none.
  func derivedTriggers(_ entity: NumberedEntity) -> [String] {
    storedOwn(NSDerivedAttributeDescription.self, of: entity).flatMap { attribute -> [String] in
      guard let derivation = attribute.derivation,
        let column = columnOf[ObjectIdentifier(attribute)]?.name
      else { return [] }
      let source = DerivedSource(
        entity: entity.name, table: Self.tableName(entity.root), attribute: attribute.name,
        column: column)
      switch derivation {
      case .aggregate(.count, let path) where path.count == 1:
        return count(path[0], of: entity, source)
      case .aggregate(let function, let path) where path.count == 2:
        return aggregate(function, path, of: entity, source)
      case .keyPath(let path) where path.count == 2:
        return follow(path, of: entity, source)
      default: return []
      }
    }
  }

  /// Where the keys of an entity's objects stand for each object of a to-many relationship.
  private func members(
    _ name: String, of entity: NumberedEntity
  ) -> (table: String, column: String, isInverseless: Bool)? {
    guard let relationship = entity.entity.relationshipsByName[name],
      let place = place(of: relationship)
    else { return nil }
    switch place {
    case .foreignKey(let table, let column, _): return (table, column, false)
    case .ownColumn(let table, let column): return (table, column, true)
    case .join(let join): return (join.table, join.ownColumn, false)
    }
  }

  private func count(
    _ relationship: String, of entity: NumberedEntity, _ source: DerivedSource
  ) -> [String] {
    guard let members = members(relationship, of: entity) else { return [] }
    let (table, column) = (members.table, members.column)
    // The range of entity numbers is written for a relationship without inverse (fact 59), and
    // where the table has rows of other entities.
    let restricted = members.isInverseless || !coversTable(entity)
    let range = restricted ? entityRange(entity) : nil
    func change(_ name: String, _ event: String, _ row: String, _ value: String) -> String {
      let condition =
        "Z_PK = \(row).\(column)" + (range.map { " AND " + $0("") } ?? "")
      return "CREATE TRIGGER Z_DA_\(table)_\(source.entity)_\(source.attribute)_PARAMETER_\(name) "
        + "AFTER \(event) ON \(table) FOR EACH ROW WHEN (\(row).\(column) NOT NULL) BEGIN "
        + "UPDATE \(source.table) SET \(source.column) = \(value) WHERE \(condition); "
        + source.report(inserted: false, condition) + " END"
    }
    let grown = "\(source.column) + 1"
    let shrunk = "\(source.column) - 1"
    return [
      change("INSERT", "INSERT", "NEW", "IFNULL(\(source.column), 0) + 1"),
      change("UPDATE_INCREMENT", "UPDATE OF \(column)", "NEW", grown),
      change("UPDATE_DECREMENT", "UPDATE OF \(column)", "OLD", shrunk),
      change("DELETE", "DELETE", "OLD", shrunk),
      source.onInsert(
        when: range?("NEW."),
        value: "SELECT IFNULL(COUNT(\(column)), 0) FROM \(table) WHERE \(column) = NEW.Z_PK"),
    ]
  }

  /// Sums, averages and extremes, computed anew after each change: no sample of Apple's is known.
  private func aggregate(
    _ function: Derivation.Aggregate, _ path: [String], of entity: NumberedEntity,
    _ source: DerivedSource
  ) -> [String] {
    guard let members = members(path[0], of: entity),
      let destination = place(entity.entity.relationshipsByName[path[0]]?.destinationEntity),
      members.table == Self.tableName(destination.root),
      let property = destination.entity.attributesByName[path[1]],
      let value = columnOf[ObjectIdentifier(property)]?.name
    else { return [] }
    let (table, column) = (members.table, members.column)
    let name =
      switch function {
      case .sum: "IFNULL(SUM(\(value)), 0)"
      case .average: "AVG(\(value))"
      case .minimum: "MIN(\(value))"
      case .maximum: "MAX(\(value))"
      case .count: "COUNT(\(value))"
      }
    func recompute(_ suffix: String, _ event: String, _ row: String) -> String {
      let condition = "Z_PK = \(row).\(column) AND " + entityRange(entity)("")
      let selection = "SELECT \(name) FROM \(table) WHERE \(column) = \(row).\(column)"
      return
        "CREATE TRIGGER Z_DA_\(table)_\(source.entity)_\(source.attribute)_PARAMETER_\(suffix) "
        + "AFTER \(event) ON \(table) FOR EACH ROW WHEN (\(row).\(column) NOT NULL) BEGIN "
        + "UPDATE \(source.table) SET \(source.column) = (\(selection)) WHERE \(condition); "
        + source.report(inserted: false, condition) + " END"
    }
    return [
      recompute("INSERT", "INSERT", "NEW"),
      recompute("UPDATE_NEW", "UPDATE OF \(column), \(value)", "NEW"),
      recompute("UPDATE_OLD", "UPDATE OF \(column)", "OLD"),
      recompute("DELETE", "DELETE", "OLD"),
      source.onInsert(
        when: coversTable(entity) ? nil : entityRange(entity)("NEW."),
        value: "SELECT \(name) FROM \(table) WHERE \(column) = NEW.Z_PK"),
    ]
  }

  /// A value of the object at the other end of a to-one (fact 57; corpus 034, 043).
  private func follow(
    _ path: [String], of entity: NumberedEntity, _ source: DerivedSource
  ) -> [String] {
    guard let relationship = entity.entity.relationshipsByName[path[0]],
      let key = columnOf[ObjectIdentifier(relationship)]?.name,
      let destination = place(relationship.destinationEntity),
      let property = destination.entity.attributesByName[path[1]],
      let value = columnOf[ObjectIdentifier(property)]?.name
    else { return [] }
    let table = Self.tableName(destination.root)
    let selection = "SELECT \(value) FROM \(table) WHERE Z_PK = NEW.\(key)"
    let parameter = "CREATE TRIGGER Z_DA_\(table)_\(source.entity)_\(source.attribute)_PARAMETER_"
    let body =
      "ON \(table) FOR EACH ROW BEGIN UPDATE \(source.table) SET \(source.column) = NEW.\(value) "
      + "WHERE \(key) = NEW.Z_PK; "
    return [
      source.onInsert(when: nil, value: selection),
      source.onUpdate(of: key, value: selection),
      "\(parameter)INSERT AFTER INSERT " + body
        + source.report(inserted: true, "\(key) = NEW.Z_PK") + " END",
      "\(parameter)UPDATE AFTER UPDATE OF \(value) " + body
        + source.report(inserted: false, "\(key) = NEW.Z_PK") + " END",
    ]
  }

  private func coversTable(_ entity: NumberedEntity) -> Bool { entity.isRoot }

  private func entityRange(_ entity: NumberedEntity) -> (String) -> String {
    { "\(entity.number) <= \($0)Z_ENT AND \($0)Z_ENT <= \(entity.lastNumber)" }
  }
}

/// A derived attribute while its triggers are written.
private struct DerivedSource {
  let entity: String
  let table: String
  let attribute: String
  let column: String

  /// The statement that tells the framework which value changed (fact 58).
  func report(inserted: Bool, _ condition: String) -> String {
    let function = inserted ? "InsertUpdated" : "Updated"
    return "SELECT NSCoreDataDATrigger\(function)AffectedObjectValue("
      + "'\(table)', Z_ENT, Z_PK, '\(attribute)', \(column)) FROM \(table) WHERE \(condition);"
  }

  /// Computes the value of a new object.
  func onInsert(when condition: String?, value: String) -> String {
    let restriction = condition.map { "WHEN \($0) " } ?? ""
    return "CREATE TRIGGER Z_DA_\(table)_\(entity)_\(attribute)_SOURCE_INSERT AFTER INSERT "
      + "ON \(table) FOR EACH ROW \(restriction)BEGIN UPDATE \(table) SET \(column) = (\(value)) "
      + "WHERE Z_PK = NEW.Z_PK; " + report(inserted: true, "Z_PK = NEW.Z_PK") + " END"
  }

  /// Computes the value anew when the to-one leads elsewhere.
  func onUpdate(of key: String, value: String) -> String {
    "CREATE TRIGGER Z_DA_\(table)_\(entity)_\(attribute)_SOURCE_UPDATE AFTER UPDATE OF \(key) "
      + "ON \(table) FOR EACH ROW BEGIN UPDATE \(table) SET \(column) = (\(value)) "
      + "WHERE Z_PK = NEW.Z_PK; " + report(inserted: false, "Z_PK = NEW.Z_PK") + " END"
  }
}
