import Foundation

/// The coordinator as the source of its contexts.
extension NSPersistentStoreCoordinator: GraphSource {
  package final func fetchRows(_ plan: FetchPlan) throws -> [StoreRows] {
    try locked {
      var found: [StoreRows] = []
      for (index, engine) in try engines(for: plan) {
        found.append(StoreRows(storeIndex: index, batch: try engine.fetchRows(plan)))
      }
      return found
    }
  }

  package final func fetchKeys(_ plan: FetchPlan) throws -> [StoreKeys] {
    try locked {
      try engines(for: plan).map { index, engine in
        StoreKeys(storeIndex: index, keys: try engine.fetchKeys(plan))
      }
    }
  }

  package final func count(_ plan: FetchPlan) throws -> Int {
    try locked {
      try engines(for: plan).reduce(0) { $0 + (try $1.engine.count(plan)) }
    }
  }

  package final func fetchDictionaries(_ plan: FetchPlan) throws -> [ResultTable] {
    try locked {
      try engines(for: plan).map { index, engine in
        var table = try engine.fetchDictionaries(plan)
        table.resolveKeys(layout, store(at: index)?.storeIdentity)
        return table
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
      let row = HeldRow(pointer: pointer, chunk: pointer.chunk.takeUnretainedValue())
      return pointer.entityNumber == layout.number ? row : row.fitting(layout, in: self.layout)
    }
  }

  package final func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64], storeIndex: Int16
  ) throws -> RelatedRows {
    try locked {
      try engine(at: storeIndex, for: layout).related(property, of: layout, owners: owners)
    }
  }

  /// The stores that the objects of a fetch can be in, those that the request leaves out aside.
  private final func engines(
    for plan: FetchPlan
  ) throws -> [(index: Int16, engine: any StoreEngine)] {
    let stores = stores(for: plan.layout)
    if stores.isEmpty {
      throw persistentStores.isEmpty ? ContextError.noStores : .noStoreForEntity(plan.layout.name)
    }
    let affected = plan.pieces.affectedStores
    return stores.compactMap { index, store in
      if let affected, !affected.contains(where: { $0 === store }) { return nil }
      return (readers[index] ?? store.engine).map { (index, $0) }
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
