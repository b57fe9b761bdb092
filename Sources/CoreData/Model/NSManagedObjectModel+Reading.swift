extension NSManagedObjectModel {
  /// Reads a model from a file or folder; nil if it cannot be read. `ModelFile.read` says why.
  ///
  /// Difference from Apple: model sources (`.xcdatamodeld`, `.xcdatamodel`, `contents`) are read
  /// directly too, because no model compiler runs here.
  ///
  /// - Parameter url: a compiled model (`.momd`, `.mom`) or a model source.
  public convenience init?(contentsOf url: URL) {
    guard let read = try? ModelFile.read(url) else { return nil }
    self.init(movingFrom: read)
  }

  /// Takes over the contents of a model that nobody else uses.
  package convenience init(movingFrom other: NSManagedObjectModel) {
    self.init()
    let configurations = other.entitiesByConfiguration
    let moved = other.entities
    other.entitiesByConfiguration = [:]
    other.entities = []
    entities = moved
    entitiesByConfiguration = configurations
    versionIdentifiers = other.versionIdentifiers
    localizationDictionary = other.localizationDictionary
    templates = other.templates
    source = other.source
  }
}
