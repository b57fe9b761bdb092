/// Reads compiled models.
enum ModelArchiveReader {
  static func read(_ data: Data, path: String) throws(ModelError) -> NSManagedObjectModel {
    throw ModelError.invalidArchive(path: path, reason: "todo")
  }
}
