public import Foundation

/// A store that a coordinator has opened: a file of rows, or rows in memory.
///
/// Apple's class of the same name. Subclassing for stores of one's own goes through
/// `NSAtomicStore` and `NSIncrementalStore`.
open class NSPersistentStore: NSObject, @unchecked Sendable {
  // @unchecked Sendable: used under its coordinator's lock.

  /// The kind of store, such as `NSSQLiteStoreType`.
  open var type: String { storeType }
  package final let storeType: String
  /// The model's configuration whose entities the store takes; `PF_DEFAULT_CONFIGURATION_NAME` for
  /// all.
  public final let configurationName: String
  /// Where the store is.
  public final var url: URL?
  /// The options it was opened with.
  public final let options: [AnyHashable: Any]?
  /// Whether saving to it is refused.
  public final var isReadOnly: Bool
  /// The coordinator that has it open.
  public internal(set) final weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
  /// What ids keep of the store.
  package final let storeIdentity: StoreIdentity
  package final var engine: (any StoreEngine)?
  final var storedMetadata: [String: Any] = [:]
  /// The entities the store takes, by number.
  final var entityNumbers: Set<Int32> = []

  /// The class that migrates stores of this class; `NSMigrationManager` unless overridden. The
  /// coordinator does not ask: `NSMigrationManager.usesStoreSpecificMigrationManager` decides.
  open class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }

  /// Makes a store that a coordinator is about to open.
  ///
  /// - Parameters:
  ///   - root: the coordinator.
  ///   - name: the configuration, nil for all entities.
  ///   - url: where the store is.
  ///   - options: how to open it.
  ///   - type: the kind of store.
  package init(
    coordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL?,
    options: [AnyHashable: Any]?, type: String
  ) {
    persistentStoreCoordinator = root
    configurationName = name ?? NSManagedObjectModel.defaultConfigurationName
    self.url = url
    self.options = options
    storeType = type
    isReadOnly = (options?[NSReadOnlyPersistentStoreOption] as? Bool) ?? false
    storeIdentity = StoreIdentity(uuid: "")
    super.init()
    storeIdentity.store = self
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The store's UUID, part of the URIs of its objects. Declared as Apple declares it.
  public final var identifier: String! {
    get { storeIdentity.uuid }
    set {
      storeIdentity.uuid = newValue ?? ""
      storedMetadata[NSStoreUUIDKey] = newValue
    }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The metadata: what the framework keeps, and the application's own keys. Written with the next
  /// save. Declared as Apple declares it.
  open var metadata: [String: Any]! {
    get { storedMetadata }
    set {
      storedMetadata = newValue ?? [:]
      isMetadataChanged = true
    }
  }
  final var isMetadataChanged = false
  /// What others want to do before the store is closed, by names of theirs.
  final var closingWork: [String: (NSPersistentStore) -> Void] = [:]

  /// Closes the store's files.
  final func close() {
    let work = closingWork
    closingWork = [:]
    for name in work.keys.sorted() { work[name]?(self) }
    engine?.close()
  }

  /// Called after the store was added to a coordinator.
  ///
  /// - Parameter coordinator: the coordinator.
  open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

  /// Called before the store is removed from its coordinator.
  ///
  /// - Parameter coordinator: the coordinator; nil if it is going away.
  open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

  /// Called when the store is opened: sets `metadata` from what is at `url`. The stores of this
  /// library have done so by then.
  ///
  /// - Throws: when there is no such store.
  open func loadMetadata() throws {}

  /// The metadata of the store at a place. For a program's own kinds of store to override.
  ///
  /// - Parameter url: where the store is.
  /// - Returns: the metadata; by default those of an SQLite, binary or XML store.
  /// - Throws: when no store can be read there.
  open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try bridgingErrors {
      // Which type it is shows in which of them can read it; the last one says what is wrong.
      for type in [NSSQLiteStoreType, NSBinaryStoreType] {
        if let found = try? StoreOpening.metadata(type, url) { return found }
      }
      return try StoreOpening.metadata(NSXMLStoreType, url)
    }
  }

  /// Replaces the metadata of the store at a place. For a program's own kinds of store to override.
  ///
  /// - Parameters:
  ///   - metadata: the new metadata.
  ///   - url: where the store is; by default an SQLite store.
  /// - Throws: when the store cannot be written.
  open class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreAt url: URL
  ) throws {
    try NSPersistentStoreCoordinator.setMetadata(
      metadata, forPersistentStoreOfType: NSSQLiteStoreType, at: url)
  }
}
