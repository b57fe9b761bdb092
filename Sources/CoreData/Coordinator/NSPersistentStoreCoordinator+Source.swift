import Foundation

/// The coordinator as the source of its contexts.
extension NSPersistentStoreCoordinator: GraphSource {
  package final func fetchRows(_ plan: FetchPlan) throws -> [StoreRows] {
    try locked {
      var found: [StoreRows] = []
      for (index, engine) in try engines(for: plan.layout) {
        found.append(StoreRows(storeIndex: index, batch: try engine.fetchRows(plan)))
      }
      return found
    }
  }

  package final func count(_ plan: FetchPlan) throws -> Int {
    try locked {
      try engines(for: plan.layout).reduce(0) { $0 + (try $1.engine.count(plan)) }
    }
  }

  package final func fetchDictionaries(_ plan: FetchPlan) throws -> [[String: Any]] {
    try locked {
      try engines(for: plan.layout).flatMap { index, engine in
        let identity = store(at: index)?.storeIdentity
        var rows = try engine.fetchDictionaries(plan)
        for index in rows.indices {
          for (name, value) in rows[index] {
            guard let key = value as? ObjectKey else { continue }
            rows[index][name] = NSManagedObjectID(
              layout: layout.entity(number: key.entity), pk: key.pk, store: identity)
          }
        }
        return rows
      }
    }
  }

  package final func row(
    _ layout: EntityLayout, pk: Int64, storeIndex: Int16
  ) throws -> HeldRow? {
    try locked {
      guard let pointer = try engine(at: storeIndex, for: layout).row(layout, pk: pk) else {
        return nil
      }
      return HeldRow(pointer: pointer, chunk: pointer.chunk.takeUnretainedValue())
    }
  }

  package final func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64], storeIndex: Int16
  ) throws -> RelatedRows {
    try locked {
      try engine(at: storeIndex, for: layout).related(property, of: layout, owners: owners)
    }
  }

  /// The stores that an entity's objects can be in.
  private final func engines(
    for layout: EntityLayout
  ) throws -> [(index: Int16, engine: any StoreEngine)] {
    let stores = stores(for: layout)
    if stores.isEmpty {
      throw persistentStores.isEmpty ? ContextError.noStores : .noStoreForEntity(layout.name)
    }
    return stores.compactMap { index, store in
      (readers[index] ?? store.engine).map { (index, $0) }
    }
  }

  /// The store of an index, or what reads a former state of it for the present call.
  private final func engine(
    at index: Int16, for layout: EntityLayout
  ) throws -> any StoreEngine {
    if let reader = readers[index] { return reader }
    guard let engine = store(at: index)?.engine else {
      throw CoordinatorError.removed(layout.name)
    }
    return engine
  }
}
