/// What a batch wrote to one store.
struct StoreOutcome {
  let store: NSPersistentStore
  let model: ModelLayout
  let outcome: BatchOutcome

  /// The ids of keys.
  func ids(_ keys: [ObjectKey]) -> [NSManagedObjectID] {
    keys.map {
      NSManagedObjectID(
        layout: model.entity(number: $0.entity), pk: $0.pk, store: store.storeIdentity)
    }
  }
}

/// Carrying out batch requests: each store in a unit of work of its own.
extension NSPersistentStoreCoordinator {
  /// The stores that a request on an entity goes to.
  ///
  /// - Throws: 134091 if one of them cannot carry out batches.
  final func batchStores(
    for layout: EntityLayout, _ request: NSPersistentStoreRequest
  ) throws -> [NSPersistentStore] {
    var stores = stores(for: layout).map(\.store)
    if stores.isEmpty {
      throw persistentStores.isEmpty ? ContextError.noStores : .noStoreForEntity(layout.name)
    }
    if let affected = request.affectedStores {
      stores = stores.filter { store in affected.contains { $0 === store } }
    }
    return stores
  }

  /// Runs a batch on a store: by the store's own means where it is a program's own.
  ///
  /// - Parameters:
  ///   - keys: which of the rows written the request asks for.
  ///   - body: what to do where the store is ours.
  final func tally(
    _ request: NSPersistentStoreRequest, on store: NSPersistentStore,
    in context: NSManagedObjectContext, _ keys: (BatchOutcome) -> [ObjectKey],
    _ body: (any BatchEngine) throws -> BatchOutcome
  ) throws -> BatchTally {
    if let engine = store.engine as? any RequestForwarding {
      return try locked { try engine.execute(batch: request, in: context) }
    }
    let done = try run(request, on: store, body)
    let ids = done.ids(keys(done.outcome))
    return BatchTally(ids: ids, count: ids.count)
  }

  private final func run(
    _ request: NSPersistentStoreRequest, on store: NSPersistentStore,
    _ body: (any BatchEngine) throws -> BatchOutcome
  ) throws -> StoreOutcome {
    let outcome = try locked {
      guard let engine = store.engine as? any BatchEngine else {
        throw RequestError.unsupported(request: "\(type(of: request))", storeType: store.type)
      }
      if store.isReadOnly { throw CoordinatorError.readOnly(store.url) }
      try engine.begin()
      do {
        let outcome = try body(engine)
        try engine.commit()
        return outcome
      } catch {
        engine.rollback()
        throw error
      }
    }
    if let index = index(of: store) { announceStoreChanges([index]) }
    return StoreOutcome(store: store, model: layout, outcome: outcome)
  }
}

/// The values that batch requests give to rows.
enum BatchValues {
  /// The property of a key, which is a name or a description.
  static func property(_ key: Any, of layout: EntityLayout) throws -> PropertyLayout {
    let name = (key as? NSPropertyDescription)?.name ?? (key as? String) ?? "\(key)"
    guard let property = layout.property(named: name) else {
      throw RequestError.unknownProperty(name, entity: layout.name)
    }
    if property.word == 0 {
      let why =
        property.kind.isToMany ? "it is a to-many relationship" : "the store does not keep it"
      throw RequestError.unwritable(property: name, entity: layout.name, why: why)
    }
    return property
  }

  /// A value as the row has it.
  static func value(
    _ any: Any, _ property: PropertyLayout, _ layout: EntityLayout, _ store: NSPersistentStore
  ) throws -> SlotValue {
    if property.kind == .toOne { return try partner(any, property, layout, store) }
    guard let value = SlotValue.from(any, type: property.type) else {
      throw RequestError.badValue(
        property: property.name, entity: layout.name, value: "\(any)")
    }
    if case .transformable(let box) = value {
      return .data(try TransformableCoding.encode(box.value, property))
    }
    return value
  }

  private static func partner(
    _ any: Any, _ property: PropertyLayout, _ layout: EntityLayout, _ store: NSPersistentStore
  ) throws -> SlotValue {
    guard let any = SlotValue.unwrapped(any) else { return .null }
    let id = (any as? NSManagedObject)?.objectID ?? any as? NSManagedObjectID
    guard let id, let destination = property.destination, id.layout.isKind(of: destination) else {
      throw RequestError.badValue(
        property: property.name, entity: layout.name, value: "\(any)")
    }
    if id.isTemporaryID { throw RequestError.temporaryID(id.shortName) }
    guard id.storeIdentity == store.storeIdentity else {
      throw RequestError.foreignObject(id.shortName)
    }
    return .object(id.key)
  }
}
