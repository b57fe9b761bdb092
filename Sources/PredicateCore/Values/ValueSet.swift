package import Foundation

/// A set of values among which may be decimals.
///
/// On Linux the hash of an `NSDecimalNumber` never returns, so that Foundation's own set cannot hold
/// one. This one finds its members by ``hashed(_:)``. Casting it to a Swift set gives an empty one, for
/// Foundation reads its own storage then: `allObjects` has the members.
package final class ValueSet: NSSet {
  private let members: [Any]
  private let places: [AnyHashable: Int]

  /// A set of values, equal ones once: of this class only if it has to be.
  package static func of(_ values: [Any]) -> NSSet {
    values.contains { $0 is NSDecimalNumber } ? ValueSet(values) : NSSet(array: values)
  }

  private init(_ values: [Any]) {
    var members: [Any] = []
    var places: [AnyHashable: Int] = [:]
    for value in values {
      let key = Self.hashed(value)
      guard places[key] == nil else { continue }
      places[key] = members.count
      members.append(value)
    }
    self.members = members
    self.places = places
    super.init(objects: [], count: 0)
  }

  /// A value in a form that can be hashed: a decimal by its Swift value, what cannot be hashed by its
  /// identity.
  package static func hashed(_ value: Any) -> AnyHashable {
    if let number = value as? NSDecimalNumber { return AnyHashable(number.decimalValue) }
    return value as? AnyHashable ?? AnyHashable(ObjectIdentifier(value as AnyObject))
  }

  /// Nil: such a set is not archived.
  package required init?(coder: NSCoder) { nil }

  package override var count: Int { members.count }

  package override var allObjects: [Any] { members }

  package override func member(_ object: Any) -> Any? {
    places[Self.hashed(object)].map { members[$0] }
  }

  package override func objectEnumerator() -> NSEnumerator {
    NSArray(array: members).objectEnumerator()
  }

  /// The set itself: it is constant.
  package override func copy(with zone: NSZone? = nil) -> Any { self }
}
