import Foundation

/// Stores as files: destroying, replacing and moving them.
extension NSPersistentStoreCoordinator {
  /// Destroys the store at a place, its files and the data kept beside it.
  ///
  /// A store that this coordinator has open is removed from it first. Where there is no store,
  /// nothing happens.
  ///
  /// Difference from Apple: an SQLite file is removed; Apple's framework empties it.
  ///
  /// - Parameters:
  ///   - url: where the store is.
  ///   - storeType: the kind of store.
  ///   - options: as for opening; the timeout is heeded.
  /// - Throws: when somebody else uses the store, or the file is no store of the type.
  public final func destroyPersistentStore(
    at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
  ) throws {
    try bridgingErrors {
      if let open = persistentStore(for: url) { try remove(open) }
      try StoreFiles.destroy(url, type: storeType, options: options)
    }
  }

  /// Destroys the store at a place.
  ///
  /// - Throws: as ``destroyPersistentStore(at:ofType:options:)``.
  public final func destroyPersistentStore(
    at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
  }

  /// Puts a copy of one store in another's place.
  ///
  /// - Parameters:
  ///   - destinationURL: the place; a store that this coordinator has open there is refused.
  ///   - destinationOptions: as for opening the destination.
  ///   - sourceURL: the store to be copied; it may be open.
  ///   - sourceOptions: as for opening the source.
  ///   - storeType: the kind of both stores.
  /// - Throws: 260 when there is no source; 134080 when the destination is open here.
  public final func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    ofType storeType: String
  ) throws {
    try bridgingErrors {
      if persistentStore(for: destinationURL) != nil {
        throw CoordinatorError.alreadyOpen(destinationURL)
      }
      try StoreFiles.replace(destinationURL, destinationOptions, with: sourceURL, type: storeType)
    }
  }

  /// Puts a copy of one store in another's place.
  ///
  /// - Throws: as the form with the type's name.
  public final func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destinationURL, destinationOptions: destinationOptions,
      withPersistentStoreFrom: sourceURL, sourceOptions: sourceOptions,
      ofType: storeType.rawValue)
  }

  /// Writes a store's objects into a new store, of another type perhaps, which takes its place in
  /// the coordinator: “Save As”. The old store's file stays.
  ///
  /// - Parameters:
  ///   - store: a store of this coordinator; of no use afterwards.
  ///   - URL: where the new store goes; nothing may be there.
  ///   - options: for opening the new store.
  ///   - storeType: the kind of the new store.
  /// - Returns: the new store. Its objects have the old keys and the new store's UUID.
  /// - Throws: what opening or writing the new store throws; the old store is open then as before.
  @discardableResult
  public final func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil,
    withType storeType: String
  ) throws -> NSPersistentStore {
    try bridgingErrors {
      guard index(of: store) != nil, let source = store.engine else {
        throw CoordinatorError.notMine(store.url)
      }
      try requirePlace(URL, for: storeType)
      let new = try StoreOpening.open(
        storeType, store.configurationName, URL, options ?? [:], coordinator: self)
      do {
        try copy(source, store, into: new)
      } catch {
        new.engine?.close()
        new.engine = nil
        // What went wrong with copying is what has to be told, not that half a copy is left.
        try? StoreFiles.destroy(URL, type: storeType, options: options)
        throw error
      }
      add(new)
      announceMigration(of: store, to: new)
      try remove(store)
      return new
    }
  }

  /// Writes a store's objects into a new store, which takes its place.
  ///
  /// - Throws: as the form with the type's name.
  @discardableResult
  public final func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try migratePersistentStore(store, to: storeURL, options: options, withType: storeType.rawValue)
  }

  /// Refuses a place where a new store cannot go: in memory there is always one.
  private final func requirePlace(_ url: URL, for type: String) throws {
    let isMemory = type == NSInMemoryStoreType || StoreSite.of(url) == .memory
    guard !isMemory else { return }
    if persistentStore(for: url) != nil { throw CoordinatorError.alreadyOpen(url) }
    try StoreSite.refuseOther(url)
    if FileManager.default.fileExists(atPath: url.path) {
      throw CoordinatorError.unwritable(url, why: "there is a file already")
    }
  }

  /// Says which store took another's place, and which id stands for which: the old and the new one
  /// of each object in turn (observed: CoreDataPlus' tests).
  private final func announceMigration(of old: NSPersistentStore, to new: NSPersistentStore) {
    var ids: [NSManagedObjectID] = []
    locked {
      for number in new.entityNumbers.sorted() {
        let entity = layout.entity(number: number)
        if let above = entity.superlayout, new.entityNumbers.contains(above.number) { continue }
        // The store was written just now; should it not be readable, the next read says so.
        let keys = try? new.engine?.fetchKeys(FetchPlan(layout: entity, pieces: FetchPieces()))
        for key in keys ?? [] {
          let own = layout.entity(number: key.entity)
          for store in [old, new] {
            ids.append(NSManagedObjectID(layout: own, pk: key.pk, store: store.storeIdentity))
          }
        }
      }
    }
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: self,
      userInfo: [NSUUIDChangedPersistentStoresKey: [old, new, ids] as [Any]])
  }

  private final func copy(
    _ source: any StoreEngine, _ store: NSPersistentStore, into new: NSPersistentStore
  ) throws {
    guard let target = new.engine else { throw CoordinatorError.notMine(new.url) }
    try locked {
      try StoreCopy(
        model: layout, source: source, target: target, entities: store.entityNumbers
      ).run()
      let own = store.storedMetadata.filter { new.storedMetadata[$0.key] == nil }
      guard !own.isEmpty else { return }
      new.storedMetadata.merge(own) { mine, _ in mine }
      try target.begin()
      do {
        try target.writeMetadata(new.storedMetadata)
        try target.commit()
      } catch {
        target.rollback()
        throw error
      }
    }
  }

  /// Says that a store is at another place now.
  ///
  /// - Parameters:
  ///   - url: the new place.
  ///   - store: a store of this coordinator.
  /// - Returns: whether the store is this coordinator's.
  @discardableResult
  public final func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    guard index(of: store) != nil else { return false }
    store.url = url
    return true
  }
}
