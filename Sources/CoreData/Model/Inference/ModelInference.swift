/// Guesses the model of a store that has none: entities from `Z_PRIMARYKEY`, attributes from columns
/// with guessed types, relationships from column names, indexes and join tables (z-format fact 79).
///
/// What cannot be known: the case of property names (they come in lower case), which properties
/// belong to which sub-entity (all go to the root), inverses but for many-to-many relationships,
/// booleans, and the kinds of data. What is guessed fits the tables: the schema of the guessed model
/// names no table or column that the store does not have.
package struct ModelInference {
  private let store: StoreTables
  private var entityOf: [Int: NSEntityDescription] = [:]
  private var propertiesOf: [Int: [NSPropertyDescription]] = [:]
  private var names = InferredNames()

  /// The guessed model of a store.
  ///
  /// - Parameter store: what its tables say.
  /// - Throws: `ModelError.inconsistent` if `Z_PRIMARYKEY` contradicts itself.
  package static func model(of store: StoreTables) throws(ModelError) -> NSManagedObjectModel {
    var inference = ModelInference(store: store)
    return try inference.model()
  }

  private init(store: StoreTables) {
    self.store = store
  }

  private mutating func model() throws(ModelError) -> NSManagedObjectModel {
    // Numbers from 16001 on are the history's (fact 9).
    let rows = store.entities.filter { $0.number < 16001 }.sorted { $0.number < $1.number }
    for row in rows {
      guard !row.name.isEmpty, entityOf[row.number] == nil else {
        throw ModelError.inconsistent(faults: [
          "Z_PRIMARYKEY has an entity without name, or two of the number \(row.number)"
        ])
      }
      let entity = NSEntityDescription()
      entity.name = row.name
      entityOf[row.number] = entity
    }
    for row in rows where row.superNumber != 0 {
      guard let entity = entityOf[row.number], let parent = entityOf[row.superNumber] else {
        throw ModelError.inconsistent(faults: [
          "Z_PRIMARYKEY lets “\(row.name)” inherit from number \(row.superNumber)"
        ])
      }
      parent.adopt(entity)
    }
    if let fault = InheritanceCheck.fault(rows.compactMap { entityOf[$0.number] }) {
      throw ModelError.inconsistent(faults: ["by Z_PRIMARYKEY, " + fault])
    }
    for row in rows where row.superNumber == 0 { readTable(of: row) }
    for name in store.tables.keys.sorted() { readJoin(name) }
    for row in rows {
      entityOf[row.number]?.properties = propertiesOf[row.number] ?? []
    }
    let model = NSManagedObjectModel()
    model.entities = rows.compactMap { entityOf[$0.number] }
    try InferredModelFit(store).apply(to: model)
    return model
  }

  // MARK: - Columns

  private mutating func readTable(of row: StoreTables.Entity) {
    let table = "Z" + row.name.uppercased()
    guard let columns = store.tables[table] else { return }
    let keys = entityKeys(columns)
    for column in columns {
      guard column.name.hasPrefix("Z"), !["Z_PK", "Z_ENT", "Z_OPT"].contains(column.name),
        !column.name.hasPrefix("Z_FOK_"), column.name.count > 1, SQLName.isPlain(column.name)
      else { continue }
      let (number, rest) = Self.split(column.name.dropFirst())
      if let number {
        if !rest.hasPrefix("_") { addOwner(number, rest, to: row.number) }
      } else {
        add(column, rest, in: table, of: row.number, destination: keys[rest])
      }
    }
  }

  /// The destinations named by entity-key columns, `Z2_BOOK` (fact 21), by relationship.
  private func entityKeys(_ columns: [SQLTable.Column]) -> [String: Int] {
    var keys: [String: Int] = [:]
    for column in columns where column.name.hasPrefix("Z") {
      let (number, rest) = Self.split(column.name.dropFirst())
      if let number, rest.hasPrefix("_"), entityOf[number] != nil {
        keys[String(rest.dropFirst())] = number
      }
    }
    return keys
  }

  /// A to-many without inverse, `Z2EMPLOYEES` in the destination's table (fact 24).
  private mutating func addOwner(_ source: Int, _ name: String, to destination: Int) {
    guard
      let relationship = makeRelationship(name, of: source, to: destination, maxCount: 0)
    else { return }
    propertiesOf[source, default: []].append(relationship)
  }

  private mutating func add(
    _ column: SQLTable.Column, _ name: String, in table: String, of entity: Int, destination: Int?
  ) {
    if column.type.hasPrefix("INTEGER"),
      let target = destination ?? guessDestination(name, index: "\(table)_\(column.name)_INDEX"),
      let relationship = makeRelationship(name, of: entity, to: target, maxCount: 1)
    {
      propertiesOf[entity, default: []].append(relationship)
      return
    }
    guard let property = takeName(name, for: entity) else { return }
    let attribute = NSAttributeDescription()
    attribute.name = property
    attribute.attributeType = Self.type(column.type)
    propertiesOf[entity, default: []].append(attribute)
  }

  /// The entity that an indexed integer column seems to refer to: the one whose name the column's
  /// name is or contains. None if there is no such entity: then the column shows as a number.
  ///
  /// An entity with sub-entities is none: a relationship to it has an entity-key column beside its own
  /// (fact 21), and this one has not.
  private func guessDestination(_ name: String, index: String) -> Int? {
    let named = store.entities.filter { entityOf[$0.number]?.subentities.isEmpty ?? false }
    if let exact = named.first(where: { $0.name.uppercased() == name }),
      store.indexes.isEmpty || store.indexes.contains(index)
    {
      return exact.number
    }
    guard store.indexes.contains(index) else { return nil }
    return named.filter { $0.name.count > 2 && name.contains($0.name.uppercased()) }
      .max { $0.name.count < $1.name.count }?.number
  }

  private static func type(_ declared: String) -> NSAttributeType {
    switch declared.split(separator: " ").first.map(String.init) ?? "" {
    case "INTEGER": .integer64AttributeType
    case "FLOAT": .doubleAttributeType
    case "TIMESTAMP": .dateAttributeType
    case "DECIMAL": .decimalAttributeType
    case let name where name.hasPrefix("VARCHAR"): .stringAttributeType
    default: .binaryDataAttributeType
    }
  }

  // MARK: - Join tables

  /// A many-to-many relationship, from a table `Z_2TEACHERS` (facts 25 to 29).
  private mutating func readJoin(_ table: String) {
    guard table.hasPrefix("Z_"), let columns = store.tables[table]?.map(\.name),
      columns.count >= 2, case (let owner?, let name) = Self.split(table.dropFirst(2)),
      entityOf[owner] != nil, !name.isEmpty, (columns + [table]).allSatisfy(SQLName.isPlain)
    else { return }
    let orders = Set(columns.filter { $0.hasPrefix("Z_FOK_") }.map { $0.dropFirst(6) })
    if columns.contains("REFLEXIVE") {
      guard let relationship = makeRelationship(name, of: owner, to: owner, maxCount: 0)
      else { return }
      relationship.inverseRelationship = relationship
      propertiesOf[owner, default: []].append(relationship)
      return
    }
    guard columns[0].hasPrefix("Z_"), columns[1].hasPrefix("Z_"),
      let keys = Self.keys(columns, owner: owner, name: name), !keys.inverse.isEmpty,
      let forward = makeRelationship(name, of: owner, to: keys.other, maxCount: 0),
      let back = makeRelationship(keys.inverse, of: keys.other, to: owner, maxCount: 0)
    else { return }
    forward.inverseRelationship = back
    back.inverseRelationship = forward
    forward.isOrdered = orders.contains(keys.otherColumn.dropFirst(2))
    back.isOrdered = orders.contains(keys.ownColumn.dropFirst(2))
    propertiesOf[owner, default: []].append(forward)
    propertiesOf[keys.other, default: []].append(back)
  }

  /// The two key columns of a join table. The column called like the relationship holds the keys of
  /// the objects at the other end; it comes second, but for tables renamed in a migration.
  private static func keys(
    _ columns: [String], owner: Int, name: String
  ) -> (ownColumn: String, otherColumn: String, inverse: String, other: Int)? {
    for (own, other) in [(columns[0], columns[1]), (columns[1], columns[0])] {
      guard case (let first?, let inverse) = split(own.dropFirst(2)), first == owner,
        case (let second?, let rest) = split(other.dropFirst(2)), rest.hasPrefix(name),
        rest.dropFirst(name.count).allSatisfy(\.isNumber)
      else { continue }
      return (own, other, inverse, second)
    }
    return nil
  }

  /// - Returns: nil if there is no such entity, or no name for the relationship.
  private mutating func makeRelationship(
    _ name: String, of source: Int, to destination: Int, maxCount: Int
  ) -> NSRelationshipDescription? {
    guard let target = entityOf[destination], let property = takeName(name, for: source)
    else { return nil }
    let relationship = NSRelationshipDescription()
    relationship.name = property
    relationship.destinationEntity = target
    relationship.maxCount = maxCount
    return relationship
  }

  private mutating func takeName(_ column: String, for number: Int) -> String? {
    entityOf[number].flatMap { names.take(column, for: $0) }
  }

  /// The number at the beginning and what follows it.
  private static func split(_ text: Substring) -> (number: Int?, rest: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    return (Int(digits), String(text.dropFirst(digits.count)))
  }
}
