public import Foundation

/// Opens stores and stands between them and the contexts.
///
/// Apple's class of the same name. It may be used from any thread: every access takes its lock.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  // @unchecked Sendable: all state is read and written under `guardingLock`.

  /// The model whose objects the stores hold. In use, and so frozen.
  public final let managedObjectModel: NSManagedObjectModel
  /// A name for people to tell coordinators apart.
  public final var name: String?
  package final let layout: ModelLayout
  /// What is wrong with the model: faults keep stores from being opened, warnings do not.
  package final let consistency: ModelConsistency
  final let guardingLock = NSRecursiveLock()
  /// What reads former states of the stores, during a call for a context that does.
  final var readers: [Int16: any StoreEngine] = [:]
  private final var stores: [NSPersistentStore?] = []
  final let contexts = ContextList()

  /// Creates a coordinator without stores.
  ///
  /// - Parameter model: the model; it is frozen from now on.
  public init(managedObjectModel model: NSManagedObjectModel) {
    managedObjectModel = model
    consistency = ModelConsistency(model)
    layout = ModelLayout.of(model)
    super.init()
  }

  deinit {
    for store in stores { store?.close() }
  }

  /// The stores that are open, in the order in which they were added.
  public final var persistentStores: [NSPersistentStore] { locked { stores.compactMap { $0 } } }

  /// Runs a closure under the coordinator's lock.
  @inline(__always)
  package final func locked<T>(_ body: () throws -> T) rethrows -> T {
    guardingLock.lock()
    defer { guardingLock.unlock() }
    return try body()
  }

  /// The store of an index, nil once it was removed.
  final func store(at index: Int16) -> NSPersistentStore? {
    locked { index >= 0 && Int(index) < stores.count ? stores[Int(index)] : nil }
  }

  /// The index of a store; indexes are never used twice.
  final func index(of store: NSPersistentStore) -> Int16? {
    locked { stores.firstIndex { $0 === store }.map(Int16.init) }
  }

  /// The index of the store with an identity.
  final func index(of identity: StoreIdentity) -> Int16? {
    locked { stores.firstIndex { $0?.storeIdentity == identity }.map(Int16.init) }
  }

  /// Enters an opened store.
  final func add(_ store: NSPersistentStore) {
    locked {
      store.persistentStoreCoordinator = self
      let entities =
        managedObjectModel.entities(forConfigurationName: store.configurationName) ?? []
      store.entityNumbers = Set(entities.compactMap { $0.compiledLayout?.number })
      stores.append(store)
    }
    watchRemoteChanges(of: store)
    store.didAdd(to: self)
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: self,
      userInfo: [NSAddedPersistentStoresKey: [store]])
  }

  /// Closes a store and takes it out.
  ///
  /// - Parameter store: one of the coordinator's stores.
  /// - Throws: 134070 when the store is not one of this coordinator's.
  public final func remove(_ store: NSPersistentStore) throws {
    guard let index = index(of: store) else { throw CoordinatorError.notMine(store.url).bridged }
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore, object: self,
      userInfo: [NSRemovedPersistentStoresKey: [store]])
    store.willRemove(from: self)
    locked {
      store.close()
      store.engine = nil
      stores[Int(index)] = nil
      store.persistentStoreCoordinator = nil
    }
    for context in contexts.all { context.storeWasRemoved(index) }
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: self,
      userInfo: [NSRemovedPersistentStoresKey: [store]])
  }

  /// The stores that take objects of an entity.
  final func stores(for layout: EntityLayout) -> [(index: Int16, store: NSPersistentStore)] {
    locked {
      stores.enumerated().compactMap { index, store in
        guard let store, store.entityNumbers.contains(layout.number) else { return nil }
        return (Int16(index), store)
      }
    }
  }

  /// The store at a place.
  ///
  /// - Parameter URL: where the store is.
  public final func persistentStore(for URL: URL) -> NSPersistentStore? {
    persistentStores.first { $0.url?.standardizedFileURL == URL.standardizedFileURL }
  }

  /// Where a store is.
  ///
  /// - Parameter store: a store of this coordinator.
  public final func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// The metadata of a store.
  ///
  /// - Parameter store: a store of this coordinator.
  public final func metadata(for store: NSPersistentStore) -> [String: Any] {
    locked { store.metadata }
  }

  /// Replaces the metadata of a store; written with the next save.
  ///
  /// - Parameters:
  ///   - metadata: the new metadata.
  ///   - store: a store of this coordinator.
  public final func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    locked { store.metadata = metadata }
  }

  /// The id that a URI names.
  ///
  /// - Parameter url: a URI of a permanent id.
  /// - Returns: the id; nil if no open store has the UUID, or the model no such entity.
  public final func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    guard url.scheme == "x-coredata", let host = url.host else { return nil }
    let parts = url.pathComponents.filter { $0 != "/" }
    guard parts.count == 2, let layout = layout.entity(named: parts[0]), parts[1].hasPrefix("p"),
      let pk = Int64(parts[1].dropFirst()), pk > 0
    else { return nil }
    return locked {
      guard
        let store = stores.first(where: {
          $0?.storeIdentity.uuid.caseInsensitiveCompare(host) == .orderedSame
        }),
        let store
      else { return nil }
      return NSManagedObjectID(layout: layout, pk: pk, store: store.storeIdentity)
    }
  }
}
