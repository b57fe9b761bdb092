/// Works out a schema step by step; `SQLSchema` keeps the result.
struct SchemaBuilder {
  let era: SQLEra
  let found: FoundTables?
  let numbered: [NumberedEntity]

  private(set) var entities: [String: SQLEntity] = [:]
  private(set) var tablesInOrder: [SQLTable] = []
  private(set) var triggers: [String] = []

  /// Columns by property identity.
  var columnOf: [ObjectIdentifier: SQLColumn] = [:]
  /// Columns of to-many relationships without inverse, by relationship identity.
  var ownColumnOf: [ObjectIdentifier: (table: String, column: String)] = [:]
  /// Join tables by relationship identity, a side each.
  var joinOf: [ObjectIdentifier: SQLJoin] = [:]
  /// Composite attributes' parts: the column of each path.
  var partColumnOf: [ObjectIdentifier: [String: SQLColumn]] = [:]
  /// To-many relationships without inverse, by the identity of their destination.
  var incoming: [ObjectIdentifier: [NSRelationshipDescription]] = [:]

  private let indexOfEntity: [ObjectIdentifier: Int]

  init(
    model: NSManagedObjectModel, configuration: String?, era: SQLEra, found: FoundTables?
  ) throws(ModelError) {
    guard let members = model.entities(forConfigurationName: configuration) else {
      throw ModelError.inconsistent(faults: [
        "it has no configuration “\(configuration ?? "")”; there are: "
          + (model.configurations.isEmpty ? "none" : model.configurations.joined(separator: ", "))
      ])
    }
    self.era = era
    self.found = found
    numbered = EntityNumbering(members, found: found?.numbers).numbered
    indexOfEntity = Dictionary(
      numbered.enumerated().map { (ObjectIdentifier($1.entity), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Fills the result.
  mutating func build() throws(ModelError) {
    try checkTables()
    try checkNames()
    collectIncoming()
    let roots = numbered.filter(\.isRoot)
    var entityTables: [SQLTable] = []
    for root in roots { entityTables.append(try layOutTable(of: root)) }
    let joins = try layOutJoins()
    for (root, entityTable) in zip(roots, entityTables) {
      var table = entityTable
      table.indexStatements = relationIndexes(root, table: table.name)
      for entity in family(of: root) {
        table.indexStatements += (joins[entity.name] ?? []).compactMap { reversedIndex($0) }
        table.indexStatements += fetchIndexes(entity, table: table.name)
      }
      tablesInOrder.append(table)
      tablesInOrder += family(of: root).flatMap { joins[$0.name] ?? [] }
    }
    for entity in numbered { entities[entity.name] = layout(entity) }
    for entity in numbered { triggers += treeIndexes(entity) }
    for entity in numbered { triggers += derivedTriggers(entity) }
  }

  // MARK: - Names and families

  /// The table of an entity's family (z-format fact 10).
  static func tableName(_ root: NSEntityDescription) -> String {
    "Z" + (root.name ?? "").uppercased()
  }

  /// The entity with its number; nil for one that is not in the store.
  func place(_ entity: NSEntityDescription?) -> NumberedEntity? {
    guard let entity, let index = indexOfEntity[ObjectIdentifier(entity)] else { return nil }
    return numbered[index]
  }

  /// The root and its descendants in the order of numbers.
  func family(of root: NumberedEntity) -> [NumberedEntity] {
    // Families stand together, in the order of numbers.
    guard let start = indexOfEntity[ObjectIdentifier(root.entity)] else { return [] }
    let rest = numbered[start...].prefix { $0.root === root.root }
    return Array(rest)
  }

  /// The entity at the other end, which must be in the store.
  func destination(
    _ relationship: NSRelationshipDescription
  ) throws(ModelError) -> NumberedEntity {
    if let place = place(relationship.destinationEntity) { return place }
    let owner = relationship.declaringEntity?.name ?? "?"
    guard let name = relationship.destinationName else {
      throw ModelError.inconsistent(faults: [
        "the relationship “\(owner).\(relationship.name)” has no destination"
      ])
    }
    throw ModelError.inconsistent(faults: [
      "the relationship “\(owner).\(relationship.name)” leads to “\(name)”, "
        + "which is not among the entities of the store"
    ])
  }

  /// An entity's own properties of a kind that are stored, by code point (z-format fact 15).
  func storedOwn<P: NSPropertyDescription>(_ kind: P.Type, of entity: NumberedEntity) -> [P] {
    entity.entity.ownProperties.compactMap { $0 as? P }.filter { !$0.isTransient }
      .sorted { CodePointOrder.precedes($0.name, $1.name) }
  }

  /// The tables that every store has (z-format fact 1).
  private static let bookkeeping: Set = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]

  private func checkTables() throws(ModelError) {
    var owners: [String: String] = [:]
    for root in numbered.filter(\.isRoot) {
      let table = Self.tableName(root.root)
      guard !Self.bookkeeping.contains(table) else {
        throw ModelError.inconsistent(faults: [
          "the entity “\(root.name)” would have the table \(table), which every store keeps for itself"
        ])
      }
      if let other = owners.updateValue(root.name, forKey: table) {
        throw ModelError.inconsistent(faults: [
          "the entities “\(other)” and “\(root.name)” would share the table \(table)"
        ])
      }
    }
  }

  /// Names of tables and columns stand in SQL as they are, as Apple's do; so none may be anything else.
  private func checkNames() throws(ModelError) {
    var faults: [String] = []
    func check(_ name: String, _ what: String) {
      if !SQLName.isPlain(name) {
        faults.append(
          "the name “\(name)” of \(what) is no name for a table or column: letters, "
            + "digits and underscores are")
      }
    }
    for entity in numbered {
      check(entity.name, "an entity")
      for property in storedOwn(NSPropertyDescription.self, of: entity) {
        check(property.name, "a property of “\(entity.name)”")
        guard let composite = property as? NSCompositeAttributeDescription else { continue }
        for piece in LayoutPiece.pieces(composite) {
          check(piece.description.name, "an element of “\(entity.name).\(composite.name)”")
        }
      }
    }
    if !faults.isEmpty { throw ModelError.inconsistent(faults: faults) }
  }

  private mutating func collectIncoming() {
    for entity in numbered {
      for relationship in storedOwn(NSRelationshipDescription.self, of: entity)
      where relationship.isToMany && relationship.storedInverse == nil {
        guard let destination = relationship.destinationEntity else { continue }
        incoming[ObjectIdentifier(destination), default: []].append(relationship)
      }
    }
  }

  private func layout(_ entity: NumberedEntity) -> SQLEntity {
    var columns: [String: SQLColumn] = [:]
    var toMany: [String: SQLToMany] = [:]
    for property in entity.entity.properties {
      let key = ObjectIdentifier(property)
      if let column = columnOf[key] { columns[property.name] = column }
      for (path, column) in partColumnOf[key] ?? [:] { columns[path] = column }
      guard let relationship = property as? NSRelationshipDescription else { continue }
      toMany[relationship.name] = place(of: relationship)
    }
    return SQLEntity(
      name: entity.name, number: entity.number, lastNumber: entity.lastNumber,
      superNumber: entity.superNumber, rootName: entity.root.name ?? "",
      table: Self.tableName(entity.root), columns: columns, toMany: toMany)
  }

  func place(of relationship: NSRelationshipDescription) -> SQLToMany? {
    guard relationship.isToMany, !relationship.isTransient else { return nil }
    let key = ObjectIdentifier(relationship)
    if let join = joinOf[key] { return .join(join) }
    if let own = ownColumnOf[key] { return .ownColumn(table: own.table, column: own.column) }
    guard let inverse = relationship.storedInverse,
      let column = columnOf[ObjectIdentifier(inverse)],
      let destination = place(relationship.destinationEntity)
    else { return nil }
    return .foreignKey(
      table: Self.tableName(destination.root), column: column.name,
      orderColumn: relationship.isOrdered ? column.orderColumn : nil)
  }
}

extension NSRelationshipDescription {
  /// The inverse if it is stored.
  var storedInverse: NSRelationshipDescription? {
    guard let inverse = inverseRelationship, !inverse.isTransient else { return nil }
    return inverse
  }

  /// Whether it needs a join table: both sides are to-many.
  var isManyToMany: Bool { isToMany && storedInverse?.isToMany == true }
}
