public import Foundation

/// Where a store is, of what type it is, and how it is opened.
package struct StoreAddress {
  package let url: URL
  package let type: String
  package var options: [AnyHashable: Any] = [:]

  package init(_ url: URL, type: String, options: [AnyHashable: Any] = [:]) {
    self.url = url
    self.type = type
    self.options = options
  }
}

/// Migrating.
extension NSMigrationManager {
  final func perform(
    _ mappings: NSMappingModel?, from source: StoreAddress, to destination: StoreAddress
  ) throws {
    try bridgingErrors {
      guard state.begin() else { throw HeavyMigrationError.running }
      defer { state.end() }
      if source.url.standardizedFileURL == destination.url.standardizedFileURL {
        throw HeavyMigrationError.samePlace(destination.url)
      }
      if destination.type != NSInMemoryStoreType, StoreSite.of(destination.url) != .free {
        do {
          try StoreSite.requireFile(destination.url, type: destination.type)
        } catch {
          throw HeavyMigrationError.destination(destination.url, error)
        }
      }
      let mappings =
        try mappings
        ?? NSMappingModel.inferredMappingModel(
          forSourceModel: sourceModel, destinationModel: destinationModel)
      let isNew = !FileManager.default.fileExists(atPath: destination.url.path)
      usedMapping = mappings
      expressions = MigrationExpressions()
      isInferred = mappings.isInferred
      (keptRoots, keepsIdentity, singlyOwned) = ([], false, [:])
      defer { singlyOwned = [:] }
      otherEnds = RelationshipEnds(mappings, self)
      do {
        if try migratesItself(mappings, source, destination, isNew) { return }
        defer { stacks.close() }
        try openSource(source)
        try openDestination(destination)
        if isInferred, isNew { try KeptKeys(self, mappings).prepare() }
        let run = try MigrationRun(self, mappings)
        try run.run()
        try copyMetadata()
      } catch {
        entityMapping = nil
        // The error that led here counts; half a store that stays is refused when it is opened.
        if isNew {
          try? StoreFiles.destroy(destination.url, type: destination.type, options: nil)
        }
        throw error
      }
    }
  }

  /// Lets an SQLite store migrate itself: a copy of it, in SQL.
  ///
  /// - Returns: false if it cannot: the mapping is not what is inferred, or something is at the
  ///   destination already.
  private final func migratesItself(
    _ mappings: NSMappingModel, _ source: StoreAddress, _ destination: StoreAddress, _ isNew: Bool
  ) throws -> Bool {
    // Models between which nothing can be inferred are migrated by copying.
    guard usesStoreSpecificMigrationManager, isNew, mappings.isInferred,
      source.type == NSSQLiteStoreType, destination.type == NSSQLiteStoreType,
      let inferred = try? NSMappingModel.inferredMappingModel(
        forSourceModel: sourceModel, destinationModel: destinationModel),
      inferred.description == mappings.description,
      mappings.entityMappings.allSatisfy({ $0.entityMigrationPolicyClassName == nil })
    else { return false }
    do {
      try StoreFiles.replace(
        destination.url, destination.options, with: source.url, type: source.type)
    } catch {
      throw FileManager.default.fileExists(atPath: source.url.path)
        ? HeavyMigrationError.destination(destination.url, error)
        : HeavyMigrationError.source(source.url, error)
    }
    var migration = InPlaceMigration(
      url: destination.url, from: sourceModel, to: destinationModel,
      configuration: destinationConfiguration, options: Self.withoutMigration(destination.options))
    migration.progress = { [state] done in
      state.report(Float(done))
      // The error itself is thrown by the migration that stops here.
      return (try? state.check()) != nil
    }
    try migration.run()
    state.report(1)
    return true
  }

  /// Migrates a store to a new place.
  ///
  /// - Throws: as the form with the types' names.
  public final func migrateStore(
    from sourceURL: URL, type sourceType: NSPersistentStore.StoreType,
    options sourceOptions: [AnyHashable: Any]? = nil, mapping: NSMappingModel,
    to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
    options destinationOptions: [AnyHashable: Any]? = nil
  ) throws {
    try migrateStore(
      from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
      toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
      destinationOptions: destinationOptions)
  }

  private final func openSource(_ place: StoreAddress) throws {
    var place = place
    place.options = Self.withoutMigration(place.options)
    place.options[NSReadOnlyPersistentStoreOption] = NSNumber(value: true)
    // A store is read with whatever model it was made with, sound or not.
    place.options[StoresOwnModelOption] = true
    do {
      let metadata = try? StoreOpening.metadata(place.type, place.url)
      let configuration = metadata.flatMap {
        StoreMetadata.configuration(of: $0, in: sourceModel, destinationConfiguration)
      }
      try stacks.source.open(place, configuration: configuration)
    } catch {
      throw HeavyMigrationError.source(place.url, error)
    }
  }

  private final func openDestination(_ place: StoreAddress) throws {
    var place = place
    place.options = Self.withoutMigration(place.options)
    place.options[NSReadOnlyPersistentStoreOption] = nil
    do {
      try stacks.destination.open(place, configuration: destinationConfiguration)
    } catch {
      throw HeavyMigrationError.destination(place.url, error)
    }
  }

  private static func withoutMigration(_ options: [AnyHashable: Any]) -> [AnyHashable: Any] {
    var options = options
    for key in [
      NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
      NSPersistentStoreStagedMigrationManagerOptionKey,
      NSPersistentStoreDeferredLightweightMigrationOptionKey, MigrationBackupOption,
    ] {
      options[key] = nil
    }
    return options
  }

  /// What the program has written into the source's metadata goes along.
  private final func copyMetadata() throws {
    guard let source = stacks.source.store, let store = stacks.destination.store,
      let engine = store.engine
    else { return }
    let known = store.storedMetadata
    var own = source.storedMetadata.filter { key, _ in
      known[key] == nil && !key.hasPrefix("NS") && !key.hasPrefix("_NS")
    }
    if keepsIdentity { own[NSStoreUUIDKey] = source.storedMetadata[NSStoreUUIDKey] }
    guard !own.isEmpty else { return }
    store.storedMetadata.merge(own) { $1 }
    try engine.begin()
    do {
      try engine.writeMetadata(store.storedMetadata)
      try engine.commit()
    } catch {
      engine.rollback()
      throw error
    }
  }
}
