/// Says how a migration computes the value of one property of a destination object.
///
/// Apple's documentation: `NSPropertyMapping`.
open class NSPropertyMapping: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable: changed by one owner while the mapping model is built, read from then on.

  /// The name of the property of the destination entity.
  open var name: String?

  /// Gives the value. The variables of ``NSMigrationManager`` may occur in it; nil leaves the
  /// property to its default value, or to a migration policy.
  open var valueExpression: NSExpression?

  /// Notes of the mapping's author, for migration policies.
  open var userInfo: [AnyHashable: Any]?

  /// Creates a mapping without name and expression.
  public required override init() {}

  /// A copy that may be changed.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.name = name
    copy.valueExpression = valueExpression
    copy.userInfo = userInfo
    return copy
  }

  /// Name and expression.
  open override var description: String {
    "(\(name ?? "?") := \(valueExpression.map { "\($0)" } ?? "nothing"))"
  }
}
