/// Values as snapshots and objects have them, brought to one form so that they can be compared and
/// set.
enum SnapshotValues {
  /// Whether two values are the same: nil and `NSNull` are, and an object is its identifier.
  static func areEqual(_ left: Any?, _ right: Any?) -> Bool {
    switch (normal(left), normal(right)) {
    case (nil, nil): true
    case (let left?, let right?): (left as? AnyHashable) == (right as? AnyHashable)
    default: false
    }
  }

  /// A value without `NSNull`, and objects as identifiers.
  static func normal(_ value: Any?) -> Any? {
    switch value {
    case nil, is NSNull: nil
    case let object as NSManagedObject: object.objectID
    case let some?: some
    }
  }

  /// Sets a property to a value of a snapshot.
  static func set(_ value: Any?, _ key: String, of object: NSManagedObject) {
    let value = normal(value)
    if let id = value as? NSManagedObjectID {
      object.setOwnValue(object.managedObjectContext?.object(with: id), forKey: key)
    } else {
      object.setOwnValue(value, forKey: key)
    }
  }
}
