import Foundation

/// A fetch of objects in three steps: prepared on the context's queue, read on any thread, finished
/// on the queue again.
struct PreparedFetch {
  /// What a store gave.
  enum Found {
    case rows([StoreRows])
    /// Keys alone: the rows come later, or never.
    case keys([StoreKeys])
  }

  let context: NSManagedObjectContext
  let layout: EntityLayout
  let pieces: FetchPieces
  private let source: any GraphSource
  private let overlay: PendingOverlay?
  private let plan: FetchPlan
  /// Whether the store is asked for keys alone.
  let readsKeys: Bool

  init(
    _ context: NSManagedObjectContext, _ pieces: FetchPieces, _ objectClass: NSManagedObject.Type?,
    keysOnly: Bool = false
  ) throws {
    context.checkQueue()
    guard let source = context.source else { throw ContextError.noCoordinator }
    self.context = context
    self.source = source
    self.pieces = pieces
    layout = try context.layout(for: pieces)
    if let objectClass, objectClass != NSManagedObject.self {
      context.learn(objectClass, for: layout)
    }
    if !context.event.isEmpty { context.processPendingChanges() }
    overlay = pieces.includesPendingChanges ? PendingOverlay(context, layout, pieces) : nil
    plan = FetchPlan(layout: layout, pieces: overlay?.storePieces ?? pieces)
    let wantsKeys = keysOnly || pieces.fetchBatchSize > 0 || !pieces.includesPropertyValues
    // To put unsaved work into an order, values are needed: keys alone do only by batches.
    let descriptors = pieces.sortDescriptors ?? []
    let placesByKeys =
      overlay?.isNeeded != true || pieces.fetchBatchSize > 0 || descriptors.isEmpty
    readsKeys = wantsKeys && placesByKeys && context.readsInOrder(layout, descriptors)
  }

  /// Asks the store. Touches nothing of the context but its source.
  func read() throws -> Found {
    readsKeys ? .keys(try source.fetchKeys(plan)) : .rows(try source.fetchRows(plan))
  }

  /// The objects, with unsaved work on top, in the request's order.
  func finish(_ found: Found) throws -> [NSManagedObject] {
    switch found {
    case .rows(let rows): return try finish(rows)
    case .keys(let keys):
      var objects: [NSManagedObject] = []
      for some in keys { objects += context.objects(for: some) }
      if pieces.fetchBatchSize > 0 { FaultBatch.divide(objects, context, pieces) }
      if let overlay, overlay.isNeeded { objects = try overlay.merge(into: objects) }
      if pieces.fetchBatchSize == 0 { try context.prefetch(pieces, layout, objects) }
      return objects
    }
  }

  /// The ids of what was found.
  func finishIDs(_ found: Found) throws -> [NSManagedObjectID] {
    guard case .keys(let keys) = found, overlay?.isNeeded != true, let model = context.modelLayout
    else {
      return try finish(found).map(\.objectID)
    }
    return keys.flatMap { some in
      let identity = context.storeIdentity(at: some.storeIndex)
      return some.keys.map {
        NSManagedObjectID(layout: model.entity(number: $0.entity), pk: $0.pk, store: identity)
      }
    }
  }

  private func finish(_ found: [StoreRows]) throws -> [NSManagedObject] {
    var objects: [NSManagedObject] = []
    for rows in found {
      let some = context.objects(for: rows.batch, storeIndex: rows.storeIndex, pieces)
      if objects.isEmpty { objects = some } else { objects += some }
    }
    if let overlay, overlay.isNeeded {
      objects = try overlay.apply(to: objects)
    } else if found.count > 1 {
      objects = try PendingOverlay.ordered(objects, pieces)
    }
    try context.prefetch(pieces, layout, objects)
    return objects
  }
}

extension NSManagedObjectContext {
  /// Whether the results of the stores need not be brought into one order by their values.
  final func readsInOrder(_ layout: EntityLayout, _ descriptors: [NSSortDescriptor]) -> Bool {
    guard let storeCoordinator, parentContext == nil else { return false }
    return descriptors.isEmpty || storeCoordinator.stores(for: layout).count < 2
  }

  /// The registered objects of keys, or faults.
  final func objects(for found: StoreKeys) -> [NSManagedObject] {
    guard let modelLayout else { return [] }
    return found.keys.map { key in
      registered(key, storeIndex: found.storeIndex)
        ?? makeFault(
          modelLayout.entity(number: key.entity), pk: key.pk, storeIndex: found.storeIndex)
    }
  }

  /// The ids of a fetch. No row is read unless unsaved work or the order of several stores asks for
  /// it.
  package final func fetchIDs(_ pieces: FetchPieces) throws -> [NSManagedObjectID] {
    var pieces = pieces
    pieces.relationshipKeyPathsForPrefetching = nil
    pieces.fetchBatchSize = 0
    let fetch = try PreparedFetch(self, pieces, nil, keysOnly: true)
    return try fetch.finishIDs(fetch.read())
  }
}
