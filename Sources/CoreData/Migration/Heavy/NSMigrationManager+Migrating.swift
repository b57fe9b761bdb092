public import Foundation

/// Where a store is, of what type it is, and how it is opened.
package struct StorePlace {
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
    _ mappings: NSMappingModel?, from source: StorePlace, to destination: StorePlace
  ) throws {
    try bridgingErrors {
      guard state.begin() else { throw HeavyMigrationError.running }
      defer { state.end() }
      if source.url.standardizedFileURL == destination.url.standardizedFileURL {
        throw HeavyMigrationError.samePlace(destination.url)
      }
      guard let mappings else { throw HeavyMigrationError.noMapping }
      let isNew = !FileManager.default.fileExists(atPath: destination.url.path)
      usedMapping = mappings
      expressions = MigrationExpressions()
      fillsGapsWithDefaults = mappings.isInferred
      otherEnds = RelationshipEnds(mappings, self)
      do {
        defer { stacks.close() }
        try openSource(source.url, source.type, source.options)
        try openDestination(destination.url, destination.type, destination.options)
        let run = try MigrationRun(self, mappings)
        try run.run()
        try copyMetadata()
      } catch {
        entityMapping = nil
        if isNew {
          try? StoreFiles.destroy(destination.url, type: destination.type, options: nil)
        }
        throw error
      }
    }
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

  private final func openSource(
    _ url: URL, _ type: String, _ options: [AnyHashable: Any]
  ) throws {
    var options = Self.withoutMigration(options)
    options[NSReadOnlyPersistentStoreOption] = NSNumber(value: true)
    // A store is read with whatever model it was made with, sound or not.
    options[StoresOwnModelOption] = true
    do {
      try stacks.source.open(url, type, options)
    } catch {
      throw HeavyMigrationError.source(url, error)
    }
  }

  private final func openDestination(
    _ url: URL, _ type: String, _ options: [AnyHashable: Any]
  ) throws {
    var options = Self.withoutMigration(options)
    options[NSReadOnlyPersistentStoreOption] = nil
    do {
      try stacks.destination.open(url, type, options)
    } catch {
      throw HeavyMigrationError.destination(url, error)
    }
  }

  private static func withoutMigration(_ options: [AnyHashable: Any]) -> [AnyHashable: Any] {
    var options = options
    for key in [
      NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
      NSPersistentStoreStagedMigrationManagerOptionKey,
      NSPersistentStoreDeferredLightweightMigrationOptionKey,
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
    let own = source.storedMetadata.filter { key, _ in
      known[key] == nil && !key.hasPrefix("NS") && !key.hasPrefix("_NS")
    }
    guard !own.isEmpty else { return }
    store.storedMetadata.merge(own) { mine, _ in mine }
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
