internal import Synchronization

/// The classes of a program's own stores by type.
enum StoreClasses {
  private struct Entry: @unchecked Sendable {  // A class is constant.
    let storeClass: AnyClass
  }

  private static let table = Mutex<[String: Entry]>([:])

  static func register(_ storeClass: AnyClass?, _ type: String) {
    let entry = storeClass.map { Entry(storeClass: $0) }
    table.withLock { $0[type] = entry }
  }

  static func find(_ type: String) -> AnyClass? {
    table.withLock { $0[type] }?.storeClass
  }

  /// Opens a store of a registered class; nil when none is registered for the type.
  static func open(
    _ type: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any],
    coordinator: NSPersistentStoreCoordinator
  ) throws -> NSPersistentStore? {
    guard let storeClass = find(type) else { return nil }
    switch storeClass {
    case let atomic as NSAtomicStore.Type:
      guard let url else { throw CoordinatorError.missingURL(type: type) }
      let store = atomic.init(
        persistentStoreCoordinator: coordinator, configurationName: configuration, at: url,
        options: options)
      try adopt(store, type, coordinator)
      return store
    case let incremental as NSIncrementalStore.Type:
      let store = incremental.init(
        persistentStoreCoordinator: coordinator, configurationName: configuration,
        at: url ?? nowhere, options: options)
      if url == nil, store.url == nowhere { store.url = nil }
      try store.loadMetadata()
      completeMetadata(of: store, type)
      store.engine = IncrementalEngine(store, coordinator.layout)
      return store
    default: throw CoordinatorError.unknownType(type)
    }
  }

  /// What the initialiser of a store without a place is given: Apple's declaration has no nil there.
  private static let nowhere =
    URL(string: "x-coredata:///") ?? URL(fileURLWithPath: "/dev/null")

  private static func adopt(
    _ store: NSAtomicStore, _ type: String, _ coordinator: NSPersistentStoreCoordinator
  ) throws {
    let bridge = AtomicStoreBridge(store, coordinator.layout)
    let memory = MemoryStore(model: coordinator.layout, metadata: [:], file: bridge)
    memory.keyMaker = { bridge.key(for: $0) }
    memory.owner = store
    completeMetadata(of: store, type)
    try bridge.read(into: memory)
    completeMetadata(of: store, type)
    memory.metadata = store.metadata ?? [:]
    store.engine = memory
  }

  /// A store has to have a type and a UUID; one that its class did not give is given here.
  private static func completeMetadata(of store: NSPersistentStore, _ type: String) {
    var metadata = store.metadata ?? [:]
    if metadata[NSStoreTypeKey] == nil { metadata[NSStoreTypeKey] = type }
    if metadata[NSStoreUUIDKey] == nil { metadata[NSStoreUUIDKey] = UUID().uuidString }
    store.metadata = metadata
    store.storeIdentity.uuid = metadata[NSStoreUUIDKey] as? String ?? ""
  }
}

extension NSPersistentStoreCoordinator {
  /// Makes a class of a program's own the one that opens stores of a type.
  ///
  /// - Parameters:
  ///   - storeClass: a subclass of `NSAtomicStore` or `NSIncrementalStore`; nil to forget the type.
  ///   - storeType: the type that `addPersistentStore` is called with.
  public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
    StoreClasses.register(storeClass, storeType)
  }

  /// Makes a class of a program's own the one that opens stores of a type.
  public class func registerStoreClass(
    _ storeClass: AnyClass?, type: NSPersistentStore.StoreType
  ) {
    StoreClasses.register(storeClass, type.rawValue)
  }

}
