import Foundation

/// Executing save plans: all stores or none.
extension NSPersistentStoreCoordinator {
  /// What came of a save.
  enum SaveResult {
    /// The rows written, and the objects whose derived values changed with them.
    case written([Int16: RowBatch], affected: [Int16: [ObjectKey]])
    case conflicts([RowConflict], storeIndex: Int16)
  }

  /// Gives every unsaved object the store it will be saved to: the one it was assigned to, else the
  /// first that takes its entity.
  final func assignStores(to objects: [NSManagedObject]) throws {
    var known: [Int32: Int16] = [:]
    var last: (number: Int32, index: Int16) = (0, -1)
    try objects.forEachUncounted { object in
      guard object.storeIndex < 0 else { return }
      let number = object.layoutReference._withUnsafeGuaranteedRef { $0.number }
      if last.number == number {
        object.storeIndex = last.index
        return
      }
      if let index = known[number] {
        object.storeIndex = index
        last = (number, index)
        return
      }
      let stores = stores(for: object.layout)
      guard let first = stores.first(where: { !$0.store.isReadOnly }) ?? stores.first else {
        throw persistentStores.isEmpty
          ? ContextError.noStores : .noStoreForEntity(object.layout.name)
      }
      known[number] = first.index
      last = (number, first.index)
      object.storeIndex = first.index
    }
  }

  /// Writes the plans of a save.
  final func save(_ plans: StorePlans) throws -> SaveResult {
    try locked {
      var begun: [(Int16, NSPersistentStore, any StoreEngine)] = []
      do {
        for index in plans.byStore.keys.sorted() {
          guard let store = store(at: index), let engine = store.engine else { continue }
          if store.isReadOnly { throw CoordinatorError.readOnly(store.url) }
          try engine.begin()
          begun.append((index, store, engine))
        }
        var batches: [Int16: RowBatch] = [:]
        for (index, store, engine) in begun {
          switch try engine.execute(plans.byStore[index]?.plan ?? SavePlan()) {
          case .written(let batch): batches[index] = batch
          case .conflicts(let conflicts):
            for (_, _, engine) in begun { engine.rollback() }
            return .conflicts(conflicts, storeIndex: index)
          }
          if store.isMetadataChanged { try engine.writeMetadata(store.storedMetadata) }
        }
        var affected: [Int16: [ObjectKey]] = [:]
        for (index, store, engine) in begun {
          try engine.commit()
          store.isMetadataChanged = false
          if let batch = batches[index], let plan = plans.byStore[index]?.plan {
            engine.adopt(batch, plan)
          }
          affected[index] = engine.takeAffected()
        }
        return .written(batches, affected: affected)
      } catch {
        for (_, _, engine) in begun { engine.rollback() }
        throw error
      }
    }
  }

  /// A save without changes: metadata that were set are written, and stores of a program's own get
  /// their request.
  final func saveNothing() throws {
    try locked {
      for store in persistentStores where !store.isReadOnly {
        guard let engine = store.engine, store.isMetadataChanged || engine.hearsOfEmptySaves else {
          continue
        }
        try engine.begin()
        do {
          if engine.hearsOfEmptySaves { _ = try engine.execute(SavePlan()) }
          if store.isMetadataChanged { try engine.writeMetadata(store.storedMetadata) }
          try engine.commit()
          store.isMetadataChanged = false
        } catch {
          engine.rollback()
          throw error
        }
      }
    }
  }

  /// Reserves a key ahead of saving.
  final func reserveKey(_ layout: EntityLayout, storeIndex: Int16) throws -> Int64 {
    try locked {
      guard let engine = store(at: storeIndex)?.engine else { throw ContextError.noStores }
      return try engine.reserveKeys(layout.root, count: 1)
    }
  }

  /// Drops rows from the row caches, so that they are read anew.
  final func forgetRows(_ ids: [NSManagedObjectID]) {
    locked {
      for id in ids {
        guard let identity = id.storeIdentity, let index = index(of: identity) else { continue }
        store(at: index)?.engine?.forgetRow(id.layout, pk: id.key.pk)
      }
    }
  }

  /// Drops a row from the row cache if it was read longer ago than some seconds.
  final func forgetStaleRow(
    _ layout: EntityLayout, pk: Int64, storeIndex: Int16, olderThan seconds: Double
  ) {
    locked {
      store(at: storeIndex)?.engine?.forgetStaleRow(layout, pk: pk, olderThan: seconds)
    }
  }

  /// Tells the contexts that follow this coordinator's stores of a save.
  final func tellOthers(of saved: SavedObjects, from source: NSManagedObjectContext) {
    let followers = contexts.all.filter {
      $0 !== source && $0.automaticallyMergesChangesFromParent
    }
    if followers.isEmpty { return }
    let changes = MergedChanges(saved)
    for context in followers { context.perform { context.merge(changes) } }
  }
}
