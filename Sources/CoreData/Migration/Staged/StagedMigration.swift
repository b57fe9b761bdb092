import Foundation

/// Brings a store through the stages of a ``NSStagedMigrationManager`` to a model.
///
/// What was seen of Apple's framework (forum thread 804902): stages before the store's version are
/// left out; each custom stage that is left is reached by a lightweight step, and so is the model at
/// the end; a model of an earlier stage than the store's is refused.
struct StagedMigration {
  let manager: NSStagedMigrationManager
  let store: StoreAddress
  let configuration: String?
  let metadata: [String: Any]
  let destination: NSManagedObjectModel
  /// The model of the store's data, where it is known.
  let source: NSManagedObjectModel?

  /// Migrates the store.
  ///
  /// - Throws: 134505 for a store without version hashes, 134506 for one of a later stage, 134504 for
  ///   a model that is missing, 134110 for what a stage throws, 134140 for a step that cannot be
  ///   inferred. The store is as before then.
  func run() throws {
    guard let hashes = StoreMetadata.hashes(metadata), !hashes.isEmpty else {
      throw StagedMigrationError.noVersion(store.url)
    }
    let versions = StageVersions(
      manager.stages, known: [destination] + (source.map { [$0] } ?? []))
    let current = try versions.version(of: metadata, configuration)
    let places = versions.checksums
    let start = places.firstIndex(of: current.versionChecksum)
    if let start, let end = places.firstIndex(of: destination.versionChecksum), end < start {
      throw StagedMigrationError.backward(store.url)
    }
    let work = try WorkFolder(for: store.url)
    defer { work.remove() }
    try StoreFiles.replace(work.url, store.options, with: store.url, type: store.type)
    var walk = StageWalk(self, versions, StoreAddress(work.url, type: store.type), current)
    for stage in try stages(behind: start ?? places.count, versions, current) {
      try walk.perform(stage)
    }
    try walk.go(to: destination)
    try StoreFiles.take(store.url, from: work.url, type: store.type, options: store.options)
  }

  /// The custom stages from a place of the list of versions on. Those behind the destination are left
  /// out if it can be reached without them.
  private func stages(
    behind start: Int, _ versions: StageVersions, _ current: NSManagedObjectModel
  ) throws -> [NSCustomMigrationStage] {
    let end = versions.checksums.firstIndex(of: destination.versionChecksum)
    return versions.customStages.filter { place, _ in
      guard place >= start else { return false }
      guard let end, place >= end else { return true }
      return !ModelDifference(from: current, to: destination).isInferable
    }.map(\.stage)
  }
}

/// The versions that stages name, in order, and their models.
final class StageVersions {
  /// The checksum of each version, in the order of the stages.
  let checksums: [String]
  /// The custom stages, each with its place in ``checksums``.
  let customStages: [(place: Int, stage: NSCustomMigrationStage)]
  private var models: [String: NSManagedObjectModel] = [:]
  private var references: [String: NSManagedObjectModelReference] = [:]
  private var hasLooked = false
  /// Why models that may be one of the stages' could not be read.
  private var unreadable: [String] = []

  init(_ stages: [NSMigrationStage], known: [NSManagedObjectModel]) {
    var checksums: [String] = []
    var customStages: [(Int, NSCustomMigrationStage)] = []
    for stage in stages {
      switch stage {
      case let stage as NSLightweightMigrationStage: checksums += stage.versionChecksums
      case let stage as NSCustomMigrationStage:
        customStages.append((checksums.count, stage))
        for reference in [stage.currentModel, stage.nextModel] {
          checksums.append(reference.versionChecksum)
          references[reference.versionChecksum] = reference
        }
      default: break
      }
    }
    self.checksums = checksums
    self.customStages = customStages
    for model in known { models[model.versionChecksum] = model }
  }

  /// The model of a version.
  ///
  /// - Throws: 134504 if nobody has it.
  func model(_ checksum: String) throws -> NSManagedObjectModel {
    if let known = models[checksum] { return known }
    if let reference = references[checksum] {
      let model = try reference.resolve()
      models[checksum] = model
      return model
    }
    look()
    guard let found = models[checksum] else {
      throw StagedMigrationError.noModel(checksum: checksum, unreadable: unreadable)
    }
    return found
  }

  /// The model of a store.
  ///
  /// - Throws: 134504 if nobody has it.
  func version(
    of metadata: [String: Any], _ configuration: String?
  ) throws -> NSManagedObjectModel {
    let fits = { (model: NSManagedObjectModel) in
      model.isConfiguration(
        withName: StoreMetadata.configuration(of: metadata, in: model, configuration),
        compatibleWithStoreMetadata: metadata)
    }
    if let known = models.values.first(where: fits) { return known }
    var unresolved: [String] = []
    for checksum in references.keys.sorted() {
      do {
        let model = try model(checksum)
        if fits(model) { return model }
      } catch {
        // It is an error when its stage comes, or where no other model is the store's.
        unresolved.append((error as? ModelError)?.description ?? error.localizedDescription)
      }
    }
    look()
    if let found = models.values.first(where: fits) { return found }
    throw StagedMigrationError.noModel(
      checksum: metadata[NSPersistentStoreModelVersionChecksumKey] as? String
        ?? "of the store’s version hashes", unreadable: unresolved + unreadable)
  }

  /// Reads every version of every model in the usual places, once.
  private func look() {
    guard !hasLooked else { return }
    hasLooked = true
    let found = ModelFinder.versions()
    for model in found.models where models[model.versionChecksum] == nil {
      models[model.versionChecksum] = model
    }
    unreadable = found.unreadable.map(\.description)
  }
}

/// A store in the making on its way through the stages.
struct StageWalk {
  private let migration: StagedMigration
  private let versions: StageVersions
  private let place: StoreAddress
  private var current: NSManagedObjectModel

  init(
    _ migration: StagedMigration, _ versions: StageVersions, _ place: StoreAddress,
    _ current: NSManagedObjectModel
  ) {
    self.migration = migration
    self.versions = versions
    self.place = place
    self.current = current
  }

  /// Performs a custom stage: to its first model, its code, to its second, its code.
  mutating func perform(_ stage: NSCustomMigrationStage) throws {
    let name = stage.label.isEmpty ? "custom" : stage.label ?? ""
    do {
      try go(to: try versions.model(stage.currentModel.versionChecksum))
      if let handler = stage.willMigrateHandler {
        try withContainer { try handler(migration.manager, stage) }
      }
      try go(to: try versions.model(stage.nextModel.versionChecksum))
      if let handler = stage.didMigrateHandler {
        try withContainer { try handler(migration.manager, stage) }
      }
    } catch {
      throw StagedMigrationError.stage(name, error)
    }
  }

  /// A lightweight step: at once where that can be inferred, else through the versions that the stages
  /// name in between.
  mutating func go(to model: NSManagedObjectModel) throws {
    if current.versionChecksum == model.versionChecksum { return }
    let difference = ModelDifference(from: current, to: model)
    guard !difference.isInferable else { return try step(to: model) }
    guard let start = versions.checksums.firstIndex(of: current.versionChecksum),
      let end = versions.checksums.firstIndex(of: model.versionChecksum), end > start + 1
    else { throw MigrationError.notInferable(current, model, difference) }
    for checksum in versions.checksums[(start + 1)...end] {
      let next = try versions.model(checksum)
      let difference = ModelDifference(from: current, to: next)
      guard difference.isInferable else {
        throw MigrationError.notInferable(current, next, difference)
      }
      try step(to: next)
    }
  }

  private mutating func step(to model: NSManagedObjectModel) throws {
    if current.versionChecksum == model.versionChecksum { return }
    try LightweightStep(
      store: place, from: current, to: model, configuration: migration.configuration
    ).run()
    current = model
  }

  /// Runs a handler while the manager's container has the store open.
  private func withContainer(_ body: () throws -> Void) throws {
    let container = NSPersistentContainer(
      name: place.url.deletingPathExtension().lastPathComponent, managedObjectModel: current)
    let description = NSPersistentStoreDescription(url: place.url)
    description.type = place.type
    description.configuration = migration.configuration
    description.shouldMigrateStoreAutomatically = false
    description.shouldInferMappingModelAutomatically = false
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 ?? failure }
    if let failure { throw failure }
    migration.manager.container = container
    defer {
      migration.manager.container = nil
      let coordinator = container.persistentStoreCoordinator
      // Only a store of another coordinator cannot be removed.
      for store in coordinator.persistentStores { try? coordinator.remove(store) }
    }
    try body()
  }
}

/// An inferred migration of a store of whatever type.
package struct LightweightStep {
  package let store: StoreAddress
  package let source: NSManagedObjectModel
  package let destination: NSManagedObjectModel
  package let configuration: String?
  package var progress: ((Double) -> Bool)?

  package init(
    store: StoreAddress, from source: NSManagedObjectModel, to destination: NSManagedObjectModel,
    configuration: String?
  ) {
    self.store = store
    self.source = source
    self.destination = destination
    self.configuration = configuration
  }

  /// Migrates the store: SQLite in place, others by copying.
  ///
  /// - Returns: what the application had made in the file and does not work with the new tables.
  @discardableResult
  package func run() throws -> [LostItem] {
    if store.type == NSSQLiteStoreType {
      var migration = InPlaceMigration(
        url: store.url, from: source, to: destination, configuration: configuration,
        options: store.options)
      migration.progress = progress
      return try migration.run().lostItems
    } else {
      var migration = CopyingMigration(
        store, from: source, to: destination,
        mapping: try NSMappingModel.inferredMappingModel(
          forSourceModel: source, destinationModel: destination),
        configuration: configuration)
      migration.progress = progress
      return try migration.run()
    }
  }
}
