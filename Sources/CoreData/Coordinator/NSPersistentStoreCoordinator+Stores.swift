public import Foundation

/// Adding stores.
extension NSPersistentStoreCoordinator {
  /// Opens a store, or makes one where there is none.
  ///
  /// - Parameters:
  ///   - storeType: `NSSQLiteStoreType` and its like.
  ///   - configuration: the model's configuration whose entities the store takes; nil for all.
  ///   - storeURL: where the store is; may be nil for stores in memory. An SQLite store at `/dev/null`
  ///     is a database in memory, each time a new one.
  ///   - options: how to open it.
  /// - Returns: the store.
  /// - Throws: 134020 with the places for a model that contradicts itself, 134000 for an unknown type, 134080 for a store open already; for a store of another version of the
  ///   model 134100 where the options want no migration, 134130 without the old model, 134140 without a
  ///   mapping model, 134110 and 134111 where the rows do not fit the new model;
  ///   259 for a file that is no store, 260 for a missing file opened read-only.
  @discardableResult
  public final func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try bridgingErrors {
      if (options?[StoresOwnModelOption] as? Bool) != true { try consistency.throwFaults() }
      if let configuration, configuration != NSManagedObjectModel.defaultConfigurationName,
        managedObjectModel.entities(forConfigurationName: configuration) == nil
      {
        throw CoordinatorError.unknownConfiguration(configuration)
      }
      if let storeURL, persistentStore(for: storeURL) != nil, storeType != NSInMemoryStoreType,
        StoreSite.of(storeURL) != .memory
      {
        throw CoordinatorError.alreadyOpen(storeURL)
      }
      let store = try StoreOpening.open(
        storeType, configuration, storeURL, options ?? [:], coordinator: self)
      add(store)
      return store
    }
  }

  /// Opens a store, or makes one where there is none.
  ///
  /// - Parameters:
  ///   - type: the kind of store.
  ///   - configuration: the model's configuration; nil for all entities.
  ///   - storeURL: where the store is.
  ///   - options: how to open it.
  /// - Returns: the store.
  /// - Throws: as ``addPersistentStore(ofType:configurationName:at:options:)``.
  @discardableResult
  public final func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(
      ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
  }
}

extension NSPersistentStore {
  /// The kinds of store.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    /// A kind by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Rows in an SQLite file.
    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
    /// Rows in an XML file.
    public static let xml = StoreType(rawValue: NSXMLStoreType)
    /// Rows in a binary property list.
    public static let binary = StoreType(rawValue: NSBinaryStoreType)
    /// Rows in memory only.
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
  }
}
