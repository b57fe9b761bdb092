/// From an object to those that derive a value from it, over any number of relationships.
struct DerivationRoutes {
  /// The relationships from an owner to an object whose values it derives from.
  private struct Route {
    let owner: EntityLayout
    let path: [PropertyLayout]
  }

  /// The routes that end at an entity, by its number.
  private var routes: [Int32: [Route]] = [:]

  init(_ model: ModelLayout) {
    for layout in model.entities {
      for property in layout.derived {
        if let keys = property.derivation?.path { add(keys, of: layout, in: model) }
      }
    }
  }

  private mutating func add(_ keys: [String], of owner: EntityLayout, in model: ModelLayout) {
    var path: [PropertyLayout] = []
    var current = owner
    for key in keys {
      guard let property = current.property(named: key), property.kind.isRelationship,
        let destination = property.destination
      else { return }
      path.append(property)
      for number in destination.number...destination.lastNumber {
        routes[number, default: []].append(Route(owner: owner, path: path))
      }
      current = destination
    }
  }

  /// The objects that derive something from an object.
  ///
  /// - Throws: what the store has wrong, where it must be asked.
  func owners(of object: NSManagedObject) throws -> [NSManagedObject] {
    guard let found = routes[object.layout.number] else { return [] }
    return try found.flatMap { try owners(of: object, $0) }
  }

  /// Walks the inverses back, or, where there are none, asks for the objects that lead here.
  private func owners(of object: NSManagedObject, _ route: Route) throws -> [NSManagedObject] {
    var front = [object]
    for relationship in route.path.reversed() {
      guard relationship.inverseSlot >= 0 else { return try fetched(object, route) }
      front = front.flatMap { member -> [NSManagedObject] in
        guard member.layout.properties.indices.contains(relationship.inverseSlot) else { return [] }
        let inverse = member.layout.properties[relationship.inverseSlot]
        return inverse.kind == .toOne
          ? member.toOne(inverse).map { [$0] } ?? [] : member.toManyMembers(inverse)
      }
    }
    return front
  }

  private func fetched(_ object: NSManagedObject, _ route: Route) throws -> [NSManagedObject] {
    let isToMany = route.path.contains(where: \.kind.isToMany)
    let keys = route.path.map(\.name).joined(separator: ".")
    var pieces = FetchPieces()
    pieces.entity = route.owner.entity
    pieces.predicate = NSPredicate(
      format: isToMany ? "ANY %K == %@" : "%K == %@", argumentArray: [keys, object])
    return try object.context?.fetchObjects(pieces, as: nil) ?? []
  }
}

extension Derivation {
  /// The keys that it follows; none for the time of saving.
  fileprivate var path: [String] {
    switch self {
    case .keyPath(let path), .textFunction(_, let path), .aggregate(_, let path): path
    case .now: []
    }
  }
}
