/// The model that a store carries in `Z_MODELCACHE` (z-format fact 2, model-archive §3c).
package enum ModelCache {
  /// The content of the table's one row.
  package static func encode(_ model: NSManagedObjectModel) throws(ModelError) -> Data {
    let archive = ModelArchiveWriter.data(model, form: .modelCache)
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
