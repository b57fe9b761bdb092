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
  /// - Parameters:
  ///   - bundles: the bundles to search; nil for the main bundle, the resource bundles beside the
  ///     program and the working directory.
  ///   - sourceModel: the source model.
  ///   - destinationModel: the destination model.
  /// - Returns: the mapping model whose version hashes are those of the models; nil if there is none.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    // Apple's initialiser says no more than that there is none.
    guard let sourceModel, let destinationModel,
      let found = try? MappingModelFinder.find(
        in: bundles, from: sourceModel, to: destinationModel)
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
