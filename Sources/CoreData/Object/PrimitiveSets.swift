import Foundation

/// The members of a to-many as `primitiveValue(forKey:)` gives them: what is done to this set is done
/// to this side of the relationship, without being recorded.
final class PrimitiveSet: NSMutableSet {
  private let owner: NSManagedObject
  private let property: PropertyLayout

  init(_ owner: NSManagedObject, _ property: PropertyLayout) {
    self.owner = owner
    self.property = property
    super.init(capacity: 0)
  }

  required init(capacity numItems: Int) {
    misuse("A relationship's primitive set is made by primitiveValue(forKey:) alone.")
  }

  required init?(coder aDecoder: NSCoder) {
    misuse("A relationship's primitive set is made by primitiveValue(forKey:) alone.")
  }

  private var members: [NSManagedObject] { owner.toManyMembers(property) }

  override var count: Int { owner.loadedRelation(property).members.count }

  override var allObjects: [Any] { members }

  override func member(_ object: Any) -> Any? {
    guard let object = object as? NSManagedObject,
      owner.loadedRelation(property).members.contains(object)
    else { return nil }
    return object
  }

  override func objectEnumerator() -> NSEnumerator {
    NSArray(array: members).objectEnumerator()
  }

  override func add(_ object: Any) {
    do {
      let member = try RelationMember.check(object, property)
      try owner.checkPartner(member, property)
      if self.member(member) == nil { owner.loadedRelation(property).put(members + [member]) }
    } catch {
      misuse(error.explanation)
    }
  }

  override func remove(_ object: Any) {
    owner.loadedRelation(property).put(members.filter { $0 !== object as AnyObject })
  }

  override func removeAllObjects() { owner.loadedRelation(property).put([]) }
}

/// The same for an ordered relationship. Foundation's ordered set reads its own storage, so this is
/// a copy that writes each change through.
final class PrimitiveOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let property: PropertyLayout

  init(_ owner: NSManagedObject, _ property: PropertyLayout) {
    self.owner = owner
    self.property = property
    super.init(capacity: 0)
    for member in owner.toManyMembers(property) { super.add(member) }
  }

  required init(arrayLiteral elements: Any...) {
    misuse("A relationship's primitive set is made by primitiveValue(forKey:) alone.")
  }

  override init(capacity numItems: Int) {
    misuse("A relationship's primitive set is made by primitiveValue(forKey:) alone.")
  }

  required init?(coder aDecoder: NSCoder) {
    misuse("A relationship's primitive set is made by primitiveValue(forKey:) alone.")
  }

  private func write() {
    do {
      var members: [NSManagedObject] = []
      for object in array {
        let member = try RelationMember.check(object, property)
        try owner.checkPartner(member, property)
        members.append(member)
      }
      owner.loadedRelation(property).put(members)
    } catch {
      misuse(error.explanation)
    }
  }

  override func insert(_ object: Any, at idx: Int) {
    super.insert(object, at: idx)
    write()
  }

  override func removeObject(at idx: Int) {
    super.removeObject(at: idx)
    write()
  }

  override func replaceObject(at idx: Int, with obj: Any) {
    super.replaceObject(at: idx, with: obj)
    write()
  }

  override func add(_ object: Any) {
    super.add(object)
    write()
  }

  override func addObjects(from array: [Any]) {
    super.addObjects(from: array)
    write()
  }

  override func remove(_ val: Any) {
    super.remove(val)
    write()
  }

  override func removeAllObjects() {
    super.removeAllObjects()
    write()
  }

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    super.exchangeObject(at: idx1, withObjectAt: idx2)
    write()
  }

  override func moveObjects(at indexes: IndexSet, to idx: Int) {
    super.moveObjects(at: indexes, to: idx)
    write()
  }

  /// Foundation's own does not end where something goes.
  override func intersect(_ other: NSOrderedSet) {
    for object in array where !other.contains(object) { remove(object) }
  }

  override func sortRange(
    _ range: NSRange, options opts: NSSortOptions = [],
    usingComparator cmptr: (Any, Any) -> ComparisonResult
  ) {
    super.sortRange(range, options: opts, usingComparator: cmptr)
    write()
  }
}
