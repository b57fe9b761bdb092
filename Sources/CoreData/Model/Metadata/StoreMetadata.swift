/// The metadata that a store keeps about its model, with Apple's keys (model-archive §3a).
package enum StoreMetadata {
  /// The keys of the metadata.
  package enum Key {
    /// The store's type, `SQLite`, `Binary`, `XML` or `InMemory`.
    package static let type = "NSStoreType"
    /// The store's UUID: added when metadata are read, never part of the stored list.
    package static let uuid = "NSStoreUUID"
    /// The version hash of each entity.
    package static let hashes = "NSStoreModelVersionHashes"
    /// The version of the way hashes are computed: 3.
    package static let hashesVersion = "NSStoreModelVersionHashesVersion"
    /// SHA-512 over names and hashes.
    package static let digest = "NSStoreModelVersionHashesDigest"
    /// SHA-256 over hashes.
    package static let checksum = "NSStoreModelVersionChecksumKey"
    /// The names of the model's version.
    package static let identifiers = "NSStoreModelVersionIdentifiers"
    /// The framework that wrote the store.
    package static let frameworkVersion = "NSPersistenceFrameworkVersion"
    /// The newest framework that wrote the store.
    package static let maximumFrameworkVersion = "NSPersistenceMaximumFrameworkVersion"
    /// SQLite's incremental vacuuming, a text.
    package static let autoVacuum = "_NSAutoVacuumLevel"
    /// The class that migrated the store last (z-format fact 74).
    package static let migrationManager = "migrationManagerClass"
  }

  /// The metadata of a new store, or of one whose model changes.
  ///
  /// - Parameters:
  ///   - model: the store's model.
  ///   - configuration: the configuration whose entities the store holds; nil for all.
  ///   - uuid: the store's UUID as text in upper case.
  ///   - type: the store's type.
  ///   - era: the framework to pass for.
  package static func make(
    for model: NSManagedObjectModel, configuration: String? = nil, uuid: String, type: String,
    era: SQLEra = .latest
  ) -> [String: Any] {
    let hashes = model.versionHashes(configuration: configuration)
    let version = era.frameworkVersion
    var metadata: [String: Any] = [
      Key.type: type, Key.uuid: uuid, Key.hashes: hashes.byName, Key.hashesVersion: 3,
      Key.identifiers: model.versionIdentifiers.map { "\($0.base)" }.sorted(),
      Key.frameworkVersion: version,
    ]
    if type == "SQLite" { metadata[Key.autoVacuum] = "2" }
    if version >= 969 { metadata[Key.digest] = hashes.digest }
    if version >= 1321 { metadata[Key.checksum] = hashes.checksum }
    if version >= 1522 { metadata[Key.maximumFrameworkVersion] = version }
    return metadata
  }

  /// The stored form: a binary property list, without the UUID, which has a place of its own.
  ///
  /// - Parameter metadata: the framework's keys and the application's.
  /// - Throws: `ModelError.unwritableMetadata` if a value is none of a property list.
  package static func encode(_ metadata: [String: Any]) throws(ModelError) -> Data {
    var stored = metadata
    stored[Key.uuid] = nil
    do {
      return BinaryPlistWriter.data(try PlistValue(stored))
    } catch {
      throw ModelError.unwritableMetadata(reason: "the value of “\(error.place)”: \(error.reason)")
    }
  }

  /// Reads the stored form.
  ///
  /// - Parameters:
  ///   - data: the property list.
  ///   - uuid: the store's UUID, which is added.
  ///   - path: the store's name for messages.
  package static func decode(
    _ data: Data, uuid: String, path: String
  ) throws(ModelError) -> [String: Any] {
    let list = SafePropertyList.read(data)
    guard var metadata = list as? [String: Any] else {
      throw ModelError.invalidArchive(path: path, reason: "its metadata are no property list")
    }
    metadata[Key.uuid] = uuid
    return metadata
  }

  /// Whether a key is one that the framework writes anew with each model.
  static func isFrameworkKey(_ key: String) -> Bool {
    key.hasPrefix("NSStoreModelVersion") || key.hasPrefix("NSPersistence")
      || key == Key.migrationManager
  }

  /// The configuration of a model that a store holds: the one of the name if its entities are the
  /// store's, else the one whose entities are; nil if the store holds all entities.
  static func configuration(
    of metadata: [String: Any], in model: NSManagedObjectModel, _ name: String?
  ) -> String? {
    guard let stored = hashes(metadata).map({ Set($0.keys) }) else { return name }
    let holds = { (configuration: String?) in
      Set((model.entities(forConfigurationName: configuration) ?? []).compactMap(\.name)) == stored
    }
    if holds(name) { return name }
    return holds(nil) ? nil : model.configurations.first(where: holds)
  }

  /// The version hashes in metadata; nil if there are none.
  package static func hashes(_ metadata: [String: Any]) -> [String: Data]? {
    metadata[Key.hashes] as? [String: Data]
  }

  /// The era of the framework that wrote a store; today's if the metadata do not say.
  package static func era(_ metadata: [String: Any]) -> SQLEra {
    let version = metadata[Key.frameworkVersion] as? Int
    return version.map(SQLEra.init(frameworkVersion:)) ?? .latest
  }
}

extension NSManagedObjectModel {
  /// Whether a configuration of the model can open the store with the given metadata: whether the
  /// version hashes of its entities are those of the store.
  ///
  /// - Parameters:
  ///   - configuration: the configuration's name; nil for all entities.
  ///   - metadata: a store's metadata.
  public func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let stored = StoreMetadata.hashes(metadata),
      entities(forConfigurationName: configuration) != nil
    else { return false }
    return stored == versionHashes(configuration: configuration).byName
  }

  /// The version hashes of a configuration's entities.
  package final func versionHashes(configuration: String?) -> ModelVersionHashes {
    guard let configuration, let members = entities(forConfigurationName: configuration) else {
      return versionHashes
    }
    return ModelVersionHashes(entities: members)
  }
}
