import Foundation

/// Relationships as sets that can be changed.
extension NSManagedObject {
  /// A set that stands for a to-many relationship: adding and removing in it changes the
  /// relationship and its inverse.
  ///
  /// - Parameter key: the name of a to-many relationship; anything else is a misuse.
  public func mutableSetValue(forKey key: String) -> NSMutableSet {
    do { return try mutableSet(key) } catch { misuse(error.explanation) }
  }

  /// An ordered set that stands for an ordered to-many relationship.
  ///
  /// - Parameter key: the name of an ordered to-many relationship; anything else is a misuse.
  public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    do { return try mutableOrderedSet(key) } catch { misuse(error.explanation) }
  }

  /// ``mutableSetValue(forKey:)`` of the relationship at the end of a key path.
  ///
  /// - Parameter keyPath: keys joined with full stops; all but the last lead over to-one
  ///   relationships. One that leads to nil is a misuse.
  public func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
    do {
      let (owner, key) = try owner(of: keyPath)
      return try owner.mutableSet(key)
    } catch { misuse(error.explanation) }
  }

  /// ``mutableOrderedSetValue(forKey:)`` of the relationship at the end of a key path.
  ///
  /// - Parameter keyPath: as for ``mutableSetValue(forKeyPath:)``.
  public func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
    do {
      let (owner, key) = try owner(of: keyPath)
      return try owner.mutableOrderedSet(key)
    } catch { misuse(error.explanation) }
  }

  /// ``mutableSetValue(forKey:)`` that throws for a key that is no to-many relationship.
  package func mutableSet(_ key: String) throws(ObjectError) -> NSMutableSet {
    MutableRelationSet(self, try toManyProperty(key, ordered: false))
  }

  /// ``mutableOrderedSetValue(forKey:)`` that throws for a key that is no ordered relationship.
  package func mutableOrderedSet(_ key: String) throws(ObjectError) -> NSMutableOrderedSet {
    orderedProxy(try toManyProperty(key, ordered: true))
  }

  /// Adds members to a to-many relationship, at its end; throws what is wrong with key or members,
  /// and then nothing is added.
  package func add(members: [NSManagedObject], toKey key: String) throws(ObjectError) {
    let property = try toManyProperty(key, ordered: nil)
    for member in members { try checkPartner(member, property) }
    try add(members, to: property)
  }

  /// Removes members from a to-many relationship; throws for a key that is none.
  package func remove(members: [NSManagedObject], fromKey key: String) throws(ObjectError) {
    remove(members, from: try toManyProperty(key, ordered: nil))
  }

  private func owner(of keyPath: String) throws(ObjectError) -> (NSManagedObject, String) {
    let keys = keys(in: keyPath)
    let key = keys.last ?? keyPath
    if keys.count < 2 { return (self, key) }
    let found = try get(path: keys.dropLast().joined(separator: "."))
    guard let owner = found as? NSManagedObject else {
      throw .undefinedKey(keyPath, entity: layout.name)
    }
    return (owner, key)
  }

  /// The one proxy of an ordered relationship, as long as anybody holds it.
  package final func orderedProxy(_ property: PropertyLayout) -> NSMutableOrderedSet {
    let state = loadedRelation(property)
    if let proxy = state.proxy { return proxy }
    let proxy = MutableOrderedRelationSet(self, property)
    state.proxy = proxy
    proxy.mirror(state.members.all)
    return proxy
  }

  /// - Parameter ordered: whether the relationship must be ordered or must not; nil for either.
  private func toManyProperty(
    _ key: String, ordered: Bool?
  ) throws(ObjectError) -> PropertyLayout {
    guard let property = layout.property(named: key) else {
      throw .undefinedKey(key, entity: layout.name)
    }
    guard property.kind.isToMany, ordered.map({ $0 == (property.kind == .orderedToMany) }) ?? true
    else { throw .notToMany(property: key, entity: layout.name, ordered: ordered ?? false) }
    return property
  }
}
