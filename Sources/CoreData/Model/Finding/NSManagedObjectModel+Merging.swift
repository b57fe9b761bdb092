extension NSManagedObjectModel {
  /// Merges models into one; nil if two of them have different entities of the same name.
  ///
  /// Difference from Apple, whose framework raises an exception then. Nil, too, if one of the main
  /// bundle's cannot be read: a store opened without its entities would be migrated to have none.
  ///
  /// - Parameter models: the models; nil for all in the main bundle.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models = models ?? Self.all(in: nil), let merged = try? ModelMerger.merge(models)
    else {
      return nil
    }
    self.init(movingFrom: merged)
  }

  /// All models found in bundles; nil if one of them cannot be read, which `ModelFile.read` says of it.
  private static func all(in bundles: [Bundle]?) -> [NSManagedObjectModel]? {
    try? ModelFinder.all(in: bundles).map { url throws(ModelError) in try ModelFile.read(url) }
  }

  /// Merges those of the given models that make up the model of a store.
  ///
  /// - Parameters:
  ///   - models: models, several versions of one among them perhaps.
  ///   - metadata: the store's metadata; its version hashes decide.
  /// - Returns: nil if no choice of the models gives the store's version hashes.
  public convenience init?(
    byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
  ) {
    guard let merged = Self.merge(models, for: metadata) else { return nil }
    self.init(movingFrom: merged)
  }

  /// Merges all models found in bundles.
  ///
  /// - Parameter bundles: the bundles to search; nil for the main bundle, the resource bundles
  ///   beside the program and the working directory.
  /// - Returns: the model, empty if none was found; nil if the models contradict each other, or one of
  ///   them cannot be read: a store opened without its entities would be migrated to have none.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    all(in: bundles).flatMap { try? ModelMerger.merge($0) }
  }

  /// Merges those models found in bundles, of whatever version, that make up the model of a store.
  ///
  /// - Parameters:
  ///   - bundles: the bundles to search; nil for the usual places.
  ///   - metadata: the store's metadata; its version hashes decide.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    // The hashes decide: without the one that cannot be read there is another, or none.
    merge(ModelFinder.versions(in: bundles).models, for: metadata)
  }

  private static func merge(
    _ models: [NSManagedObjectModel], for metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    guard let wanted = StoreMetadata.hashes(metadata) else { return nil }
    if let model = models.first(where: { $0.entityVersionHashesByName == wanted }) {
      // One model does not contradict itself.
      return try? ModelMerger.merge([model])
    }
    let parts = models.filter { model in
      !model.entities.isEmpty
        && model.entityVersionHashesByName.allSatisfy { wanted[$0.key] == $0.value }
    }
    // Models that contradict each other do not give the hashes.
    guard let merged = try? ModelMerger.merge(parts),
      merged.entityVersionHashesByName == wanted
    else { return nil }
    return merged
  }
}
