/// One object in an atomic store: its values by name.
///
/// A to-one relationship is the node at its other end (or its identifier), a to-many one a set or
/// array of nodes (or identifiers).
open class NSAtomicStoreCacheNode: NSObject, @unchecked Sendable {
  // @unchecked Sendable: used by its store under the coordinator's lock.

  /// The identifier of the object.
  public let objectID: NSManagedObjectID

  /// The values by name; nil while the node has none.
  open var propertyCache: NSMutableDictionary?

  /// Creates a node without values.
  public init(objectID moid: NSManagedObjectID) {
    objectID = moid
    super.init()
  }

  /// The value of a property; nil when the node has none.
  open func value(forKey key: String) -> Any? {
    let value = propertyCache?.object(forKey: key)
    return value is NSNull ? nil : value
  }

  /// Sets the value of a property, or removes it when nil.
  open func setValue(_ value: Any?, forKey key: String) {
    let cache = propertyCache ?? NSMutableDictionary()
    propertyCache = cache
    if let value {
      cache.setObject(value, forKey: NSString(string: key))
    } else {
      cache.removeObject(forKey: key)
    }
  }
}
