import Foundation

/// Computes derived attributes for rows that have been migrated: of those that are new or derive
/// something else, and of those whose relationships may have lost members.
struct DerivedFilling {
  let map: MigrationMap

  func statements() -> [String] {
    map.new.entitiesInOrder.flatMap { entity -> [String] in
      guard let description = map.description(entity), map.source(of: entity) != nil else {
        return []
      }
      return description.attributes.compactMap { attribute in
        guard let derived = attribute as? NSDerivedAttributeDescription, !derived.isTransient,
          let derivation = derived.derivation, needsFilling(derived, description),
          let column = entity.columns[derived.name]?.name,
          let value = value(of: derivation, entity, description)
        else { return nil }
        return "UPDATE \(entity.table) SET \(column) = \(value) WHERE Z_ENT = \(entity.number)"
      }
    }
  }

  private func needsFilling(
    _ derived: NSDerivedAttributeDescription, _ entity: NSEntityDescription
  ) -> Bool {
    guard
      let source = map.source(of: derived as NSAttributeDescription, in: entity)
        as? NSDerivedAttributeDescription, source.derivation == derived.derivation
    else { return true }
    guard let path = derived.derivation?.path,
      path.count > 1 || derived.derivation?.isAggregate == true
    else { return false }
    // The values it is computed from may have changed with the model.
    guard let relationship = entity.relationshipsByName[path[0]] else { return false }
    let old = map.source(of: relationship, in: entity)
    guard let old else { return true }
    return !map.removedNumbers(old.destinationEntity).isEmpty || !map.losers(of: old).isEmpty
  }

  /// The value for the row `entity.table`, as SQL; nil for what cannot be derived.
  private func value(
    of derivation: Derivation, _ entity: SQLEntity, _ description: NSEntityDescription
  ) -> String? {
    switch derivation {
    case .now: return "\(Date().timeIntervalSinceReferenceDate)"
    case .keyPath(let path): return follow(path, entity, "\(entity.table)")
    case .textFunction(let function, let path):
      return follow(path, entity, "\(entity.table)").map {
        "\(MigrationFunction.derive.rawValue)('\(function.rawValue)', \($0))"
      }
    case .aggregate(let function, let path):
      return aggregate(function, path, entity, description)
    }
  }

  /// The value at a path over to-ones.
  private func follow(_ path: [String], _ entity: SQLEntity, _ row: String, depth: Int = 0)
    -> String?
  {
    guard let first = path.first else { return nil }
    if path.count == 1 { return entity.columns[first].map { "\(row).\($0.name)" } }
    if let composite = entity.columns[path.joined(separator: ".")] {
      return "\(row).\(composite.name)"
    }
    guard let key = entity.columns[first]?.name,
      let other = map.description(entity)?.relationshipsByName[first]?.destinationEntity,
      let layout = map.new.entities[other.name ?? ""]
    else { return nil }
    let alias = "d\(depth)"
    return follow(Array(path.dropFirst()), layout, alias, depth: depth + 1).map {
      "(SELECT \($0) FROM \(layout.table) \(alias) WHERE \(alias).Z_PK = \(row).\(key))"
    }
  }

  private func aggregate(
    _ function: Derivation.Aggregate, _ path: [String], _ entity: SQLEntity,
    _ description: NSEntityDescription
  ) -> String? {
    guard let place = entity.toMany[path[0]],
      let other = description.relationshipsByName[path[0]]?.destinationEntity,
      let layout = map.new.entities[other.name ?? ""]
    else { return nil }
    let members: String
    switch place {
    case .foreignKey(let table, let column, _), .ownColumn(let table, let column):
      members = "FROM \(table) m WHERE m.\(column) = \(entity.table).Z_PK"
    case .join(let join):
      members =
        "FROM \(join.table) j JOIN \(layout.table) m ON m.Z_PK = j.\(join.otherColumn) "
        + "WHERE j.\(join.ownColumn) = \(entity.table).Z_PK"
    }
    if function == .count, path.count == 1 { return "(SELECT COUNT(*) \(members))" }
    guard let value = follow(Array(path.dropFirst()), layout, "m") else { return nil }
    let result =
      switch function {
      case .count: "COUNT(\(value))"
      case .sum: "IFNULL(SUM(\(value)), 0)"
      case .average: "AVG(\(value))"
      case .minimum: "MIN(\(value))"
      case .maximum: "MAX(\(value))"
      }
    return "(SELECT \(result) \(members))"
  }
}

extension Derivation {
  /// The key path that a value is derived from.
  fileprivate var path: [String] {
    switch self {
    case .keyPath(let path), .textFunction(_, let path), .aggregate(_, let path): path
    case .now: []
    }
  }

  fileprivate var isAggregate: Bool {
    if case .aggregate = self { return true }
    return false
  }
}
