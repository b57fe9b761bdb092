/// Opens the stores that are held in memory: the one without a file, and those whose file is read
/// and written as a whole.
enum AtomicStores {
  /// Whether a type of store is one of these.
  static func holds(_ type: String) -> Bool {
    type == NSInMemoryStoreType || type == NSBinaryStoreType || type == NSXMLStoreType
  }

  /// Opens a store, or makes an empty one where there is no file. A file is made by the first
  /// save.
  ///
  /// - Returns: the store and its metadata, the UUID put in.
  static func open(
    _ type: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any],
    model: ModelLayout
  ) throws -> (MemoryStore, [String: Any]) {
    guard type != NSInMemoryStoreType else {
      let metadata = fresh(type, configuration, model)
      return (MemoryStore(model: model, metadata: metadata), metadata)
    }
    guard let url, url.isFileURL else { throw CoordinatorError.missingURL(type: type) }
    try StoreSite.requireFile(url, type: type)
    let file: any OwnAtomicFile =
      type == NSXMLStoreType ? XMLStoreFile(url, model) : BinaryStoreFile(url, model)
    guard exists(url) else {
      if (options[NSReadOnlyPersistentStoreOption] as? Bool) ?? false {
        throw CoordinatorError.missingReadOnly(url)
      }
      try requireFolder(of: url)
      file.stamp = FileStamp.of(url)
      let metadata = fresh(type, configuration, model)
      let store = MemoryStore(model: model, metadata: metadata, file: file)
      store.sharesKeys = type == NSXMLStoreType
      return (store, metadata)
    }
    let metadata = try file.readMetadata()
    try requireType(type, metadata, url)
    if !((options[NSIgnorePersistentStoreVersioningOption] as? Bool) ?? false) {
      try StoreCompatibility.check(metadata, model.model, configuration, url)
    }
    let store = MemoryStore(model: model, metadata: metadata, file: file)
    try file.read(into: store)
    return (store, metadata)
  }

  /// The metadata of a store that is not open.
  static func metadata(_ type: String, _ url: URL) throws -> [String: Any] {
    guard type != NSInMemoryStoreType else { throw CoordinatorError.missingURL(type: type) }
    guard exists(url) else { throw CoordinatorError.missingReadOnly(url) }
    let model = ModelLayout.of(NSManagedObjectModel())
    return type == NSXMLStoreType
      ? try XMLStoreFile(url, model).readMetadata() : try BinaryStoreFile(url, model).readMetadata()
  }

  private static func fresh(
    _ type: String, _ configuration: String?, _ model: ModelLayout
  ) -> [String: Any] {
    StoreMetadata.make(
      for: model.model, configuration: configuration, uuid: UUID().uuidString, type: type)
  }

  private static func exists(_ url: URL) -> Bool {
    let path = LinkTarget.of(url).path
    // A file that nobody may look at counts as none: making it says why not.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return ((attributes?[.size] as? Int) ?? 0) > 0
  }

  private static func requireFolder(of url: URL) throws {
    let folder = LinkTarget.of(url).deletingLastPathComponent()
    guard FileManager.default.isWritableFile(atPath: folder.path) else {
      throw CoordinatorError.unwritable(url, why: "its folder is missing or cannot be written")
    }
  }

  private static func requireType(_ type: String, _ metadata: [String: Any], _ url: URL) throws {
    guard let stored = metadata[NSStoreTypeKey] as? String, stored != type else { return }
    throw AtomicFileError.typeMismatch(url, wanted: type, found: stored)
  }
}
