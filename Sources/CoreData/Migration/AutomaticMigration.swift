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
  ///   way from one to the other, 134110 where the migration fails. The store is as before then.
  func run() throws {
    let source = sourceModel()
    guard flag(NSMigratePersistentStoresAutomaticallyOption) else {
      throw CoordinatorError.modelMismatch(
        url, differing: differing, metadata: metadata, difference: source.map(difference))
    }
    guard let source else { throw MigrationError.noSourceModel(url, metadata: metadata) }
    let difference = difference(source)
    guard flag(NSInferMappingModelAutomaticallyOption) else {
      throw MigrationError.noMappingModel(source, destination, difference)
    }
    guard difference.isInferable else {
      throw MigrationError.notInferable(source, destination, difference)
    }
    do {
      if flag(NSReadOnlyPersistentStoreOption) { throw MigrationFailure.readOnly(url) }
      try InPlaceMigration(
        url: url, from: source, to: destination, configuration: configuration, options: options
      ).run()
    } catch {
      throw MigrationError.inPlace(url, error)
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

  private func difference(_ source: NSManagedObjectModel) -> ModelDifference {
    let former = StoreMetadata.configuration(of: metadata, in: source, configuration)
    return ModelDifference(
      from: source.entities(forConfigurationName: former) ?? [],
      to: destination.entities(forConfigurationName: configuration) ?? [])
  }
}
