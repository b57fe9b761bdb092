import Foundation

/// The set that `mutableSetValue(forKey:)` gives: a view of a to-many relationship. What is done to
/// it is done to the relationship, inverses included.
final class MutableRelationSet: NSMutableSet {
  private let owner: NSManagedObject
  private let property: PropertyLayout

  init(_ owner: NSManagedObject, _ property: PropertyLayout) {
    self.owner = owner
    self.property = property
    super.init(capacity: 0)
  }

  required init(capacity numItems: Int) {
    misuse("A relationship's set is made by mutableSetValue(forKey:) alone.")
  }

  required init?(coder aDecoder: NSCoder) {
    misuse("A relationship's set is made by mutableSetValue(forKey:) alone.")
  }

  override var count: Int { owner.loadedRelation(property).members.count }

  override func member(_ object: Any) -> Any? {
    guard let object = object as? NSManagedObject,
      owner.loadedRelation(property).members.contains(object)
    else { return nil }
    return object
  }

  override func objectEnumerator() -> NSEnumerator {
    NSArray(array: owner.toManyMembers(property)).objectEnumerator()
  }

  override var allObjects: [Any] { owner.toManyMembers(property) }

  override func add(_ object: Any) {
    do { try owner.add(RelationMember.check(object, property), to: property) } catch {
      misuse(error.explanation)
    }
  }

  override func remove(_ object: Any) {
    guard let object = object as? NSManagedObject else { return }
    owner.remove(object, from: property)
  }

  override func removeAllObjects() {
    for member in owner.toManyMembers(property) { owner.remove(member, from: property) }
  }
}

/// Checks what is put into a relationship's set.
enum RelationMember {
  static func check(
    _ object: Any, _ property: PropertyLayout
  ) throws(ObjectError) -> NSManagedObject {
    guard let object = object as? NSManagedObject else {
      throw .unacceptableType(
        property: property.name, wanted: property.destination?.name ?? "", value: object)
    }
    return object
  }
}

extension NSManagedObject {
  /// A set that stands for a to-many relationship: adding and removing in it changes the
  /// relationship and its inverse.
  ///
  /// - Parameter key: the name of a to-many relationship; anything else is a misuse.
  public func mutableSetValue(forKey key: String) -> NSMutableSet {
    MutableRelationSet(self, toManyProperty(key, ordered: false))
  }

  /// An ordered set that stands for an ordered to-many relationship.
  ///
  /// - Parameter key: the name of an ordered to-many relationship; anything else is a misuse.
  public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    orderedProxy(toManyProperty(key, ordered: true))
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

  private func toManyProperty(_ key: String, ordered: Bool) -> PropertyLayout {
    guard let property = layout.property(named: key) else {
      misuse(ObjectError.undefinedKey(key, entity: layout.name).explanation)
    }
    guard property.kind == (ordered ? .orderedToMany : .toMany) else {
      misuse(
        ObjectError.notToMany(property: key, entity: layout.name, ordered: ordered).explanation)
    }
    return property
  }
}
