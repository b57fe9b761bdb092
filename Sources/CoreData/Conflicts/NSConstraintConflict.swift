/// Objects that have the same values for a uniqueness constraint.
open class NSConstraintConflict: NSObject, @unchecked Sendable {
  // @unchecked Sendable: constant; its objects are for the queue of their context, as everywhere.

  /// The names of the properties that have to be unique together.
  public let constraint: [String]

  /// The values that several objects have, by the names in `constraint`.
  public let constraintValues: [String: Any]

  /// The object in the store that has the values; nil when only unsaved objects do.
  public let databaseObject: NSManagedObject?

  /// The row of `databaseObject`.
  public let databaseSnapshot: [String: Any]?

  /// The objects in the context that have the values, without `databaseObject`.
  public let conflictingObjects: [NSManagedObject]

  /// The values that the conflicting objects were read with, in their order; empty for new ones.
  public let conflictingSnapshots: [[AnyHashable: Any]]

  /// Creates a description of a conflict.
  ///
  /// - Parameters:
  ///   - contraint: the names of the properties that have to be unique together.
  ///   - databaseObject: the object in the store that has the values.
  ///   - databaseSnapshot: its row.
  ///   - conflictingObjects: the objects in the context that have them.
  ///   - conflictingSnapshots: the values that those were read with, a dictionary each; anything else, such as
  ///     `NSNull`, stands for none.
  public init(
    constraint contraint: [String], databaseObject: NSManagedObject?,
    databaseSnapshot: [AnyHashable: Any]?, conflictingObjects: [NSManagedObject],
    conflictingSnapshots: [Any]
  ) {
    constraint = contraint
    self.databaseObject = databaseObject
    let row = databaseSnapshot.map { snapshot in
      Dictionary(
        snapshot.compactMap { key, value in (key.base as? String).map { ($0, value) } },
        uniquingKeysWith: { first, _ in first })
    }
    self.databaseSnapshot = row
    self.conflictingObjects = conflictingObjects
    self.conflictingSnapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
    var values: [String: Any] = [:]
    for key in contraint {
      values[key] = conflictingObjects.first?.ownValue(forKey: key) ?? row?[key]
    }
    constraintValues = values
    super.init()
  }

  /// Creates a description of a conflict; the same under Apple's Objective-C label.
  public convenience init(
    constraint contraint: [String], database databaseObject: NSManagedObject?,
    databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
    conflictingSnapshots: [Any]
  ) {
    self.init(
      constraint: contraint, databaseObject: databaseObject, databaseSnapshot: databaseSnapshot,
      conflictingObjects: conflictingObjects, conflictingSnapshots: conflictingSnapshots)
  }

  /// The constraint, the values and the objects in one line.
  open override var description: String {
    let values = constraint.map { "\($0) = \(constraintValues[$0] ?? "nil")" }
    return "NSConstraintConflict for constraint (\(constraint.joined(separator: ", "))): "
      + "\(values.joined(separator: "; ")); database object = "
      + "\(databaseObject?.objectID.shortName ?? "nil"); conflicting objects = "
      + "(\(conflictingObjects.map(\.objectID.shortName).joined(separator: ", ")))"
  }
}
