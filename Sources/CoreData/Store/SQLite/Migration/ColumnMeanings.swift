/// What a column of a table of entities holds for the rows of an entity.
enum ColumnMeaning {
  /// An attribute; the path leads to an element of a composite one.
  case attribute(NSAttributeDescription, path: String)
  /// The key of the object at the other end of a to-one.
  case toOne(NSRelationshipDescription)
  /// The number of that object's entity.
  case entityKey(NSRelationshipDescription)
  /// The place among the members of the inverse of a to-one.
  case order(NSRelationshipDescription)
  /// The key of the owner of a to-many without inverse.
  case owner(NSRelationshipDescription)
}

/// The meanings of the columns of a new table.
struct ColumnMeanings {
  private var meanings: [String: [String: ColumnMeaning]] = [:]

  init(_ map: MigrationMap, _ table: SQLTable, _ entities: [SQLEntity]) {
    for entity in entities {
      guard let description = map.description(entity) else { continue }
      for property in description.properties { note(property, entity) }
    }
    for owner in map.new.entitiesInOrder {
      guard let description = map.description(owner) else { continue }
      for case let relationship as NSRelationshipDescription in description.ownProperties {
        guard case .ownColumn(table.name, let column)? = owner.toMany[relationship.name],
          let destination = relationship.destinationEntity
        else { continue }
        for entity in entities
        where map.description(entity)?.isKindOf(entity: destination) ?? false {
          meanings[entity.name, default: [:]][column] = .owner(relationship)
        }
      }
    }
  }

  private mutating func note(_ property: NSPropertyDescription, _ entity: SQLEntity) {
    var own = meanings[entity.name] ?? [:]
    if let relationship = property as? NSRelationshipDescription {
      guard let column = entity.columns[relationship.name] else { return }
      own[column.name] = .toOne(relationship)
      if let key = column.entityKeyColumn { own[key] = .entityKey(relationship) }
      if let order = column.orderColumn { own[order] = .order(relationship) }
    } else if let attribute = property as? NSAttributeDescription {
      let prefix = attribute.name + "."
      for (path, column) in entity.columns
      where path == attribute.name || path.hasPrefix(prefix) {
        own[column.name] = .attribute(attribute, path: path)
      }
    }
    meanings[entity.name] = own
  }

  /// What a column holds for the rows of an entity; nil if nothing.
  func meaning(of column: String, for entity: SQLEntity) -> ColumnMeaning? {
    meanings[entity.name]?[column]
  }
}
