import Foundation
import SQLiteDriver

/// Makes the right store for a type.
enum StoreOpening {
  /// Opens a store; one of another version of the model is migrated first if the options say so.
  static func open(
    _ type: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any],
    coordinator: NSPersistentStoreCoordinator
  ) throws -> NSPersistentStore {
    guard let url, type == NSSQLiteStoreType else {
      return try openMigrated(type, configuration, url, options, coordinator: coordinator)
    }
    let isReadOnly = (options[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
    return try StoreFiles.leavingNoLog(of: url, type: type, isReadOnly: isReadOnly) {
      try openMigrated(type, configuration, url, options, coordinator: coordinator)
    }
  }

  private static func openMigrated(
    _ type: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any],
    coordinator: NSPersistentStoreCoordinator
  ) throws -> NSPersistentStore {
    do {
      return try openUnmigrated(type, configuration, url, options, coordinator: coordinator)
    } catch CoordinatorError.modelMismatch(let url, let differing, let metadata, _) {
      try AutomaticMigration(
        type: type, url: url, configuration: configuration, options: options, metadata: metadata,
        differing: differing, destination: coordinator.managedObjectModel
      ).run()
      return try openUnmigrated(type, configuration, url, options, coordinator: coordinator)
    }
  }

  private static func openUnmigrated(
    _ type: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any],
    coordinator: NSPersistentStoreCoordinator
  ) throws -> NSPersistentStore {
    if let store = try StoreClasses.open(
      type, configuration, url, options, coordinator: coordinator)
    {
      return store
    }
    if AtomicStores.holds(type) {
      let (engine, metadata) = try AtomicStores.open(
        type, configuration, url, options, model: coordinator.layout)
      let store = NSPersistentStore(
        coordinator: coordinator, configurationName: configuration, at: url, options: options,
        type: type)
      engine.owner = store
      return adopt(engine, metadata, store)
    }
    guard type == NSSQLiteStoreType else { throw CoordinatorError.unknownType(type) }
    guard let url, url.isFileURL else { throw CoordinatorError.missingURL(type: type) }
    let (engine, metadata) = try SQLiteStore.open(
      url: url, model: coordinator.layout, configuration: configuration, options: options)
    engine.isStrict = (options[StrictPredicatesOption] as? Bool) ?? false
    let store = NSPersistentStore(
      coordinator: coordinator, configurationName: configuration, at: url, options: options,
      type: type)
    return adopt(engine, metadata, store)
  }

  private static func adopt(
    _ engine: any StoreEngine, _ metadata: [String: Any], _ store: NSPersistentStore
  ) -> NSPersistentStore {
    store.engine = engine
    store.storedMetadata = metadata
    store.storeIdentity.uuid = metadata[NSStoreUUIDKey] as? String ?? ""
    return store
  }

  /// The metadata of a store that is not open.
  static func metadata(_ type: String, _ url: URL) throws -> [String: Any] {
    try StoreSite.refuseOther(url)
    if StoreSite.of(url) == .memory { throw CoordinatorError.nothingInMemory(url) }
    if AtomicStores.holds(type) { return try AtomicStores.metadata(type, url) }
    guard type == NSSQLiteStoreType else { throw CoordinatorError.unknownType(type) }
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw CoordinatorError.missingReadOnly(url)
    }
    StoreFiles.recover(url)
    let connection = try SQLiteConnection(
      path: url.path, options: SQLiteOpenOptions(mode: .readOnly))
    return try SQLiteMetadata.read(from: connection, path: url.path)
  }
}
