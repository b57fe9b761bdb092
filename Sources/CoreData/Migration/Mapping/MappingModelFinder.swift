/// Finds the mapping model between two models.
package enum MappingModelFinder {
  /// The mapping model from one model to another in some bundles.
  ///
  /// One fits if the version hashes of all its mappings are those of the models (documented: the
  /// hashes decide). Of several that fit, the one that says something of the most entities is taken.
  ///
  /// - Parameters:
  ///   - bundles: the bundles to search; nil for the main bundle, the resource bundles beside the
  ///     program and the working directory.
  ///   - source: the source model.
  ///   - destination: the destination model.
  /// - Throws: `MappingModelError.notFound`.
  package static func find(
    in bundles: [Bundle]?, from source: NSManagedObjectModel, to destination: NSManagedObjectModel
  ) throws(MappingModelError) -> NSMappingModel {
    let folders = ModelFinder.folders(in: bundles)
    var best: (model: NSMappingModel, count: Int)?
    for folder in folders {
      for url in files(in: folder) {
        // A file that cannot be read is for no models that anybody knows.
        guard let model = try? MappingModelFile.read(url, from: source, to: destination),
          fits(model, source, destination)
        else { continue }
        let count = Set(model.entityMappings.compactMap(\.sourceEntityName)).count
        if count > best?.count ?? -1 { best = (model, count) }
      }
    }
    guard let best else { throw .notFound(places: folders.map(\.path)) }
    return best.model
  }

  /// Whether a mapping model was made for two models.
  package static func fits(
    _ mapping: NSMappingModel, _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel
  ) -> Bool {
    guard let mappings = mapping.entityMappings, !mappings.isEmpty else { return false }
    let (old, new) = (source.entityVersionHashesByName, destination.entityVersionHashesByName)
    return mappings.allSatisfy { mapping in
      fits(mapping.sourceEntityName, mapping.sourceEntityVersionHash, old)
        && fits(mapping.destinationEntityName, mapping.destinationEntityVersionHash, new)
    }
  }

  private static func fits(_ name: String?, _ hash: Data?, _ hashes: [String: Data]) -> Bool {
    guard let name else { return true }
    guard let known = hashes[name] else { return false }
    return hash == nil || hash == known
  }

  private static func files(in folder: URL) -> [URL] {
    // A folder that cannot be read has no mapping models for this program.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return MappingModelFile.endings.flatMap { ending in
      names.filter { $0.hasSuffix("." + ending) }.sorted()
    }.map { folder.appendingPathComponent($0) }
  }
}
