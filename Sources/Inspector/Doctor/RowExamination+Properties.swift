import CoreData
import SQLiteDriver

/// What properties demand: partners that exist, inverses that agree, values that are there.
extension RowExamination {
  func check(_ property: NSPropertyDescription, _ place: Place) {
    switch property {
    case let relationship as NSRelationshipDescription:
      if relationship.isToMany {
        checkToMany(relationship, place)
        checkOrder(relationship, place)
      } else {
        checkToOne(relationship, place)
      }
    case let composite as NSCompositeAttributeDescription:
      for path in place.entity.columns.keys.sorted() where path.hasPrefix(composite.name + ".") {
        if let column = place.entity.columns[path] { checkColumn(column, path, place) }
      }
    case let attribute as NSAttributeDescription:
      check(attribute, place)
      if let derived = attribute as? NSDerivedAttributeDescription { checkDerived(derived, place) }
    default: break
    }
  }

  @discardableResult
  private func checkColumn(_ column: SQLColumn, _ name: String, _ place: Place) -> Bool {
    if hasColumn(column.name, in: place.entity.table) { return true }
    doctor.add(
      Finding(
        .table, entity: place.entity.name,
        "\(place.entity.table) has no column \(column.name) for “\(name)”",
        remedy: "use the model the store was made with, or migrate the store"))
    return false
  }

  private func check(_ attribute: NSAttributeDescription, _ place: Place) {
    guard let column = place.entity.columns[attribute.name],
      checkColumn(column, attribute.name, place)
    else { return }
    let table = place.entity.table
    if !attribute.isOptional && !(attribute is NSDerivedAttributeDescription) {
      report(
        .required, place, attribute.name,
        "SELECT Z_PK, Z_ENT FROM \(table) t WHERE \(place.range("t")) AND \(column.name) IS NULL",
        remedy: "set \(attribute.name), or make it optional in the model"
      ) { _ in "\(attribute.name) is required and has no value" }
    }
    guard let classes = Self.storageClasses(attribute.attributeType) else { return }
    let list = classes.map { "'\($0)'" }.joined(separator: ", ")
    report(
      .value, place, attribute.name,
      "SELECT Z_PK, Z_ENT, typeof(\(column.name)) FROM \(table) t WHERE \(place.range("t")) "
        + "AND typeof(\(column.name)) NOT IN ('null', \(list))",
      remedy: "set \(attribute.name) anew; until then it reads as what SQLite makes of it"
    ) { row in
      "\(attribute.name) is stored as \(row[2].text ?? "?"), which no "
        + "\(attribute.attributeType.sourceName) is"
    }
    if attribute.attributeType == .UUIDAttributeType {
      report(
        .value, place, attribute.name,
        "SELECT Z_PK, Z_ENT, length(\(column.name)) FROM \(table) t WHERE \(place.range("t")) "
          + "AND typeof(\(column.name)) = 'blob' AND length(\(column.name)) != 16",
        remedy: "set \(attribute.name) anew; until then it reads as all zeros"
      ) { row in "\(attribute.name) has \(Self.text(row[2])) bytes; a UUID has 16" }
    }
  }

  /// How SQLite may keep a value; nil where anything goes.
  private static func storageClasses(_ type: NSAttributeType) -> [String]? {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType:
      ["integer"]
    case .doubleAttributeType, .floatAttributeType, .dateAttributeType, .decimalAttributeType:
      ["real", "integer"]
    case .stringAttributeType, .URIAttributeType: ["text"]
    case .UUIDAttributeType, .binaryDataAttributeType, .transformableAttributeType: ["blob"]
    default: nil
    }
  }

  // MARK: - To-one

  private func checkToOne(_ relationship: NSRelationshipDescription, _ place: Place) {
    let name = relationship.name
    guard let column = place.entity.columns[name], checkColumn(column, name, place) else { return }
    let table = place.entity.table
    if !relationship.isOptional {
      report(
        .required, place, name,
        "SELECT Z_PK, Z_ENT FROM \(table) t WHERE \(place.range("t")) AND \(column.name) IS NULL",
        remedy: "set \(name), or make it optional in the model"
      ) { _ in "\(name) is required and leads nowhere" }
    }
    guard let destination = self.place(of: relationship.destinationEntity) else { return }
    report(
      .danglingReference, place, name,
      "SELECT t.Z_PK, t.Z_ENT, t.\(column.name), d.Z_ENT FROM \(table) t "
        + "LEFT JOIN \(destination.entity.table) d ON d.Z_PK = t.\(column.name) "
        + "WHERE \(place.range("t")) AND t.\(column.name) IS NOT NULL "
        + "AND (d.Z_PK IS NULL OR NOT (\(destination.range("d"))))",
      remedy: "clear \(name), or make it lead to an object that is there"
    ) { [schema] row in
      let target = "\(destination.entity.name)/p\(Self.text(row[2]))"
      guard let number = row[3].integer else {
        return "\(name) leads to \(target), which is not there"
      }
      let other = schema.entitiesInOrder.first { Int64($0.number) == number }?.name ?? "\(number)"
      return "\(name) leads to a \(other), not to a \(destination.entity.name)"
    }
    if let key = column.entityKeyColumn, hasColumn(key, in: table) {
      report(
        .danglingReference, place, name,
        "SELECT t.Z_PK, t.Z_ENT, t.\(key), d.Z_ENT FROM \(table) t "
          + "JOIN \(destination.entity.table) d ON d.Z_PK = t.\(column.name) "
          + "WHERE \(place.range("t")) AND t.\(key) IS NOT d.Z_ENT",
        remedy: "set \(name) anew, so that \(key) is written again"
      ) { row in
        "\(key) says that \(name) leads to entity number \(Self.text(row[2])), but the object is of "
          + "number \(Self.text(row[3]))"
      }
    }
    checkInverse(relationship, column, place, destination)
  }

  /// Both ends of a one-to-one have a column, and they must agree.
  private func checkInverse(
    _ relationship: NSRelationshipDescription, _ column: SQLColumn, _ place: Place,
    _ destination: Place
  ) {
    guard let inverse = relationship.inverseRelationship, !inverse.isToMany,
      let back = destination.entity.columns[inverse.name],
      hasColumn(back.name, in: destination.entity.table)
    else { return }
    report(
      .inverse, place, relationship.name,
      "SELECT t.Z_PK, t.Z_ENT, t.\(column.name), d.\(back.name) FROM \(place.entity.table) t "
        + "JOIN \(destination.entity.table) d ON d.Z_PK = t.\(column.name) "
        + "WHERE \(place.range("t")) AND \(destination.range("d")) "
        + "AND d.\(back.name) IS NOT t.Z_PK",
      remedy: "set \(relationship.name) or \(inverse.name) anew, so that both sides are written"
    ) { row in
      let partner = "\(destination.entity.name)/p\(Self.text(row[2]))"
      let other =
        row[3].isNull ? "leads nowhere" : "leads to \(place.entity.name)/p\(Self.text(row[3]))"
      return "\(relationship.name) leads to \(partner), whose \(inverse.name) \(other)"
    }
  }

  // MARK: - To-many

  private func checkToMany(_ relationship: NSRelationshipDescription, _ place: Place) {
    let name = relationship.name
    guard let storage = place.entity.toMany[name],
      let destination = self.place(of: relationship.destinationEntity)
    else { return }
    switch storage {
    case .foreignKey(let table, let column, _):
      guard hasColumn(column, in: table) else { return }
      checkCount(relationship, place, "SELECT COUNT(*) FROM \(table) m WHERE m.\(column) = t.Z_PK")
    case .ownColumn(let table, let column):
      guard hasColumn(column, in: table) else { return }
      report(
        .danglingReference, destination, name,
        "SELECT m.Z_PK, m.Z_ENT, m.\(column) FROM \(table) m WHERE m.\(column) IS NOT NULL "
          + "AND NOT EXISTS (SELECT 1 FROM \(place.entity.table) t WHERE t.Z_PK = m.\(column))",
        remedy: "UPDATE \(table) SET \(column) = NULL for that row"
      ) { row in
        "\(column) says it is in \(name) of \(place.entity.name)/p\(Self.text(row[2])), which is not "
          + "there"
      }
      checkCount(relationship, place, "SELECT COUNT(*) FROM \(table) m WHERE m.\(column) = t.Z_PK")
    case .join(let join):
      guard found.columns[join.table] != nil else {
        // The other side says the same of it.
        guard !doctor.report.findings.contains(where: { $0.meaning.contains(" \(join.table) ") })
        else { return }
        doctor.add(
          Finding(
            .table, entity: place.entity.name, "the store has no table \(join.table) for “\(name)”",
            remedy: "use the model the store was made with, or take a backup"))
        return
      }
      report(
        .danglingJoin, place, name,
        "SELECT j.\(join.ownColumn), NULL, j.\(join.otherColumn) FROM \(join.table) j "
          + "WHERE NOT EXISTS (SELECT 1 FROM \(place.entity.table) t "
          + "WHERE t.Z_PK = j.\(join.ownColumn) AND \(place.range("t")))",
        remedy: "delete the row from \(join.table)"
      ) { row in
        "it is not there, but \(join.table) links it by \(name) to "
          + "\(destination.entity.name)/p\(Self.text(row[2]))"
      }
      checkCount(
        relationship, place,
        "SELECT COUNT(*) FROM \(join.table) j WHERE j.\(join.ownColumn) = t.Z_PK")
    }
  }

  private func checkCount(
    _ relationship: NSRelationshipDescription, _ place: Place, _ count: String
  ) {
    var rules: [String] = []
    if !relationship.isOptional && relationship.minCount > 0 { rules.append("n = 0") }
    if relationship.minCount > 1 { rules.append("(n > 0 AND n < \(relationship.minCount))") }
    if relationship.maxCount > 1 { rules.append("n > \(relationship.maxCount)") }
    guard !rules.isEmpty else { return }
    let name = relationship.name
    report(
      .count, place, name,
      "SELECT Z_PK, Z_ENT, n FROM (SELECT t.Z_PK, t.Z_ENT, (\(count)) AS n "
        + "FROM \(place.entity.table) t WHERE \(place.range("t"))) "
        + "WHERE \(rules.joined(separator: " OR "))",
      remedy: "add or remove members of \(name), or change its limits in the model"
    ) { row in
      "\(name) has \(Self.text(row[2])) members, which the model does not allow"
    }
  }
}
