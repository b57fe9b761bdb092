import Foundation

/// The ordered set that `mutableOrderedSetValue(forKey:)` gives: a view of an ordered to-many. What
/// is done to it is done to the relationship, inverses included.
///
/// Much of Foundation's ordered set reads its own storage without asking a subclass, so the storage
/// is kept equal to the relationship: every change of the members is mirrored into it.
final class MutableOrderedRelationSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let property: PropertyLayout

  init(_ owner: NSManagedObject, _ property: PropertyLayout) {
    self.owner = owner
    self.property = property
    super.init(capacity: 0)
  }

  required init(arrayLiteral elements: Any...) {
    misuse("A relationship's set is made by mutableOrderedSetValue(forKey:) alone.")
  }

  override init(capacity numItems: Int) {
    misuse("A relationship's set is made by mutableOrderedSetValue(forKey:) alone.")
  }

  required init?(coder aDecoder: NSCoder) {
    misuse("A relationship's set is made by mutableOrderedSetValue(forKey:) alone.")
  }

  // MARK: From the relationship to the storage

  /// Takes over all members anew.
  func mirror(_ members: [NSManagedObject]) {
    super.removeAllObjects()
    for member in members { super.add(member) }
  }

  func mirror(inserted member: NSManagedObject, at index: Int) {
    super.insert(member, at: index)
  }

  func mirror(removedAt index: Int) { super.removeObject(at: index) }

  /// The relationship was forgotten and is read anew.
  func renew() {
    let state = owner.loadedRelation(property)
    state.proxy = self
    mirror(state.members.all)
  }

  // MARK: From the set to the relationship

  private var members: [NSManagedObject] { owner.toManyMembers(property) }

  override func index(of object: Any) -> Int {
    guard let object = object as? NSManagedObject else { return NSNotFound }
    return owner.loadedRelation(property).members.index(of: object) ?? NSNotFound
  }

  override func insert(_ object: Any, at idx: Int) {
    do { try owner.add(RelationMember.check(object, property), to: property, at: idx) } catch {
      misuse(error.explanation)
    }
  }

  override func removeObject(at idx: Int) { owner.remove(members[idx], from: property) }

  override func replaceObject(at idx: Int, with obj: Any) {
    if members[idx] === obj as AnyObject { return }
    removeObject(at: idx)
    insert(obj, at: idx)
  }

  override func add(_ object: Any) { insert(object, at: count) }

  override func addObjects(from array: [Any]) { array.forEach(add) }

  override func remove(_ val: Any) {
    if let object = val as? NSManagedObject { owner.remove(object, from: property) }
  }

  override func removeAllObjects() {
    for member in members { owner.remove(member, from: property) }
  }

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    var order = members
    order.swapAt(idx1, idx2)
    owner.reorder(property, to: order)
  }

  override func moveObjects(at indexes: IndexSet, to idx: Int) {
    var order = members
    let moved = indexes.map { order[$0] }
    for index in indexes.reversed() { order.remove(at: index) }
    order.insert(contentsOf: moved, at: Swift.min(idx, order.count))
    owner.reorder(property, to: order)
  }

  override func intersect(_ other: NSOrderedSet) {
    for member in members where !other.contains(member) { owner.remove(member, from: property) }
  }

  override func sortRange(
    _ range: NSRange, options opts: NSSortOptions = [],
    usingComparator cmptr: (Any, Any) -> ComparisonResult
  ) {
    guard let range = Range(range) else { return }
    var order = members
    let sorted = order[range].enumerated().sorted { left, right in
      let result = cmptr(left.element, right.element)
      return result == .orderedSame ? left.offset < right.offset : result == .orderedAscending
    }
    order.replaceSubrange(range, with: sorted.map(\.element))
    owner.reorder(property, to: order)
  }
}
