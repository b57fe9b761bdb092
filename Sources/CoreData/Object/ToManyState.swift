import Foundation

/// What an object knows of one of its to-many relationships.
///
/// While the relationship is a fault only the differences to the stored members are kept; once it
/// is loaded the members are. The differences to the last saved state are kept in both cases, for
/// saving and for `committedValues`.
final class ToManyState {
  /// Whether `members` is complete.
  var isLoaded: Bool
  /// The members, if loaded.
  var members: MemberList
  /// Members that the store does not have yet.
  var added: MemberList
  /// Members that the store still has.
  var removed: MemberList
  /// Whether the order of an ordered relationship was changed other than by adding at the end.
  var isReordered = false
  /// The boxed set last handed out, dropped when the members change.
  var boxed: AnyObject?
  /// The typed set last handed out, dropped when the members change.
  var typedSet: Any?

  /// The proxy that mirrors the members of an ordered relationship, while anybody holds it.
  weak var proxy: MutableOrderedRelationSet? { didSet { hasProxy = proxy != nil } }
  /// Whether there may be a proxy.
  private(set) var hasProxy = false

  /// Whether the relationship is ordered.
  private let isOrdered: Bool

  /// - Parameters:
  ///   - property: the relationship.
  ///   - isFresh: whether the owner is unsaved and so has no stored members.
  init(_ property: PropertyLayout, isFresh: Bool) {
    isOrdered = property.kind == .orderedToMany
    self.isFresh = isFresh
    isLoaded = isFresh
    members = MemberList()
    added = MemberList()
    removed = MemberList()
  }

  /// Whether the owner is unsaved, so that every member is a difference and none is listed apart.
  var isFresh: Bool

  /// Whether the relationship differs from the stored one.
  var hasChanges: Bool {
    isFresh ? !members.isEmpty : !added.isEmpty || !removed.isEmpty || isReordered
  }

  /// The members that the store does not have yet.
  var newMembers: [NSManagedObject] { isFresh ? members.all : added.all }

  /// Adds a member, if it is not one, and says whether it did.
  ///
  /// - Parameters:
  ///   - index: the place in an ordered relationship; nil for the end.
  ///   - isNew: whether the caller knows that the object is no member.
  func add(_ object: NSManagedObject, at index: Int?, isNew: Bool) -> Bool {
    if isLoaded {
      if !isNew && members.contains(object) { return false }
      if let index, index < members.count {
        members.insert(object, at: index)
        isReordered = true
      } else {
        members.append(object)
      }
      if hasProxy { proxy?.mirror(inserted: object, at: min(index ?? .max, members.count - 1)) }
    } else if !isNew && added.contains(object) {
      return false
    }
    if !isFresh {
      if removed.isEmpty || removed.remove(object) == nil {
        added.append(object)
      } else if isOrdered {
        // A stored member that left and is back stands where it was put, not where it stood.
        isReordered = true
      }
    }
    forgetBoxes()
    return true
  }

  /// Removes a member and returns the place it had, or nil if it was none. While the relationship
  /// is a fault, an object is taken for a member unless it is known to be removed.
  func remove(_ object: NSManagedObject) -> Int? {
    var place = 0
    if isLoaded {
      guard let found = members.remove(object) else { return nil }
      place = found
      if hasProxy { proxy?.mirror(removedAt: found) }
    } else if removed.contains(object) {
      return nil
    }
    if !isFresh && (added.isEmpty || added.remove(object) == nil) { removed.append(object) }
    forgetBoxes()
    return place
  }

  /// Takes the stored members and puts the differences on top.
  func load(_ stored: some Collection<NSManagedObject>) { load(MemberList(stored)) }

  /// Takes the stored members and puts the differences on top.
  func load(_ stored: consuming MemberList) {
    var list = MemberList()
    if removed.isEmpty && added.isEmpty {
      list = stored
    } else {
      list.reserve(stored.count + added.count)
      for object in stored.all where !removed.contains(object) && !added.contains(object) {
        list.append(object)
      }
      added.forEach { list.append($0) }
    }
    members = list
    isLoaded = true
    forgetBoxes()
    if hasProxy { proxy?.mirror(members.all) }
  }

  /// Takes members as they are, without noting differences: a primitive change.
  func put(_ objects: [NSManagedObject]) {
    members = MemberList(objects)
    isLoaded = true
    forgetBoxes()
    if hasProxy { proxy?.mirror(objects) }
  }

  /// The owner has no row any more: what is known of the members is all there is, and every one of
  /// them is to be saved.
  func makeFresh() {
    if !isLoaded { load([]) }
    added = MemberList()
    removed = MemberList()
    isFresh = true
  }

  /// Forgets the stored members and keeps the differences to them.
  func unload() {
    members = MemberList()
    isLoaded = false
    forgetBoxes()
  }

  /// The members as a set, for a typed accessor.
  ///
  /// - Parameters:
  ///   - wanted: the class that every member must be of.
  ///   - isForeign: called with a member that is not.
  func objectSet(
    of wanted: NSManagedObject.Type, isForeign: (NSManagedObject) -> Never
  ) -> Set<NSManagedObject> {
    members.forEach { member in
      // Asking for the very class first saves walking up the classes.
      let isFit = type(of: member) == wanted || Self.isKind(type(of: member), of: wanted)
      if !isFit { isForeign(member) }
      // Who asks for the members is about to read them, in the order of the set, which is that of
      // nothing in memory.
      member.hintRow()
    }
    return members.set
  }

  @inline(never)
  private static func isKind(
    _ objectClass: NSManagedObject.Type, of wanted: NSManagedObject.Type
  ) -> Bool {
    var current: AnyClass? = objectClass
    while let found = current {
      if found == wanted { return true }
      current = _getSuperclass(found)
    }
    return false
  }

  /// Puts the members into a new order. Same members as before.
  func reorder(_ objects: [NSManagedObject]) {
    members = MemberList(objects)
    isReordered = true
    forgetBoxes()
    if hasProxy { proxy?.mirror(objects) }
  }

  /// What is in memory is now what the store has.
  func commit() {
    added = MemberList()
    removed = MemberList()
    isReordered = false
    isFresh = false
  }

  /// Drops what was handed out, since the members have changed.
  @inline(__always)
  func forgetBoxes() {
    if boxed != nil { boxed = nil }
    if typedSet != nil { typedSet = nil }
  }
}
