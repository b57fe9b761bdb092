extension NSManagedObjectModel {
  /// Merges models into one; nil if two of them have different entities of the same name.
  ///
  /// Difference from Apple, whose framework raises an exception then.
  ///
  /// - Parameter models: the models; nil for all in the main bundle.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    // A model that cannot be read is left out: what it would bring is missed by name.
    let models = models ?? ModelFinder.all().compactMap { try? ModelFile.read($0) }
    guard let merged = try? ModelMerger.merge(models) else { return nil }
    self.init(movingFrom: merged)
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
  /// - Returns: the model, empty if none was found; nil if the models contradict each other.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    // A model that cannot be read is left out: what it would bring is missed by name.
    let models = ModelFinder.all(in: bundles).compactMap { try? ModelFile.read($0) }
    return try? ModelMerger.merge(models)
  }

  /// Merges those models found in bundles, of whatever version, that make up the model of a store.
  ///
  /// - Parameters:
  ///   - bundles: the bundles to search; nil for the usual places.
  ///   - metadata: the store's metadata; its version hashes decide.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    let versions = ModelFinder.all(in: bundles).flatMap { ModelFile.versions($0) }
    // A version that cannot be read is not the one of a store that was made with it.
    return merge(versions.compactMap { try? ModelFile.read($0) }, for: metadata)
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
