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
    owner.remove(owner.toManyMembers(property), from: property)
  }

  override func addObjects(from array: [Any]) {
    do { try owner.add(RelationMember.check(all: array, property), to: property) } catch {
      misuse(error.explanation)
    }
  }

  override func union(_ otherSet: Set<AnyHashable>) { addObjects(from: otherSet.map(\.base)) }

  override func minus(_ otherSet: Set<AnyHashable>) {
    owner.remove(otherSet.compactMap { $0.base as? NSManagedObject }, from: property)
  }

  override func intersect(_ otherSet: Set<AnyHashable>) {
    owner.keep(only: otherSet.compactMap { $0.base as? NSManagedObject }, in: property)
  }

  override func setSet(_ otherSet: Set<AnyHashable>) {
    do {
      try owner.replace(
        property, with: RelationMember.check(all: otherSet.map(\.base), property))
    } catch {
      misuse(error.explanation)
    }
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

  static func check(
    all objects: [Any], _ property: PropertyLayout
  ) throws(ObjectError) -> [NSManagedObject] {
    var members: [NSManagedObject] = []
    for object in objects { members.append(try check(object, property)) }
    return members
  }
}
