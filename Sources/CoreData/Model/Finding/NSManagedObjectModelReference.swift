/// Stands for a model in a staged migration, and makes sure that it is the one meant: its version
/// checksum must be the given one.
open class NSManagedObjectModelReference: NSObject, @unchecked Sendable {
  // @unchecked Sendable: the model is resolved at most once, under the lock of `box`.

  /// The checksum that the model must have.
  public let versionChecksum: String

  private enum Place {
    case model(NSManagedObjectModel)
    case file(URL)
    case name(String, Bundle?)
    case hashes([String: Data], Bundle?)
  }

  private let place: Place
  private let box = OnceBox()

  /// Refers to a model that is there.
  public init(model: NSManagedObjectModel, versionChecksum: String) {
    place = .model(model)
    self.versionChecksum = versionChecksum
  }

  /// Refers to the model in a file or folder.
  public init(fileURL: URL, versionChecksum: String) {
    place = .file(fileURL)
    self.versionChecksum = versionChecksum
  }

  /// Refers to a model by name; nil for the bundle searches the usual places.
  public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    place = .name(modelName, bundle)
    self.versionChecksum = versionChecksum
  }

  /// Refers to a model by the version hashes of its entities.
  public init(
    entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
  ) {
    var hashes: [String: Data] = [:]
    for (name, hash) in versionHash {
      if let name = name as? String, let hash = hash as? Data { hashes[name] = hash }
    }
    place = .hashes(hashes, bundle)
    self.versionChecksum = versionChecksum
  }

  /// The model. A model that cannot be found or has another checksum is a misuse, as on Apple's
  /// platforms; `resolve` throws instead.
  public var resolvedModel: NSManagedObjectModel {
    do {
      return try resolve()
    } catch {
      misuse("\(error)")
    }
  }

  /// The model, found and checked.
  ///
  /// - Throws: `ModelError` if it cannot be found or read, or has another checksum.
  package final func resolve() throws -> NSManagedObjectModel {
    try box.value(orMake: {
      var unreadable: [ModelError] = []
      let model = try find(&unreadable)
      guard model.versionChecksum == versionChecksum else {
        throw ModelError.inconsistent(
          faults: [
            "its version checksum is \(model.versionChecksum), but \(versionChecksum) was asked for"
          ] + unreadable.map { "another version cannot be read: \($0)" })
      }
      return model
    })
  }

  private func find(_ unreadable: inout [ModelError]) throws -> NSManagedObjectModel {
    switch place {
    case .model(let model): return model
    case .file(let url):
      return try version(in: ModelFile.versions(url), &unreadable) ?? ModelFile.read(url)
    case .name(let name, let bundle):
      let url = try ModelFinder.find(name, in: bundle.map { [$0] })
      return try version(in: ModelFile.versions(url), &unreadable) ?? ModelFile.read(url)
    case .hashes(let hashes, let bundle):
      let metadata = [StoreMetadata.Key.hashes: hashes]
      let found = NSManagedObjectModel.mergedModel(
        from: bundle.map { [$0] }, forStoreMetadata: metadata)
      guard let found else {
        throw ModelError.notFound(
          name: "with the given version hashes",
          places: ModelFinder.folders(in: bundle.map { [$0] }).map(\.path))
      }
      return found
    }
  }

  /// Among several versions the one with the checksum.
  private func version(
    in urls: [URL], _ unreadable: inout [ModelError]
  ) -> NSManagedObjectModel? {
    guard urls.count > 1 else { return nil }
    for url in urls {
      do throws(ModelError) {
        let model = try ModelFile.read(url)
        if model.versionChecksum == versionChecksum { return model }
      } catch {
        unreadable.append(error)
      }
    }
    return nil
  }
}
