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
    let search = search(in: bundles, from: source, to: destination)
    guard let found = search.found else {
      throw .notFound(places: search.places, unreadable: search.unreadable)
    }
    return found
  }

  /// What a search has come upon.
  package struct Search {
    /// The mapping model that fits best; nil if none does.
    package fileprivate(set) var found: NSMappingModel?
    /// Why files, and folders of mapping models, could not be read. The one that fits may be among them.
    package fileprivate(set) var unreadable: [MappingModelError] = []
    /// The folders that were looked in.
    package let places: [String]
  }

  /// Looks for the mapping model from one model to another, as ``find(in:from:to:)`` does, and tells
  /// what it could not read.
  package static func search(
    in bundles: [Bundle]?, from source: NSManagedObjectModel, to destination: NSManagedObjectModel
  ) -> Search {
    let folders = ModelFinder.folders(in: bundles)
    var search = Search(places: folders.map(\.path))
    var best = -1
    var urls: [URL] = []
    for folder in folders {
      var faults: [MappingModelError] = []
      urls += files(in: folder, &faults)
      // The working directory belongs to no program: a service may be started in one that it cannot read.
      let isOwn = bundles != nil || folder.path != FileManager.default.currentDirectoryPath
      if isOwn { search.unreadable += faults }
    }
    for url in urls {
      do throws(MappingModelError) {
        let model = try MappingModelFile.read(
          url, from: source, to: destination, mustKnowItsModels: true)
        let count = Set(model.entityMappings.compactMap(\.sourceEntityName)).count
        guard fits(model, source, destination), count > best else { continue }
        (search.found, best) = (model, count)
      } catch {
        search.unreadable.append(error)
      }
    }
    return search
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

  /// The mapping models in a folder, compiled ones first.
  ///
  /// - Parameter unreadable: gets the reason why the folder cannot be read.
  package static func files(in folder: URL, _ unreadable: inout [MappingModelError]) -> [URL] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return MappingModelFile.endings.flatMap { ending in
        names.filter { $0.hasSuffix("." + ending) }.sorted()
      }.map { folder.appendingPathComponent($0) }
    } catch {
      unreadable.append(
        .unreadable(
          path: folder.path, reason: "the folder cannot be listed: \(error.localizedDescription)"))
      return []
    }
  }
}
