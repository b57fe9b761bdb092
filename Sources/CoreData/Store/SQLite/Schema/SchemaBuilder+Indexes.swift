import PredicateCore

extension SchemaBuilder {
  /// Indexes over relationships and, in old stores, flagged attributes, entity by entity; then the
  /// one over `Z_ENT` (z-format facts 33, 34, 36, 43).
  func relationIndexes(_ root: NumberedEntity, table: String) -> [String] {
    var columns: [String] = []
    for entity in family(of: root) {
      if !era.hasFetchIndexes {
        columns += storedOwn(NSAttributeDescription.self, of: entity).filter(\.isIndexed)
          .compactMap { columnOf[ObjectIdentifier($0)]?.name }
      }
      columns += storedOwn(NSRelationshipDescription.self, of: entity)
        .filter { !$0.isToMany }.compactMap { columnOf[ObjectIdentifier($0)]?.name }
      columns += (incoming[ObjectIdentifier(entity.entity)] ?? [])
        .compactMap { ownColumnOf[ObjectIdentifier($0)]?.column }
    }
    if root.hasSubentities { columns.append("Z_ENT") }
    return columns.map { "CREATE INDEX \(table)_\($0)_INDEX ON \(table) (\($0))" }
  }

  /// The second index of a join table, its columns reversed (fact 35).
  func reversedIndex(_ join: SQLTable) -> String? {
    guard era.hasReversedJoinIndex else { return nil }
    let (first, second) = (join.columns[0].name, join.columns[1].name)
    return "CREATE INDEX \(join.name)_\(second)_INDEX ON \(join.name) (\(second), \(first))"
  }

  /// An entity's compound indexes in old stores, its fetch and unique indexes in new ones (facts 37
  /// to 41, 46).
  func fetchIndexes(_ entity: NumberedEntity, table: String) -> [String] {
    var result: [String] = []
    if era.hasFetchIndexes {
      result += effectiveIndexes(entity).compactMap { fetchIndex($0, entity, table: table) }
    } else {
      // Compiled models list compound indexes that differ in direction only.
      var seen: Set<[String]> = []
      for names in entity.entity.compoundIndexNames where seen.insert(names).inserted {
        guard let columns = constraintColumns(entity, names) else { continue }
        result.append(
          "CREATE INDEX \(table)_\(columns.joined(separator: "_")) "
            + "ON \(table) (\(columns.joined(separator: ", ")))")
      }
    }
    if era.uniqueness == .index { result += uniqueIndexes(entity, table: table) }
    return result
  }

  private func uniqueIndexes(_ entity: NumberedEntity, table: String) -> [String] {
    var result: [String] = []
    for names in entity.entity.uniquenessConstraintNames {
      guard let columns = constraintColumns(entity, names) else { continue }
      let list = columns.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ")
      result.append(
        "CREATE UNIQUE INDEX "
          + SQLName.text("Z_\(entity.name)_UNIQUE_\(names.joined(separator: "_"))")
          + " ON \(table) (\(list))")
    }
    return result
  }

  /// The indexes an entity has today: those it declares and, for models built in code or compiled
  /// before there were fetch indexes, those that follow from flags and old compound indexes.
  private func effectiveIndexes(_ entity: NumberedEntity) -> [NSFetchIndexDescription] {
    let declared = entity.entity.indexes
    if entity.entity.hasCompiledIndexes { return declared }
    return ImpliedIndexes.of(entity.entity, declared: declared) + declared
  }

  /// The statement of a fetch index; nil for one that Apple does not create: over a relationship
  /// alone (fact 40), or over something without a column.
  private func fetchIndex(
    _ index: NSFetchIndexDescription, _ entity: NumberedEntity, table: String
  ) -> String? {
    guard !index.elements.contains(where: { $0.collationType == .rTree }) else { return nil }
    if index.elements.count == 1, index.elements[0].property is NSRelationshipDescription {
      return nil
    }
    var columns: [String] = []
    for element in index.elements {
      guard let column = column(of: element, entity) else { return nil }
      columns.append("\(column) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")")
    }
    guard !columns.isEmpty else { return nil }
    var condition = ""
    if let predicate = index.partialIndexPredicate {
      let sql = PartialIndexSQL { path in
        guard path.count == 1, let property = entity.entity.propertiesByName[path[0]] else {
          return nil
        }
        return columnOf[ObjectIdentifier(property)]?.name
      }
      guard let text = sql.text(predicate.node) else { return nil }
      condition = " WHERE " + text
    }
    return "CREATE INDEX \(SQLName.text("Z_\(entity.name)_\(index.name)")) "
      + "ON \(table) (\(columns.joined(separator: ", ")))" + condition
  }

  /// The column of an index element; the object itself is the row's key, its entity the row's entity
  /// number (fact 38).
  func column(
    of element: NSFetchIndexElementDescription, _ entity: NumberedEntity
  ) -> String? {
    var name = element.propertyName ?? ""
    if let expression = (element.property as? NSExpressionDescription)?.expression {
      switch expression.node {
      case .evaluatedObject: return "Z_PK"
      case .keyPath(let path) where path.count == 1: name = path[0]
      default: return nil
      }
    }
    if let property = entity.entity.propertiesByName[name] {
      return columnOf[ObjectIdentifier(property)]?.name
    }
    switch name {
    case "self", "SELF", "objectID": return "Z_PK"
    case "entity": return "Z_ENT"
    default: return nil
    }
  }
}
