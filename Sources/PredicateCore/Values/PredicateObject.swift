/// An object that a predicate can ask for values by key: a managed object, or
/// anything else with named properties.
package protocol KeyPathResolving: AnyObject {
  /// The value of a key: `.null` when it is missing, `.set` or `.array` for
  /// several, `.object` for another object.
  ///
  /// - Throws: `PredicateEvaluationError.unknownKey` when there is no such key.
  func predicateValue(forKey key: String) throws -> PredicateValue

  /// Whether the other object is this one for the purposes of `==` and `IN`.
  func isPredicateEqual(to other: AnyObject) -> Bool

  /// A hash that agrees with `isPredicateEqual(to:)`.
  var predicateHash: Int { get }

  /// The names of the attributes, for `ANYKEY`.
  var predicateAttributeKeys: [String] { get }

  /// Entity and primary key if the object has a row in a store.
  var predicateObjectKey: PredicateObjectKey? { get }
}

extension KeyPathResolving {
  package func isPredicateEqual(to other: AnyObject) -> Bool { self === other }

  package var predicateHash: Int { ObjectIdentifier(self).hashValue }

  package var predicateAttributeKeys: [String] { [] }

  package var predicateObjectKey: PredicateObjectKey? { nil }
}

/// An object with a row in a store, so that SQL can name it: a managed object
/// or an object id.
package protocol ObjectIdentifying: AnyObject {
  /// Entity and primary key, or nil while the object has no row.
  var predicateObjectKey: PredicateObjectKey? { get }
}

/// The row of an object: the name of its own entity and its primary key.
package struct PredicateObjectKey: Sendable, Hashable {
  package let entityName: String
  package let primaryKey: Int64

  package init(entityName: String, primaryKey: Int64) {
    self.entityName = entityName
    self.primaryKey = primaryKey
  }
}

/// A reference to an object inside a `PredicateValue`.
///
/// `@unchecked Sendable` because a predicate that names objects is evaluated
/// where these objects live; the reference itself is only compared or handed
/// back to its owner.
package struct PredicateObject: @unchecked Sendable, Hashable, CustomStringConvertible {
  package let reference: AnyObject
  /// The object as a source of values, if it is one.
  package let resolver: (any KeyPathResolving)?

  /// An object of a type known to be a source of values: no cast is needed.
  package init(_ resolver: some KeyPathResolving) {
    reference = resolver
    self.resolver = resolver
  }

  package init(_ reference: AnyObject) {
    self.reference = reference
    resolver = reference as? any KeyPathResolving
  }

  /// The row of the object, if it has one.
  package var key: PredicateObjectKey? {
    if let resolver { return resolver.predicateObjectKey }
    return (reference as? any ObjectIdentifying)?.predicateObjectKey
  }

  package var description: String { String(describing: reference) }

  package static func == (left: PredicateObject, right: PredicateObject) -> Bool {
    if left.reference === right.reference { return true }
    if let resolver = left.resolver, resolver.isPredicateEqual(to: right.reference) { return true }
    if let resolver = right.resolver, resolver.isPredicateEqual(to: left.reference) { return true }
    if let leftKey = left.key, let rightKey = right.key { return leftKey == rightKey }
    guard left.resolver == nil, right.resolver == nil,
      let object = left.reference as? any Hashable, let other = right.reference as? any Hashable
    else { return false }
    return AnyHashable(object) == AnyHashable(other)
  }

  package func hash(into hasher: inout Hasher) {
    if let key {
      hasher.combine(key)
    } else if let resolver {
      hasher.combine(resolver.predicateHash)
    } else if let object = reference as? any Hashable {
      hasher.combine(AnyHashable(object))
    } else {
      hasher.combine(ObjectIdentifier(reference))
    }
  }
}
