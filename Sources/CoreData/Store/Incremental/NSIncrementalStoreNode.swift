/// The values of one object as a program's own incremental store has them, with their version.
open class NSIncrementalStoreNode: NSObject, @unchecked Sendable {
  // @unchecked Sendable: used by its store under the coordinator's lock.

  /// The identifier of the object.
  public let objectID: NSManagedObjectID

  /// The version of the values, which grows with every change.
  public private(set) var version: UInt64

  private var values: [String: Any]

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - objectID: the identifier of the object.
  ///   - values: attributes by name, and to-ones as `NSManagedObjectID`; `NSNull` for none.
  ///   - version: the version of the values.
  public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
    self.objectID = objectID
    self.values = values
    self.version = version
    super.init()
  }

  /// Replaces the values and their version.
  open func update(withValues values: [String: Any], version: UInt64) {
    self.values = values
    self.version = version
  }

  /// The value of a property; `NSNull` for a to-one that is known to be empty, nil for what the
  /// node does not know.
  open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }
}
