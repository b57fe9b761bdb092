import Foundation

/// Takes a store along a ``MigrationRoute``.
///
/// A single step is done in place or by copying, each of which leaves the old store or the new one.
/// Several are done on a copy beside the store, which takes its place at the end.
package struct RouteMigration {
  package let store: StoreAddress
  package let route: MigrationRoute
  package let configuration: String?
  /// Told how much is done, from 0 to 1, and asked whether to go on.
  package var progress: ((Double) -> Bool)?

  /// Prepares a migration; nothing is read yet.
  package init(
    _ store: StoreAddress, _ route: MigrationRoute, configuration: String? = nil,
    progress: ((Double) -> Bool)? = nil
  ) {
    self.store = store
    self.route = route
    self.configuration = configuration
    self.progress = progress
  }

  /// Migrates the store.
  ///
  /// - Returns: what the application had made in the file and does not work with the new tables.
  /// - Throws: what the step throws that fails. The store is as before then.
  @discardableResult
  package func run() throws -> [LostItem] {
    guard route.steps.count > 1 else {
      return try route.steps.flatMap { try run($0, at: store, part: 0) }
    }
    return try StoreFiles.leavingNoLog(of: store.url, type: store.type, runSeveral)
  }

  private func runSeveral() throws -> [LostItem] {
    try requireSpace()
    let backup = store.options[MigrationBackupOption] as? URL
    if let backup, !StoreBackup.isFree(backup) { throw MigrationFailure.backupExists(backup) }
    let work = try WorkFolder(for: store.url)
    defer { work.remove() }
    try StoreFiles.replace(work.url, store.options, with: store.url, type: store.type)
    var lost: [LostItem] = []
    for (part, step) in route.steps.enumerated() {
      lost += try run(step, at: StoreAddress(work.url, type: store.type), part: part)
    }
    // Not before all has gone well: a step that fails leaves the store, and no backup of it.
    let kept = try StoreBackup.make(of: store.url, type: store.type, store.options)
    do {
      try StoreFiles.take(store.url, from: work.url, type: store.type, options: store.options)
    } catch {
      kept?.takeBack()
      throw error
    }
    return lost
  }

  /// A copy of the store lies beside it, and another where a backup is wanted; each step takes as much
  /// as a migration of its own.
  private func requireSpace() throws {
    // What says nothing of its size will say itself why it cannot be read.
    let facts = try? FileManager.default.attributesOfItem(atPath: LinkTarget.of(store.url).path)
    guard let size = (facts?[.size] as? NSNumber)?.int64Value,
      let free = FreeSpace.bytes(at: LinkTarget.of(store.url))
    else { return }
    let copies: Int64 = store.options[MigrationBackupOption] == nil ? 1 : 2
    let needed = (copies + 2) * size + FreeSpace.slack(size)
    guard free < needed else { return }
    throw MigrationFailure.noSpace(store.url, needed: needed, free: free)
  }

  private func run(
    _ step: MigrationRoute.Step, at place: StoreAddress, part: Int
  ) throws -> [LostItem] {
    let count = Double(route.steps.count)
    let told = progress.map { progress in
      { (done: Double) in progress((Double(part) + done) / count) }
    }
    let lost: [LostItem]
    if let mapping = step.mapping {
      var migration = CopyingMigration(
        place, from: step.source, to: step.destination, mapping: mapping,
        configuration: configuration)
      migration.progress = told
      lost = try migration.run()
    } else {
      var migration = LightweightStep(
        store: place, from: step.source, to: step.destination, configuration: configuration)
      migration.progress = told
      lost = try migration.run()
    }
    guard progress?((Double(part) + 1) / count) == false, route.steps.count > 1 else {
      return lost
    }
    throw MigrationFailure.cancelled
  }
}
