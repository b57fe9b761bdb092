/// Brings a guessed model in line with the tables that it was guessed from: what its schema would look
/// for in vain goes.
struct InferredModelFit {
  private let found: FoundTables

  init(_ store: StoreTables) {
    found = FoundTables(
      era: .latest,
      numbers: Dictionary(
        store.entities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first }),
      columns: store.tables.mapValues { $0.map(\.name) })
  }

  /// A to-one without all its columns becomes the number that it is; anything else without a place goes.
  ///
  /// - Throws: `ModelError.inconsistent` if no schema can be made of the model at all.
  func apply(to model: NSManagedObjectModel) throws(ModelError) {
    // What goes gives its name free, which may move others; each time at least one goes.
    while true {
      let schema = try SQLSchema(model: model, found: found)
      let misfits = model.entities.flatMap { entity in
        entity.ownProperties.filter { !fits($0, schema.entities[entity.name ?? ""]) }
      }
      if misfits.isEmpty { return }
      for property in misfits { replace(property) }
    }
  }

  private func fits(_ property: NSPropertyDescription, _ entity: SQLEntity?) -> Bool {
    // An entity without table is told of when the store is opened.
    guard let entity, let columns = found.columns[entity.table] else { return true }
    if let column = entity.columns[property.name] {
      return [column.name, column.entityKeyColumn, column.orderColumn].allSatisfy {
        $0.map(columns.contains) ?? true
      }
    }
    switch entity.toMany[property.name] {
    case .foreignKey(let table, let column, let order):
      return has([column, order], in: table)
    case .ownColumn(let table, let column): return has([column], in: table)
    case .join(let join):
      return has([join.ownColumn, join.otherColumn, join.orderColumn], in: join.table)
    case nil: return false
    }
  }

  private func has(_ columns: [String?], in table: String) -> Bool {
    guard let present = found.columns[table] else { return false }
    return columns.allSatisfy { $0.map(present.contains) ?? true }
  }

  private func replace(_ property: NSPropertyDescription) {
    guard let entity = property.declaringEntity else { return }
    let rest = entity.ownProperties.filter { $0 !== property }
    guard let relationship = property as? NSRelationshipDescription else {
      entity.properties = rest
      return
    }
    let inverse = relationship.inverseRelationship
    relationship.inverseRelationship = nil
    guard relationship.isToMany else {
      let number = NSAttributeDescription()
      number.name = relationship.name
      number.attributeType = .integer64AttributeType
      entity.properties = rest + [number]
      return
    }
    entity.properties = rest
    if let inverse, inverse !== relationship, let other = inverse.declaringEntity {
      inverse.inverseRelationship = nil
      other.properties = other.ownProperties.filter { $0 !== inverse }
    }
  }
}
