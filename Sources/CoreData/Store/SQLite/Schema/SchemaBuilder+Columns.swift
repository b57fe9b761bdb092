extension SchemaBuilder {
  /// Lays out the table of a root entity: the three fixed columns, then the groups (facts 10 to 18).
  mutating func layOutTable(of root: NumberedEntity) throws(ModelError) -> SQLTable {
    let name = Self.tableName(root.root)
    var table = PendingTable(found: found?.columns[name])
    let family = family(of: root)
    for group in SQLColumnType.Group.allCases {
      for entity in family {
        switch group {
        case .integer: try addIntegers(entity, table: name, to: &table)
        case .order: addOrders(entity, to: &table)
        default: addAttributes(entity, group, to: &table)
        }
      }
    }
    let constraints = uniqueness(family, table: name, columns: &table.columns)
    let list = table.columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    // A constraint ends at the parenthesis without a blank (fact 44).
    let end = constraints.isEmpty ? " )" : ", " + constraints.joined(separator: ", ") + ")"
    return SQLTable(
      name: name, kind: .entity, columns: table.columns,
      createStatement: "CREATE TABLE \(name) ( \(list)\(end)")
  }

  /// Group (a): integer attributes, to-ones with their entity keys, then what points here without
  /// an inverse (fact 16).
  private mutating func addIntegers(
    _ entity: NumberedEntity, table name: String, to table: inout PendingTable
  ) throws(ModelError) {
    addAttributes(entity, .integer, to: &table)
    for relationship in storedOwn(NSRelationshipDescription.self, of: entity)
    where !relationship.isToMany {
      let base = relationship.name.uppercased()
      var column = SQLColumn(name: table.add("Z" + base, "INTEGER"), type: "INTEGER")
      let destination = try destination(relationship)
      if destination.hasSubentities {
        column.entityKeyColumn = table.add("Z\(destination.number)_" + base, "INTEGER")
      }
      columnOf[ObjectIdentifier(relationship)] = column
    }
    for relationship in incoming[ObjectIdentifier(entity.entity)] ?? [] {
      guard let source = place(relationship.declaringEntity) else { continue }
      let column = table.add("Z\(source.number)" + relationship.name.uppercased(), "INTEGER")
      ownColumnOf[ObjectIdentifier(relationship)] = (name, column)
    }
    // An inverse-less to-many whose destination is outside the store must not go unnoticed.
    for relationship in storedOwn(NSRelationshipDescription.self, of: entity)
    where relationship.isToMany {
      _ = try destination(relationship)
    }
  }

  /// Group (b): the places in an ordered to-many (fact 22). Apple's order is that of a hash table.
  private mutating func addOrders(_ entity: NumberedEntity, to table: inout PendingTable) {
    let count = entity.entity.properties.count
    let ordered = storedOwn(NSRelationshipDescription.self, of: entity).filter {
      !$0.isToMany && $0.storedInverse?.isOrdered == true && $0.storedInverse?.isToMany == true
    }
    for relationship in ordered.sorted(by: {
      HashOrder.precedes($0.name, $1.name, count: count)
    }) {
      let key = ObjectIdentifier(relationship)
      guard let column = columnOf[key] else { continue }
      columnOf[key]?.orderColumn = table.add("Z_FOK_" + column.name.dropFirst(), "INTEGER")
    }
  }

  private mutating func addAttributes(
    _ entity: NumberedEntity, _ group: SQLColumnType.Group, to table: inout PendingTable
  ) {
    for attribute in storedOwn(NSAttributeDescription.self, of: entity) {
      if let composite = attribute as? NSCompositeAttributeDescription {
        addParts(composite, of: attribute, path: [attribute.name], group, to: &table)
      } else if let type = SQLColumnType(attribute.attributeType), type.group == group {
        columnOf[ObjectIdentifier(attribute)] = SQLColumn(
          name: table.add("Z" + attribute.name.uppercased(), type.name), type: type.name)
      }
    }
  }

  /// A column for each simple attribute in a composite one, named by its path. Apple's names are not
  /// known (z-format section 12).
  private mutating func addParts(
    _ composite: NSCompositeAttributeDescription, of attribute: NSAttributeDescription,
    path: [String], _ group: SQLColumnType.Group, to table: inout PendingTable
  ) {
    for element in composite.elements.sorted(by: { CodePointOrder.precedes($0.name, $1.name) }) {
      let path = path + [element.name]
      if let inner = element as? NSCompositeAttributeDescription {
        addParts(inner, of: attribute, path: path, group, to: &table)
      } else if let type = SQLColumnType(element.attributeType), type.group == group {
        let name = "Z" + path.joined(separator: "_").uppercased()
        partColumnOf[ObjectIdentifier(attribute), default: [:]][path.joined(separator: ".")] =
          SQLColumn(name: table.add(name, type.name), type: type.name)
      }
    }
  }

  /// The older forms of uniqueness constraints, inside the table's statement (facts 44 and 45).
  private func uniqueness(
    _ family: [NumberedEntity], table: String, columns: inout [SQLTable.Column]
  ) -> [String] {
    var clauses: [String] = []
    for entity in family {
      for names in entity.entity.uniquenessConstraintNames {
        guard let list = constraintColumns(entity, names) else { continue }
        switch era.uniqueness {
        case .column where list.count == 1:
          columns = columns.map {
            $0.name == list[0] ? .init(name: $0.name, type: $0.type + " UNIQUE") : $0
          }
        case .column, .tableConstraint:
          clauses.append(
            "CONSTRAINT \(list.joined(separator: "_")) UNIQUE (\(list.joined(separator: ", ")))")
        case .index, .ignored: break
        }
      }
    }
    return clauses
  }

  /// The columns of a constraint; nil if one of its properties is not stored in a column.
  func constraintColumns(_ entity: NumberedEntity, _ names: [String]) -> [String]? {
    var result: [String] = []
    let properties = entity.entity.propertiesByName
    for name in names {
      guard let property = properties[name], let column = columnOf[ObjectIdentifier(property)]
      else { return nil }
      result.append(column.name)
    }
    return result.isEmpty ? nil : result
  }
}

/// A table whose columns are being named.
struct PendingTable {
  var columns: [SQLTable.Column] = [
    .init(name: "Z_PK", type: "INTEGER PRIMARY KEY"), .init(name: "Z_ENT", type: "INTEGER"),
    .init(name: "Z_OPT", type: "INTEGER"),
  ]
  private var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
  private let found: Set<String>?

  init(found: [String]?) {
    self.found = found.map(Set.init)
  }

  /// Adds a column under the name, or under the name and a number if it is taken (fact 18). In a
  /// store that exists, the first such name that the store has.
  mutating func add(_ base: String, _ type: String) -> String {
    var name = base
    var number = 0
    while taken.contains(name) {
      number += 1
      name = base + String(number)
    }
    if let found, !found.contains(name) {
      for candidate in 0...8 {
        let other = candidate == 0 ? base : base + String(candidate)
        guard found.contains(other), !taken.contains(other) else { continue }
        name = other
        break
      }
    }
    taken.insert(name)
    columns.append(.init(name: name, type: type))
    return name
  }
}
