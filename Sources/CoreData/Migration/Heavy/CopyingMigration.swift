import Foundation

/// Migrates the store at a place by copying its objects into a new store beside it, which takes the
/// old one's place when all has gone well.
///
/// The old store is opened read-only. Whatever happens in between, the place has the old store or the
/// new one; what a killed migration has left beside it goes with the next one.
package struct CopyingMigration {
  /// The store, and how it is opened.
  package let store: StoreAddress
  /// The model of its data.
  package let sourceModel: NSManagedObjectModel
  /// The model it gets.
  package let destinationModel: NSManagedObjectModel
  /// What is made of what.
  package let mapping: NSMappingModel
  /// The configuration of the new model that the store takes; nil for all entities.
  package var configuration: String?
  /// Told how much is done, from 0 to 1, and asked whether to go on.
  package var progress: ((Double) -> Bool)?
  /// How many bytes are free where a file is; nil if nobody knows.
  package var freeBytes: (URL) -> Int64? = FreeSpace.bytes

  /// Prepares a migration; nothing is read yet.
  package init(
    _ store: StoreAddress, from source: NSManagedObjectModel, to destination: NSManagedObjectModel,
    mapping: NSMappingModel, configuration: String? = nil
  ) {
    self.store = store
    sourceModel = source
    destinationModel = destination
    self.mapping = mapping
    self.configuration = configuration
  }

  /// Migrates the store.
  ///
  /// - Returns: what the application had made in the file and does not work with the new tables.
  /// - Throws: as ``NSMigrationManager/migrateStore(from:type:options:mapping:to:type:options:)``;
  ///   ``MigrationFailure`` for want of space or a backup that would overwrite something. The store is
  ///   as before then.
  @discardableResult
  package func run() throws -> [LostItem] {
    try requireSpace()
    return try StoreFiles.leavingNoLog(of: store.url, type: store.type) {
      let backup = try StoreBackup.make(of: store.url, type: store.type, store.options)
      do {
        return try replace()
      } catch {
        backup?.takeBack()
        throw error
      }
    }
  }

  private func replace() throws -> [LostItem] {
    let work = try WorkFolder(for: store.url)
    defer { work.remove() }
    try copy(to: StoreAddress(work.url, type: store.type, options: store.options))
    let lost =
      store.type == NSSQLiteStoreType ? try CarriedItems(migration: self).carry(to: work.url) : []
    try StoreFiles.take(store.url, from: work.url, type: store.type, options: store.options)
    return lost
  }

  /// Migrates into a new store somewhere else; the old one stays.
  package func copy(to place: StoreAddress) throws {
    let manager = NSMigrationManager(
      sourceModel: sourceModel, destinationModel: destinationModel)
    manager.destinationConfiguration = configuration
    let token = progress.map { progress in
      manager.observeMigrationProgress { [weak manager] done in
        if !progress(Double(done)) { manager?.cancelMigrationWithError(MigrationFailure.cancelled) }
      }
    }
    defer { token?.invalidate() }
    try manager.migrateStore(
      from: store.url, sourceType: store.type, options: store.options, with: mapping,
      toDestinationURL: place.url, destinationType: place.type, destinationOptions: place.options)
  }

  /// The new store lies beside the old one, and for a moment a copy of it in the log; a backup as well.
  private func requireSpace() throws {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: LinkTarget.of(store.url).path)
    guard let size = (attributes?[.size] as? NSNumber)?.int64Value else { return }
    let copies: Int64 = store.options[MigrationBackupOption] == nil ? 2 : 3
    let needed = copies * size + FreeSpace.slack(size)
    guard let free = freeBytes(store.url), free < needed else { return }
    throw MigrationFailure.noSpace(store.url, needed: needed, free: free)
  }
}

/// A folder beside a store, for a new one in the making. It bears the number of the process, so that
/// the next migration can tell what a killed one has left.
struct WorkFolder {
  private let folder: URL
  /// Where the store in the making is.
  let url: URL

  init(for store: URL) throws {
    let target = LinkTarget.of(store)
    let parent = target.deletingLastPathComponent()
    let prefix = ".\(target.lastPathComponent).migration-"
    // What others left is only tidied up: a folder that cannot be read stays as it is.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let process = Int32(number), kill(process, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
    }
    folder = parent.appendingPathComponent(
      prefix + "\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw HeavyMigrationError.destination(store, error)
    }
    url = folder.appendingPathComponent(target.lastPathComponent)
  }

  // What stays is found by the next migration, which takes it away.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
