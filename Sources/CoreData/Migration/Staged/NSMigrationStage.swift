/// A step of a staged migration. Use one of its subclasses.
///
/// Apple's documentation: `NSMigrationStage`.
open class NSMigrationStage: NSObject, @unchecked Sendable {
  // @unchecked Sendable: set up before the migration, and only read from then on.

  private var text = ""

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// A name for people, told when the stage fails. Declared as Apple declares it.
  open var label: String! {
    get { text }
    set { text = newValue ?? "" }
  }

  /// A stage without a name.
  public override init() {}
}

/// A step through versions of a model that differ by what can be inferred.
///
/// Apple's documentation: `NSLightweightMigrationStage`. The versions are given in their order. Where
/// a mapping from the first to the last cannot be inferred at once, the store goes from version to
/// version (Apple's framework gives up there, although the article promises it: forum thread 804902);
/// the models in between are looked for among those the other stages name and in the usual places.
open class NSLightweightMigrationStage: NSMigrationStage, @unchecked Sendable {
  // @unchecked Sendable: constant but for what the superclass has.

  /// The checksums of the versions.
  public final let versionChecksums: [String]

  /// A stage through versions.
  ///
  /// - Parameter checksums: `versionChecksum` of each model.
  public init(_ checksums: [String]) {
    versionChecksums = checksums
    super.init()
  }
}

/// A step from one version of a model to the next with code of the program's own before and after.
///
/// Apple's documentation: `NSCustomMigrationStage`. The step itself is inferred; what cannot be is done
/// in the handlers, while the model has a place for both the old and the new.
open class NSCustomMigrationStage: NSMigrationStage, @unchecked Sendable {
  // @unchecked Sendable: set up before the migration, and only read from then on.

  /// The model that the stage begins with.
  public final let currentModel: NSManagedObjectModelReference
  /// The model that the stage ends with.
  public final let nextModel: NSManagedObjectModelReference

  /// Called before the step, while the manager's container has the store open with
  /// ``currentModel``. What it throws ends the migration.
  public final var willMigrateHandler:
    ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// Called after the step, while the manager's container has the store open with ``nextModel``. What
  /// it throws ends the migration.
  public final var didMigrateHandler:
    ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// A stage between two versions.
  ///
  /// - Parameters:
  ///   - currentModel: the model to begin with.
  ///   - nextModel: the model to end with.
  public init(
    migratingFrom currentModel: NSManagedObjectModelReference,
    to nextModel: NSManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
    super.init()
  }
}
