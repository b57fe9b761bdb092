/// The model that a store carries in `Z_MODELCACHE` (z-format fact 2, model-archive §3c).
package enum ModelCache {
  /// The content of the table's one row.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - configuration: the configuration whose entities the store holds; nil for all. The entities
  ///     of a cache are those of the store's metadata (model-archive §3c).
  package static func encode(
    _ model: NSManagedObjectModel, configuration: String? = nil
  ) throws(ModelError) -> Data {
    let archive = ModelArchiveWriter.data(
      model.restricted(to: configuration), form: .modelCache)
    do {
      return try Deflate.compress(archive)
    } catch {
      throw ModelError.unwritable(path: "Z_MODELCACHE", reason: error.reason)
    }
  }

  /// The model of a store.
  ///
  /// - Parameters:
  ///   - content: the content of the row.
  ///   - path: the store's name for messages.
  package static func decode(
    _ content: Data, path: String
  ) throws(ModelError) -> NSManagedObjectModel {
    let archive: Data
    do {
      archive = try Deflate.expand(content)
    } catch {
      throw ModelError.invalidArchive(
        path: path, reason: "its model cache cannot be expanded: \(error.reason)")
    }
    return try ModelArchiveReader.read(archive, path: path + " (model cache)")
  }
}

extension NSManagedObjectModel {
  /// A copy with the entities of a configuration alone; the model itself if these are all.
  fileprivate func restricted(to configuration: String?) -> NSManagedObjectModel {
    guard let configuration, let members = entities(forConfigurationName: configuration),
      members.count < entities.count
    else { return self }
    let names = Set(members.compactMap(\.name))
    func isMember(_ entity: NSEntityDescription) -> Bool { names.contains(entity.name ?? "") }
    let copy = ModelCopier.copy(self)
    copy.entities = copy.entities.filter(isMember)
    for entity in copy.entities {
      entity.subentities = entity.subentities.filter(isMember)
    }
    copy.entitiesByConfiguration = copy.entitiesByConfiguration
      .mapValues { $0.filter(isMember) }.filter { !$0.value.isEmpty }
    copy.templates = copy.templates.filter { names.contains($0.value.entityName ?? "") }
    return copy
  }
}
