import Foundation

/// One migration from an open source store to an open destination store, in its three stages.
///
/// Objects are made, saved and let go in batches; only the keys of what belongs together stay.
struct MigrationRun {
  let manager: NSMigrationManager
  let steps: [MigrationStep]
  private let progress: MigrationProgress

  init(_ manager: NSMigrationManager, _ mappings: NSMappingModel) throws {
    self.manager = manager
    steps = try MigrationStep.steps(mappings, manager)
    var total = 0
    for step in steps { total += try step.estimatedCount(manager) }
    progress = MigrationProgress(manager.state, objects: total)
  }

  func run() throws {
    for step in steps { try createInstances(step) }
    for step in steps { try createRelationships(step) }
    for step in steps { try validate(step) }
    try MigrationValidation(manager) { try pause(0) }.run()
    try save()
    manager.entityMapping = nil
    progress.finish()
  }

  // MARK: Stages

  private func createInstances(_ step: MigrationStep) throws {
    manager.entityMapping = step.mapping
    try step.call("begin") { try step.policy.begin(step.mapping, with: manager) }
    try step.forEachBatch(manager) { objects in
      for object in objects {
        try pause(1)
        try step.call("createDestinationInstances") {
          try step.policy.createDestinationInstances(
            forSource: object, in: step.mapping, manager: manager)
        }
      }
      try save()
    }
    try step.call("endInstanceCreation") {
      try step.policy.endInstanceCreation(forMapping: step.mapping, manager: manager)
    }
    try save()
  }

  private func createRelationships(_ step: MigrationStep) throws {
    manager.entityMapping = step.mapping
    if step.createsRelationships {
      var place = 0
      while true {
        let pairs = manager.associations.pairs(
          step.mapping.name, from: place, count: manager.batchSize)
        if pairs.isEmpty { break }
        place += pairs.count
        try createRelationships(step, pairs)
        try save()
      }
    } else {
      try pause(manager.associations.count(step.mapping.name))
    }
    try step.call("endRelationshipCreation") {
      try step.policy.endRelationshipCreation(forMapping: step.mapping, manager: manager)
    }
    try save()
  }

  private func createRelationships(
    _ step: MigrationStep, _ pairs: ArraySlice<AssociatedPair>
  ) throws {
    let sources = try manager.stacks.source.fetch(
      pairs.map(\.source), prefetching: step.sourceRelationships)
    let found = try manager.stacks.destination.fetch(pairs.map(\.destination), prefetching: [])
    let byKey = Dictionary(
      found.map { (ObjectKey(entity: $0.layout.number, pk: $0.pk), $0) },
      uniquingKeysWith: { first, _ in first })
    var seen: Set<ObjectKey> = []
    for pair in pairs {
      try pause(1)
      // An object made of several sources comes once; one that a policy has deleted not at all.
      guard seen.insert(pair.destination).inserted, let object = byKey[pair.destination] else {
        continue
      }
      try step.call("createRelationships") {
        try step.policy.createRelationships(
          forDestination: object, in: step.mapping, manager: manager)
      }
    }
    withExtendedLifetime(sources) {}
  }

  private func validate(_ step: MigrationStep) throws {
    manager.entityMapping = step.mapping
    try pause(0)
    try step.call("performCustomValidation") {
      try step.policy.performCustomValidation(forMapping: step.mapping, manager: manager)
    }
    try step.call("end") { try step.policy.end(step.mapping, manager: manager) }
    try save()
  }

  // MARK: Parts

  /// Goes on by some objects, unless the migration was cancelled.
  private func pause(_ objects: Int) throws {
    try manager.state.check()
    if progress.advance(by: objects) { try manager.checkpoint?() }
  }

  /// Writes what was made; the pairs of it become keys.
  private func save() throws {
    let context = manager.destinationContext
    if context.hasChanges {
      do {
        try context.save()
      } catch let error as NSError where error.code == NSManagedObjectConstraintMergeError {
        throw HeavyMigrationError.constraint(error)
      } catch {
        throw error.isAboutTheFile
          ? HeavyMigrationError.destination(
            manager.stacks.destination.store?.url ?? URL(fileURLWithPath: "/"), error)
          : error
      }
    }
    manager.associations.settle()
  }
}

extension Error {
  /// Whether it is the file that failed, not what was to be written.
  fileprivate var isAboutTheFile: Bool {
    let code = (self as NSError).code
    return code == NSSQLiteError || (500..<700).contains(code) || code == NSPersistentStoreSaveError
  }
}

/// Counts objects and tells the manager's state now and then.
final class MigrationProgress {
  private let state: MigrationState
  private let total: Float
  private var done = 0
  private var reported = 0

  /// - Parameter objects: how many source objects there are; each counts twice, and a twentieth of
  ///   all is left for validation.
  init(_ state: MigrationState, objects: Int) {
    self.state = state
    total = Float(max(1, objects)) * 2.1
  }

  /// - Returns: whether it was told.
  func advance(by objects: Int) -> Bool {
    done += objects
    guard objects == 0 || done - reported >= 64 else { return false }
    reported = done
    state.report(min(0.99, Float(done) / total))
    return true
  }

  func finish() { state.report(1) }
}
