/// Brings a store to the model it is opened with in several stages.
///
/// ```swift
/// let manager = NSStagedMigrationManager([NSLightweightMigrationStage([v1, v2]), splitNames])
/// description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
/// ```
///
/// Apple's documentation: `NSStagedMigrationManager`. The store has to be migrated automatically
/// (`NSMigratePersistentStoresAutomaticallyOption`).
///
/// Difference from Apple: the stages work on a copy that takes the store's place when all have gone
/// well, so that a store is never left between two stages.
open class NSStagedMigrationManager: NSObject, @unchecked Sendable {
  // @unchecked Sendable: the container is set by the migration on its thread; the rest is constant.

  /// The stages in their order.
  public final let stages: [NSMigrationStage]

  /// During a handler of a stage, a container that has the store open; nil otherwise.
  public internal(set) final var container: NSPersistentContainer?

  /// A manager of stages.
  ///
  /// - Parameter stages: the stages in their order.
  public init(_ stages: [NSMigrationStage]) {
    self.stages = stages
    super.init()
  }
}
