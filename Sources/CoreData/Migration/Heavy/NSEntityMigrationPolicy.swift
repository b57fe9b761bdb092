import PredicateCore

/// Does the work of one entity mapping during a migration. Subclasses override the hooks they want
/// to change and call `super` for the rest.
///
/// Apple's documentation: `NSEntityMigrationPolicy`. For one migration the hooks are called in
/// three stages, each for all mappings in their order:
///
/// 1. ``begin(_:with:)``, ``createDestinationInstances(forSource:in:manager:)`` for every source
///    object, ``endInstanceCreation(forMapping:manager:)``;
/// 2. ``createRelationships(forDestination:in:manager:)`` for every object that was made,
///    ``endRelationshipCreation(forMapping:manager:)``;
/// 3. ``performCustomValidation(forMapping:manager:)``, ``end(_:manager:)``.
///
/// Then all objects are validated by the rules of the destination model. Objects of both stores are
/// plain `NSManagedObject`s, and no rule is checked before (documented: Core Data Model Versioning
/// and Data Migration Programming Guide, “Three-Stage Migration”).
///
/// Difference from Apple: the objects of a stage are saved and let go in batches, so that memory
/// stays flat. An object that a policy keeps becomes a fault, and works on.
open class NSEntityMigrationPolicy: NSObject {
  /// Creates a policy. The manager makes one for each mapping and keeps it through all stages.
  public required override init() {}

  /// Called before the first object of the mapping is made.
  ///
  /// - Throws: in a subclass, what ends the migration.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Makes the destination objects of one source object. This implementation makes one, sets its
  /// attributes by the mapping's expressions and associates the two; a subclass that does not call
  /// it has to do so.
  ///
  /// - Throws: 134110 for an expression without value or a value that does not fit.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    guard mapping.destinationEntityName != nil else { return }
    try bridgingErrors {
      try InstanceCreation(manager: manager, mapping: mapping, policy: self).create(for: sInstance)
    }
  }

  /// Called when all objects of the mapping are made.
  ///
  /// - Throws: in a subclass, what ends the migration.
  open func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Sets the relationships of one destination object. This implementation does so by the mapping's
  /// expressions.
  ///
  /// - Throws: 134110 for an expression without value or a value that does not fit.
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    try bridgingErrors {
      try RelationshipCreation(manager: manager, mapping: mapping, policy: self)
        .create(for: dInstance)
    }
  }

  /// Called when the relationships of all objects of the mapping are set.
  ///
  /// - Throws: in a subclass, what ends the migration.
  open func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Called before the objects are validated. A subclass looks for the objects it wants to check by
  /// itself (documented).
  ///
  /// - Throws: in a subclass, what is wrong with the objects.
  open func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Called when the mapping is done with.
  ///
  /// - Throws: in a subclass, what ends the migration.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// The value of a method that a mapping's expression calls on the policy, as in
  /// `FUNCTION($entityPolicy, "initialsOf:", $source.name)`.
  ///
  /// Not part of Apple's API: without the Objective-C runtime no method is found by name, so a
  /// subclass answers here by hand.
  ///
  /// - Parameters:
  ///   - name: the method's name with its colons.
  ///   - arguments: its arguments; collections as `[Any]` or `NSSet`.
  /// - Returns: the value.
  /// - Throws: here always; in a subclass, for a method it does not have.
  open func value(ofMethod name: String, arguments: [Any?]) throws -> Any? {
    throw PredicateEvaluationError.unknownFunction(name)
  }
}
