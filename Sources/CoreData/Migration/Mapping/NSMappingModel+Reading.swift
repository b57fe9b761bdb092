extension NSMappingModel {
  /// Reads a mapping model; nil if it cannot be read. `MappingModelFile.read` says why.
  ///
  /// Difference from Apple: sources (`.xcmappingmodel`, `xcmapping.xml`) are read directly too, because
  /// no mapping model compiler runs here.
  ///
  /// - Parameter url: a compiled mapping model (`.cdm`) or a source.
  public convenience init?(contentsOf url: URL?) {
    guard let url, let read = try? MappingModelFile.read(url) else { return nil }
    self.init()
    entityMappings = read.entityMappings
  }

  /// Reads a mapping model; nil if it cannot be read.
  @available(*, deprecated, renamed: "init(contentsOf:)")
  public convenience init?(contentsOfURL url: URL?) {
    self.init(contentsOf: url)
  }

  /// Finds the mapping model from one model to another.
  ///
  /// As with Apple's, nil does not tell that there is none from that it cannot be read: a damaged
  /// mapping model is passed over here, and another one that fits is returned. Whoever would infer a
  /// mapping model then leaves it better to the options of the store: a migration on opening is refused
  /// (134140, with the file and the reason) where no mapping model fits and one could not be read.
  ///
  /// - Parameters:
  ///   - bundles: the bundles to search; nil for the main bundle, the resource bundles beside the
  ///     program and the working directory.
  ///   - sourceModel: the source model.
  ///   - destinationModel: the destination model.
  /// - Returns: the mapping model whose version hashes are those of the models; nil if none of those
  ///   that can be read has them.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel,
      let found = MappingModelFinder.search(
        in: bundles, from: sourceModel, to: destinationModel
      ).found
    else { return nil }
    self.init()
    entityMappings = found.entityMappings
  }

  /// Finds the mapping model from one model to another.
  @available(*, deprecated, renamed: "init(from:forSourceModel:destinationModel:)")
  public convenience init?(
    fromBundles bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    self.init(
      from: bundles, forSourceModel: sourceModel, destinationModel: destinationModel)
  }
}
