/// Entities, relationships and numbers of the old layout that those of the new one continue.
final class MigrationMap {
  let matching: ModelMatching
  let old: SQLSchema
  let new: SQLSchema
  let found: FoundTables
  private let oldEntities: [String: NSEntityDescription]
  private let newEntities: [String: NSEntityDescription]
  /// New numbers by old ones, for entities that go on.
  let numbers: [Int: Int]

  init(_ matching: ModelMatching, old: SQLSchema, new: SQLSchema, found: FoundTables) {
    self.matching = matching
    self.old = old
    self.new = new
    self.found = found
    oldEntities = Dictionary(
      matching.sources.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    newEntities = Dictionary(
      matching.destinations.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    var numbers: [Int: Int] = [:]
    for entity in matching.destinations {
      guard let source = matching.source(of: entity), let from = old.entities[source.name ?? ""],
        let to = new.entities[entity.name ?? ""]
      else { continue }
      numbers[from.number] = to.number
    }
    self.numbers = numbers
  }

  /// The description of an entity of the new model.
  func description(_ entity: SQLEntity) -> NSEntityDescription? { newEntities[entity.name] }

  /// The old layout of an entity of the old model.
  func layout(_ entity: NSEntityDescription?) -> SQLEntity? {
    entity.flatMap { old.entities[$0.name ?? ""] }
  }

  /// The old entity that a new one continues.
  func source(of entity: SQLEntity) -> (entity: NSEntityDescription, layout: SQLEntity)? {
    guard let description = description(entity), let source = matching.source(of: description),
      let layout = layout(source)
    else { return nil }
    return (source, layout)
  }

  /// The old property that a new one continues, seen from an entity that has it.
  func source<P: NSPropertyDescription>(of property: P, in entity: NSEntityDescription) -> P? {
    matching.properties(of: entity)?.source(of: property) as? P
  }

  /// The old relationships that a new one continues, seen from every entity that has it.
  func sources(of relationship: NSRelationshipDescription) -> [NSRelationshipDescription] {
    matching.sources(of: relationship)
  }

  /// The numbers of an old entity and its descendants whose objects have no place in the new model.
  func removedNumbers(_ entity: NSEntityDescription?) -> [Int] {
    guard let entity else { return [] }
    return matching.sources.filter {
      !$0.isAbstract && $0.isKindOf(entity: entity) && matching.destination(of: $0) == nil
    }.compactMap { layout($0)?.number }.sorted()
  }

  /// The numbers of entities whose objects have an old relationship and lose it: they have no place
  /// in the new model, or one where the relationship does not go.
  func losers(of relationship: NSRelationshipDescription) -> [Int] {
    guard let owner = relationship.declaringEntity else { return [] }
    return matching.sources.filter { entity in
      guard !entity.isAbstract, entity.isKindOf(entity: owner) else { return false }
      let successor = matching.destination(of: entity)
      return successor.flatMap { matching.properties(of: $0) }?.destination(of: relationship) == nil
    }.compactMap { layout($0)?.number }.sorted()
  }

  /// The numbers of an old entity and its descendants, with the new ones of those that go on.
  func numberPairs(_ entity: NSEntityDescription?) -> [(old: Int, new: Int)] {
    guard let entity else { return [] }
    return matching.sources.filter { $0.isKindOf(entity: entity) }
      .compactMap { layout($0)?.number }.sorted()
      .compactMap { old in numbers[old].map { (old, $0) } }
  }

  /// The column of an old attribute or to-one, if the table really has it.
  func column(_ name: String, of entity: SQLEntity) -> SQLColumn? {
    guard var column = entity.columns[name], let columns = found.columns[entity.table],
      columns.contains(column.name)
    else { return nil }
    if let key = column.entityKeyColumn, !columns.contains(key) { column.entityKeyColumn = nil }
    if let order = column.orderColumn, !columns.contains(order) { column.orderColumn = nil }
    return column
  }

  /// Where an old relationship's pairs are.
  func place(of relationship: NSRelationshipDescription) -> OldPlace? {
    guard let owner = layout(relationship.declaringEntity) else { return nil }
    if !relationship.isToMany {
      guard let column = column(relationship.name, of: owner) else { return nil }
      return .ownerRow(table: owner.table, column: column)
    }
    switch owner.toMany[relationship.name] {
    case .foreignKey(let table, let column, let order)?:
      return has(table, column)
        ? .memberRow(
          table: table, column: column, order: order.flatMap { has(table, $0) ? $0 : nil })
        : nil
    case .ownColumn(let table, let column)?:
      return has(table, column) ? .memberRow(table: table, column: column, order: nil) : nil
    case .join(let join)?:
      return has(join.table, join.ownColumn) && has(join.table, join.otherColumn)
        ? .join(join) : nil
    case nil: return nil
    }
  }

  func has(_ table: String, _ column: String) -> Bool {
    found.columns[table]?.contains(column) ?? false
  }
}

/// Where the pairs of an old relationship are kept.
enum OldPlace {
  /// In the owner's row: a to-one.
  case ownerRow(table: String, column: SQLColumn)
  /// In the row of the object at the other end: a to-many with a to-one inverse, or without one.
  case memberRow(table: String, column: String, order: String?)
  /// In a table of pairs.
  case join(SQLJoin)
}
