public import Foundation

/// Migrates a store to another model by copying: it opens the old store read-only, makes a new one,
/// and makes the objects of the new one from those of the old as a mapping model says.
///
/// ```swift
/// let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
/// try manager.migrateStore(from: a, type: .sqlite, mapping: mapping, to: b, type: .sqlite)
/// ```
///
/// Apple's documentation: `NSMigrationManager`. The manager, its contexts and their objects are used
/// on the thread that migrates; ``cancelMigrationWithError(_:)`` and ``migrationProgress`` work on
/// any. How the work is divided into hooks is said at ``NSEntityMigrationPolicy``.
open class NSMigrationManager: NSObject, @unchecked Sendable {
  // @unchecked Sendable: progress and cancellation are behind `state`'s lock; everything else is
  // used on the thread that migrates, as on Apple.

  /// The model of the store that is read.
  public final let sourceModel: NSManagedObjectModel
  /// The model of the store that is written.
  public final let destinationModel: NSManagedObjectModel
  /// Notes of the program, for its migration policies.
  open var userInfo: [AnyHashable: Any]?

  /// Whether a store may migrate itself in place of objects being copied, where it can. An SQLite
  /// store does when the mapping model was inferred.
  open var usesStoreSpecificMigrationManager = true

  /// What is known of a migration on every thread.
  final let state = MigrationState()
  final let stacks: MigrationStacks
  final var associations = MigrationAssociations()
  final var expressions = MigrationExpressions()
  final var entityMapping: NSEntityMapping?
  final var usedMapping: NSMappingModel?
  final var otherEnds = RelationshipEnds()
  /// Whether the mapping model was inferred: attributes that have become mandatory get their default
  /// value where there is none, objects keep their keys, and nothing is lost without a word.
  final var isInferred = false
  /// The configuration of the destination model that the new store takes; nil for all entities.
  package final var destinationConfiguration: String?
  /// The roots of destination entities whose objects keep the keys of their source objects.
  final var keptRoots: Set<Int32> = []
  /// Whether the store keeps its UUID, since all objects keep their keys.
  final var keepsIdentity = false
  /// Which objects are members of a to-many without inverse, which an object can be in once.
  final var singlyOwned: [ObjectIdentifier: Set<ObjectKey>] = [:]
  /// How many objects are made, saved and let go at a time.
  package final var batchSize = 1000
  /// Asked now and then whether the migration goes on; what it throws ends it.
  package final var checkpoint: (() throws -> Void)?

  /// Creates a manager for stores of two models.
  ///
  /// - Parameters:
  ///   - sourceModel: the model of the store to be read.
  ///   - destinationModel: the model of the store to be written.
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
    stacks = MigrationStacks(sourceModel, destinationModel)
    super.init()
  }

  /// The context of the objects that are read. It has no store but while a store is migrated.
  public final var sourceContext: NSManagedObjectContext { stacks.source.context }

  /// The context of the objects that are made. It has no store but while a store is migrated.
  public final var destinationContext: NSManagedObjectContext { stacks.destination.context }

  /// The mapping model of the migration; one without mappings before the first.
  public final var mappingModel: NSMappingModel { usedMapping ?? NSMappingModel() }

  /// The mapping that is being performed. Each is three times: when objects are made, when
  /// relationships are set, and when everything is validated (documented). Outside of a migration it
  /// is a mapping that names nothing.
  public final var currentEntityMapping: NSEntityMapping { entityMapping ?? NSEntityMapping() }

  /// How far the migration is, from 0 to 1.
  public final var migrationProgress: Float { state.progress }

  /// Observes ``migrationProgress``: the stand-in for key-value observing, which needs the
  /// Objective-C runtime.
  ///
  /// - Parameter handler: called on the thread that migrates, with rising numbers up to 1.
  /// - Returns: a token; the observation ends when it is released.
  public final func observeMigrationProgress(
    _ handler: @escaping (Float) -> Void
  ) -> MigrationProgressObservation {
    state.observe(handler)
  }

  /// Ends the migration with an error, as soon as it comes to it. May be called on any thread.
  ///
  /// - Parameter error: why; what ``migrateStore(from:type:options:mapping:to:type:options:)`` throws
  ///   has it as the underlying error.
  public final func cancelMigrationWithError(_ error: any Error) { state.cancel(error) }

  /// The source entity of a mapping.
  ///
  /// - Returns: the entity of ``sourceContext``'s model; nil if the mapping has none.
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceContext.modelLayout?.entity(named: $0)?.entity }
  }

  /// The destination entity of a mapping.
  ///
  /// - Returns: the entity of ``destinationContext``'s model; nil if the mapping has none.
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap {
      destinationContext.modelLayout?.entity(named: $0)?.entity
    }
  }

  /// Forgets which objects were made of which. The contexts stay as they are (documented).
  open func reset() {
    associations = MigrationAssociations()
    entityMapping = nil
  }

  /// Migrates a store to a new place.
  ///
  /// The source is opened read-only and never changed. A store that is at the destination already
  /// gets the migrated objects in addition to its own (documented); one that this migration has made
  /// is removed again if it fails.
  ///
  /// - Parameters:
  ///   - sourceURL: where the store of ``sourceModel`` is.
  ///   - sStoreType: its type.
  ///   - sOptions: how to open it.
  ///   - mappings: what is made of what; nil to infer it.
  ///   - dURL: where the store of ``destinationModel`` goes.
  ///   - dStoreType: its type, of whatever kind the source is.
  ///   - dOptions: how to open it.
  /// - Throws: 134110 for a mapping model of other versions, an expression without value, or a value
  ///   that does not fit; 134120 when cancelled; 134150 and 134160 for a store that cannot be read or
  ///   written; 134170 for what a migration policy throws; validation errors as from a save; 134111
  ///   for objects that break a uniqueness constraint; 134190 where nothing can be inferred.
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    try bridgingErrors {
      try perform(
        mappings, from: StoreAddress(sourceURL, type: sStoreType, options: sOptions ?? [:]),
        to: StoreAddress(dURL, type: dStoreType, options: dOptions ?? [:]))
    }
  }

  // MARK: Associations

  /// Notes that an object was made of another.
  ///
  /// - Parameters:
  ///   - sourceInstance: an object of the source.
  ///   - destinationInstance: the object made of it; several may be.
  ///   - entityMapping: the mapping it was made for.
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    associations.add(sourceInstance, destinationInstance, entityMapping.name)
  }

  /// The objects that were made of source objects by a mapping.
  ///
  /// - Parameters:
  ///   - mappingName: the mapping's name.
  ///   - sourceInstances: objects of the source, whose order the result follows; nil for all.
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    partners(mappingName, of: sourceInstances, isSource: true)
  }

  /// The source objects that objects were made of by a mapping.
  ///
  /// - Parameters:
  ///   - mappingName: the mapping's name.
  ///   - destinationInstances: objects of the destination, whose order the result follows; nil for
  ///     all.
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    partners(mappingName, of: destinationInstances, isSource: false)
  }

  private final func partners(
    _ mapping: String, of objects: [NSManagedObject]?, isSource: Bool
  ) -> [NSManagedObject] {
    let side = isSource ? stacks.destination : stacks.source
    guard let objects else {
      return associations.all(ofSources: !isSource, mapping: mapping, make: side.object)
    }
    return objects.flatMap {
      associations.partners(of: $0, isSource: isSource, mapping: mapping, make: side.object)
    }
  }
}
