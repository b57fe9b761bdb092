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
  /// - Throws: what the step throws that fails. The store is as before then.
  package func run() throws {
    guard route.steps.count > 1 else {
      for step in route.steps { try run(step, at: store, part: 0) }
      return
    }
    if let place = store.options[MigrationBackupOption] as? URL {
      guard !FileManager.default.fileExists(atPath: place.path) else {
        throw MigrationFailure.backupExists(place)
      }
      try StoreFiles.replace(place, store.options, with: store.url, type: store.type)
    }
    let work = try WorkFolder(for: store.url)
    defer { work.remove() }
    try StoreFiles.replace(work.url, store.options, with: store.url, type: store.type)
    for (part, step) in route.steps.enumerated() {
      try run(step, at: StoreAddress(work.url, type: store.type), part: part)
    }
    try StoreFiles.take(store.url, from: work.url, type: store.type, options: store.options)
  }

  private func run(_ step: MigrationRoute.Step, at place: StoreAddress, part: Int) throws {
    let count = Double(route.steps.count)
    let told = progress.map { progress in
      { (done: Double) in progress((Double(part) + done) / count) }
    }
    if let mapping = step.mapping {
      var migration = CopyingMigration(
        place, from: step.source, to: step.destination, mapping: mapping,
        configuration: configuration)
      migration.progress = told
      try migration.run()
    } else {
      var migration = LightweightStep(
        store: place, from: step.source, to: step.destination, configuration: configuration)
      migration.progress = told
      try migration.run()
    }
    guard progress?((Double(part) + 1) / count) == false, route.steps.count > 1 else { return }
    throw MigrationFailure.cancelled
  }
}
