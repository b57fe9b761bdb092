/// One object that cannot be saved as it is, because its row was changed or deleted by somebody
/// else since the object was read.
///
/// A snapshot has the values of attributes and to-one relationships by name (documentation of
/// `NSMergeConflict`); to-ones as `NSManagedObjectID`, missing values as `NSNull`.
open class NSMergeConflict: NSObject, @unchecked Sendable {
  // @unchecked Sendable: constant; its object is for the queue of its context, as everywhere.

  /// The object that was to be saved.
  public let sourceObject: NSManagedObject

  /// The row as the object was read; nil if it was not.
  public let objectSnapshot: [String: Any]?

  /// The row as the coordinator's cache has it, nil if it has not.
  public let cachedSnapshot: [String: Any]?

  /// The row as the store has it: nil if the store was not asked, as the cache differed already, or
  /// if the row was deleted.
  public let persistedSnapshot: [String: Any]?

  /// The version of the row now; 0 if it was deleted.
  public let newVersionNumber: Int

  /// The version that the object was read with.
  public let oldVersionNumber: Int

  /// Creates a description of a conflict.
  ///
  /// - Parameters:
  ///   - srcObject: the object that was to be saved.
  ///   - newvers: the version of the row now; 0 if it was deleted.
  ///   - oldvers: the version that the object was read with.
  ///   - cachesnap: the row as the coordinator's cache has it.
  ///   - persnap: the row as the store has it.
  public init(
    source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
  ) {
    sourceObject = srcObject
    objectSnapshot = srcObject.conflictSnapshot
    cachedSnapshot = cachesnap
    persistedSnapshot = persnap
    newVersionNumber = newvers
    oldVersionNumber = oldvers
    super.init()
  }

  /// What the other side made of the row; nil when it deleted it.
  package var storeSnapshot: [String: Any]? {
    newVersionNumber == 0 ? nil : persistedSnapshot ?? cachedSnapshot
  }

  /// The object, the versions and the snapshots in one line.
  open override var description: String {
    func text(_ snapshot: [String: Any]?) -> String {
      guard let snapshot else { return "nil" }
      return "{"
        + snapshot.keys.sorted().map { "\($0) = \(snapshot[$0] ?? "")" }
        .joined(separator: "; ") + "}"
    }
    return "NSMergeConflict for \(sourceObject.objectID.shortName) with oldVersion = "
      + "\(oldVersionNumber) and newVersion = \(newVersionNumber); object snapshot = "
      + "\(text(objectSnapshot)); cached row = \(text(cachedSnapshot)); database row = "
      + text(persistedSnapshot)
  }
}

extension NSManagedObject {
  /// The values that the object was read with, as conflicts show them.
  package var conflictSnapshot: [String: Any]? {
    guard !objectID.isTemporaryID else { return nil }
    let keys =
      entity.attributesByName.keys
      + entity.relationshipsByName.compactMap {
        $0.value.isToMany ? nil : $0.key
      }
    return committedValues(forKeys: Array(keys)).mapValues { value in
      (value as? NSManagedObject)?.objectID ?? value
    }
  }
}
