import Foundation

/// What happens when a store is added whose model is another version: it is migrated if the options
/// say so, and refused otherwise (cases B079 to B082).
struct AutomaticMigration {
  let type: String
  let url: URL
  let configuration: String?
  let options: [AnyHashable: Any]
  let metadata: [String: Any]
  /// The names of the entities whose hashes differ.
  let differing: [String]
  let destination: NSManagedObjectModel

  /// Migrates the store.
  ///
  /// - Throws: 134100 where no migration is wanted, 134130 without the old model, 134140 without a
  ///   way from one to the other, and where the mapping model that is the way may be one that cannot be
  ///   read; 134110 where the migration fails. The store is as before then.
  func run() throws {
    let source = sourceModel()
    guard flag(NSMigratePersistentStoresAutomaticallyOption) else {
      throw CoordinatorError.modelMismatch(
        url, differing: differing, metadata: metadata, difference: source.map(difference))
    }
    if flag(NSReadOnlyPersistentStoreOption) {
      throw MigrationError.inPlace(url, MigrationFailure.readOnly(url))
    }
    if let manager = options[NSPersistentStoreStagedMigrationManagerOptionKey]
      as? NSStagedMigrationManager
    {
      return try StagedMigration(
        manager: manager, store: StoreAddress(url, type: type, options: options),
        configuration: configuration, metadata: metadata, destination: destination, source: source
      ).run()
    }
    guard let source else {
      throw MigrationError.noSourceModel(url, metadata: metadata, unreadable: unreadableModels())
    }
    // Where none is found the migration is inferred, if the options allow it; never in place of one
    // that is there and cannot be read.
    let search = MappingModelFinder.search(in: nil, from: source, to: destination)
    if let mapping = search.found { return try copy(source, mapping) }
    guard search.unreadable.isEmpty else {
      throw MigrationError.unreadableMappings(url, source, destination, search.unreadable)
    }
    let difference = difference(source)
    guard flag(NSInferMappingModelAutomaticallyOption) else {
      throw MigrationError.noMappingModel(source, destination, difference)
    }
    guard difference.isInferable else {
      throw MigrationError.notInferable(source, destination, difference)
    }
    guard type == NSSQLiteStoreType else {
      return try copy(
        source,
        try NSMappingModel.inferredMappingModel(
          forSourceModel: source, destinationModel: destination))
    }
    do {
      try InPlaceMigration(
        url: url, from: source, to: destination, configuration: configuration, options: options
      ).run()
    } catch {
      throw MigrationError.inPlace(url, error)
    }
  }

  /// Migrates by copying: stores that are written as wholes, and SQLite stores with a mapping model.
  private func copy(_ source: NSManagedObjectModel, _ mapping: NSMappingModel) throws {
    do {
      try CopyingMigration(
        StoreAddress(url, type: type, options: options), from: source, to: destination,
        mapping: mapping, configuration: configuration
      ).run()
    } catch {
      throw HeavyMigrationError.automatic(url, error)
    }
  }

  private func flag(_ option: String) -> Bool { (options[option] as? NSNumber)?.boolValue ?? false }

  /// The model of the store's data: the one it keeps, else one of those given or of the program.
  private func sourceModel() -> NSManagedObjectModel? {
    if type == NSSQLiteStoreType, let own = StoredModel.read(url, metadata) { return own }
    let given = options[MigrationSourceModelsOption] as? [NSManagedObjectModel] ?? []
    let fitting = given.first { model in
      let configuration = StoreMetadata.configuration(of: metadata, in: model, configuration)
      return model.isConfiguration(
        withName: configuration, compatibleWithStoreMetadata: metadata)
    }
    return fitting ?? NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata)
  }

  /// Why models that may be the store's cannot be read: its own, and those of the program.
  private func unreadableModels() -> [String] {
    let own = type == NSSQLiteStoreType ? StoredModel.fault(url).map { [$0] } ?? [] : []
    return own + ModelFinder.versions().unreadable.map(\.description)
  }

  private func difference(_ source: NSManagedObjectModel) -> ModelDifference {
    let former = StoreMetadata.configuration(of: metadata, in: source, configuration)
    return ModelDifference(
      from: source.entities(forConfigurationName: former) ?? [],
      to: destination.entities(forConfigurationName: configuration) ?? [])
  }
}
