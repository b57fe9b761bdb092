extension NSManagedObjectModel {
  /// The version hash of each entity, 32 bytes, by the entity's name.
  public var entityVersionHashesByName: [String: Data] { versionHashes.byName }

  /// The checksum of the whole model, base64 text: SHA-256 over the entities' hashes in the order
  /// of their names (model-archive §1, model level).
  public var versionChecksum: String { versionHashes.checksum }

  /// The hashes of the model, computed once if it is frozen.
  package final var versionHashes: ModelVersionHashes {
    guard isFrozen else { return ModelVersionHashes(self) }
    return hashBox.value(orMake: { ModelVersionHashes(self) })
  }
}

extension NSEntityDescription {
  /// The version hash of the entity: changes with everything that changes how objects are stored,
  /// and with nothing else.
  public var versionHash: Data {
    if let model, model.isFrozen, let name, let known = model.entityVersionHashesByName[name] {
      return known
    }
    var hasher = VersionHasher()
    return Data(hasher.hash(self))
  }
}

extension NSPropertyDescription {
  /// The version hash of the property.
  public var versionHash: Data {
    var hasher = VersionHasher()
    return Data(hasher.hash(self))
  }
}

/// The version hashes of a model's entities.
package final class ModelVersionHashes: Sendable {
  /// The 32 bytes of each entity, by its name.
  package let byName: [String: Data]

  /// Computes the hashes of a model's entities.
  package convenience init(_ model: NSManagedObjectModel) {
    self.init(entities: model.entities)
  }

  /// Computes the hashes of some entities, of one configuration for instance.
  package init(entities: [NSEntityDescription]) {
    var hasher = VersionHasher()
    byName = entities.reduce(into: [:]) { $0[$1.name ?? ""] = Data(hasher.hash($1)) }
  }

  /// Takes hashes that are known already, from a store's metadata.
  package init(byName: [String: Data]) {
    self.byName = byName
  }

  /// `NSStoreModelVersionChecksumKey`: base64 of SHA-256 over the hashes.
  package var checksum: String {
    Data(Digest.sha256(inOrder.flatMap { Array($0.value) })).base64EncodedString()
  }

  /// `NSStoreModelVersionHashesDigest`: base64 of SHA-512 over names and hashes.
  package var digest: String {
    Data(Digest.sha512(inOrder.flatMap { Array($0.key.utf8) + Array($0.value) }))
      .base64EncodedString()
  }

  private var inOrder: [(key: String, value: Data)] {
    byName.sorted { CodePointOrder.precedes($0.key, $1.key) }
  }
}
