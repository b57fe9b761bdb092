import Foundation
import SQLiteDriver

/// Writes what a column becomes for the rows of one entity.
struct MeaningWriter {
  let map: MigrationMap

  init(_ map: MigrationMap) { self.map = map }

  /// - Parameters:
  ///   - meaning: what the new column holds.
  ///   - new: the entity of the row from now on.
  ///   - old: the entity of the row so far.
  func expression(
    _ meaning: ColumnMeaning, _ new: SQLEntity, _ old: SQLEntity
  ) throws -> RowExpression {
    guard let entity = map.description(new) else { return .null }
    switch meaning {
    case .attribute(let attribute, let path):
      return try self.attribute(attribute, path, entity, old)
    case .toOne(let relationship): return toOne(relationship, entity, old)
    case .entityKey(let relationship): return entityKey(relationship, entity, old)
    case .order(let relationship): return order(relationship, entity, old)
    case .owner(let relationship): return owner(relationship, old)
    }
  }

  // MARK: Attributes

  private func attribute(
    _ attribute: NSAttributeDescription, _ path: String, _ entity: NSEntityDescription,
    _ old: SQLEntity
  ) throws -> RowExpression {
    let source = map.source(of: attribute, in: entity)
    let oldPath = source.map { $0.name + path.dropFirst(attribute.name.count) }
    guard let source, let oldPath, let column = map.column(oldPath, of: old)?.name,
      !isComputedAnew(source, attribute)
    else {
      let value = try DefaultValue.of(attribute, path: path)
      return value == .null ? .null : RowExpression(sql: value.sqlLiteral, base: nil)
    }
    var expression = RowExpression.column(column)
    if source.allowsExternalBinaryDataStorage != attribute.allowsExternalBinaryDataStorage {
      let function =
        attribute.allowsExternalBinaryDataStorage
        ? MigrationFunction.externalize : MigrationFunction.internalize
      expression.sql = "\(function.rawValue)(s.\(column))"
    }
    if source.isOptional, !attribute.isOptional {
      let value = try DefaultValue.of(attribute, path: path)
      if value != .null {
        if expression.isPlain { expression.changes = "s.\(column) IS NULL" }
        expression.sql = "IFNULL(\(expression.sql), \(value.sqlLiteral))"
      }
    }
    return expression
  }

  /// Whether a derived value is to be computed for every row.
  private func isComputedAnew(
    _ source: NSAttributeDescription, _ attribute: NSAttributeDescription
  ) -> Bool {
    guard let derived = attribute as? NSDerivedAttributeDescription else { return false }
    return (source as? NSDerivedAttributeDescription)?.derivation != derived.derivation
  }

  // MARK: Relationships

  /// The key at the other end of a to-one: from the old to-one, or from the pairs of what the inverse
  /// continues.
  func toOne(
    _ relationship: NSRelationshipDescription, _ entity: NSEntityDescription, _ old: SQLEntity
  ) -> RowExpression {
    if let source = map.source(of: relationship, in: entity), !source.isToMany {
      guard let column = map.column(source.name, of: old) else { return .null }
      return remaining(
        column.name, key: column.entityKeyColumn, at: source.destinationEntity,
        without: map.removedNumbers(source.destinationEntity))
    }
    guard let source = inverseSource(relationship, entity) else { return .null }
    return reversed(source, old)
  }

  /// The old relationship whose pairs, turned round, are those of a new to-one.
  private func inverseSource(
    _ relationship: NSRelationshipDescription, _ entity: NSEntityDescription
  ) -> NSRelationshipDescription? {
    guard map.source(of: relationship, in: entity) == nil,
      let inverse = relationship.storedInverse
    else { return nil }
    return map.sources(of: inverse).first
  }

  /// The owner's key in the row of a to-many's member.
  private func owner(
    _ relationship: NSRelationshipDescription, _ old: SQLEntity
  ) -> RowExpression {
    guard let source = map.sources(of: relationship).first else { return .null }
    return reversed(source, old)
  }

  /// The key of the object that has the row's object at the other end of an old relationship.
  private func reversed(
    _ relationship: NSRelationshipDescription, _ old: SQLEntity
  ) -> RowExpression {
    guard let former = map.matching.sources.first(where: { $0.name == old.name }),
      let destination = relationship.destinationEntity, former.isKindOf(entity: destination),
      let place = map.place(of: relationship)
    else { return .null }
    switch place {
    case .memberRow(_, let column, _):
      return remaining(
        column, key: nil, at: relationship.declaringEntity, without: map.losers(of: relationship))
    case .ownerRow(let table, let column):
      let losers = Set(map.losers(of: relationship))
      let pairs = map.numberPairs(relationship.declaringEntity).map(\.old)
        .filter { !losers.contains($0) }
      return RowExpression(
        sql: "(SELECT o.Z_PK FROM \(OldName.of(table)) o WHERE o.\(column.name) = s.Z_PK "
          + "AND o.Z_ENT IN (\(RowExpression.list(pairs))))",
        base: nil, readsOthers: true)
    case .join(let join):
      let key =
        "(SELECT j.\(join.ownColumn) FROM \(OldName.of(join.table)) j "
        + "WHERE j.\(join.otherColumn) = s.Z_PK)"
      return RowExpression(sql: key, base: nil, readsOthers: true)
    }
  }

  /// A key column, NULL where the object has no place in the new model.
  private func remaining(
    _ column: String, key: String?, at destination: NSEntityDescription?, without removed: [Int]
  ) -> RowExpression {
    var expression = RowExpression.column(column)
    guard !removed.isEmpty, let table = map.layout(destination)?.table else { return expression }
    let list = RowExpression.list(removed)
    if let key {
      expression.sql = "CASE WHEN s.\(key) IN (\(list)) THEN NULL ELSE s.\(column) END"
    } else {
      expression.sql =
        "CASE WHEN EXISTS (SELECT 1 FROM \(OldName.of(table)) o WHERE o.Z_PK = s.\(column) "
        + "AND o.Z_ENT IN (\(list))) THEN NULL ELSE s.\(column) END"
      expression.readsOthers = true
    }
    return expression
  }

  /// The number of the entity at the other end of a to-one.
  private func entityKey(
    _ relationship: NSRelationshipDescription, _ entity: NSEntityDescription, _ old: SQLEntity
  ) -> RowExpression {
    let source = map.source(of: relationship, in: entity)
    let other: NSEntityDescription?
    if let source, !source.isToMany {
      other = source.destinationEntity
      if let key = map.column(source.name, of: old)?.entityKeyColumn {
        let pairs = map.numberPairs(other)
        let isSame = pairs.allSatisfy { $0.old == $0.new } && map.removedNumbers(other).isEmpty
        return isSame
          ? .column(key) : RowExpression(sql: RowExpression.mapped("s.\(key)", pairs), base: key)
      }
    } else {
      other = inverseSource(relationship, entity)?.declaringEntity
    }
    let value = toOne(relationship, entity, old)
    guard value != .null, let layout = map.layout(other) else { return .null }
    let pairs = map.numberPairs(other)
    if pairs.count == 1, layout.number == layout.lastNumber {
      return RowExpression(
        sql: "CASE WHEN \(value.sql) IS NOT NULL THEN \(pairs[0].new) END", base: nil,
        readsOthers: value.readsOthers)
    }
    return RowExpression(
      sql: "(SELECT \(RowExpression.mapped("e.Z_ENT", pairs)) FROM \(OldName.of(layout.table)) e "
        + "WHERE e.Z_PK = \(value.sql))",
      base: nil, readsOthers: true)
  }

  /// The place in the order of the inverse: the old one, or that of the key.
  private func order(
    _ relationship: NSRelationshipDescription, _ entity: NSEntityDescription, _ old: SQLEntity
  ) -> RowExpression {
    if let source = map.source(of: relationship, in: entity), !source.isToMany,
      source.storedInverse?.isOrdered == true,
      let column = map.column(source.name, of: old)?.orderColumn
    {
      return .column(column)
    }
    if let source = inverseSource(relationship, entity), source.isOrdered {
      switch map.place(of: source) {
      case .memberRow(_, _, let order?)?: return .column(order)
      case .join(let join)?:
        guard let order = join.orderColumn else { break }
        return RowExpression(
          sql: "(SELECT j.\(order) FROM \(OldName.of(join.table)) j "
            + "WHERE j.\(join.otherColumn) = s.Z_PK)", base: nil, readsOthers: true)
      default: break
      }
    }
    let value = toOne(relationship, entity, old)
    if value == .null { return .null }
    return RowExpression(
      sql: "CASE WHEN \(value.sql) IS NOT NULL THEN \(OrderSQL.byKey(value.sql, "s.Z_PK")) END",
      base: nil, readsOthers: true)
  }
}

/// Places in an order, as SQL.
enum OrderSQL {
  /// Places by key among those with the same owner: 2048, 3072, … (format fact 22).
  static func byKey(_ owner: String, _ key: String) -> String {
    "1024 + 1024 * ROW_NUMBER() OVER (PARTITION BY \(owner) ORDER BY \(key))"
  }
}

/// The default value of an attribute as a column has it.
enum DefaultValue {
  static func of(_ attribute: NSAttributeDescription, path: String) throws -> SQLiteValue {
    guard let element = element(attribute, path), let value = element.defaultValue else {
      return .null
    }
    if element.attributeType == .transformableAttributeType {
      return .blob(
        try ValueTransformer.storedData(
          of: value, transformerName: element.valueTransformerName))
    }
    let stored = SlotValue.from(value, type: element.attributeType)?.plainColumnValue ?? .null
    if element.allowsExternalBinaryDataStorage, case .blob(let data) = stored {
      return .blob(Data([1]) + data)
    }
    return stored
  }

  private static func element(
    _ attribute: NSAttributeDescription, _ path: String
  ) -> NSAttributeDescription? {
    var found: NSAttributeDescription? = attribute
    for name in path.split(separator: ".").dropFirst() {
      found = (found as? NSCompositeAttributeDescription)?.elements.first { $0.name == name }
    }
    return found
  }
}
