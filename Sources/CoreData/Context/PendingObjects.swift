/// The objects with unsaved work, each listed once, in the order in which they came to have it.
///
/// An object stays listed when its work is taken back; its flags tell.
struct PendingObjects {
  private(set) var inserted: [NSManagedObject] = []
  private(set) var updated: [NSManagedObject] = []
  private(set) var deleted: [NSManagedObject] = []
  /// Whether anything was deleted, or may be nowhere any more, since the last save: only then can a
  /// relationship refer to what has no row.
  var mayDangle = false

  mutating func addInserted(_ object: NSManagedObject) {
    object.flags.insert(.inserted)
    if object.flags.contains(.listedInserted) { return }
    object.flags.insert(.listedInserted)
    inserted.makeRoomAhead()
    inserted.append(object)
  }

  mutating func addUpdated(_ object: NSManagedObject) {
    object.flags.insert(.updated)
    if object.flags.contains(.listedUpdated) { return }
    object.flags.insert(.listedUpdated)
    updated.append(object)
  }

  mutating func addDeleted(_ object: NSManagedObject) {
    object.flags.insert(.deleted)
    mayDangle = true
    if object.flags.contains(.listedDeleted) { return }
    object.flags.insert(.listedDeleted)
    deleted.append(object)
  }

  /// Whether a save would have anything to do. An object inserted and deleted is nothing.
  var isEmpty: Bool {
    !inserted.contains { $0.isInserted } && !updated.contains { $0.isUpdated }
      && !deleted.contains { $0.isDeleted && !$0.flags.contains(.inserted) }
  }

  /// The objects whose classes override a hook, so that a save must call it: new ones, changed ones,
  /// ones to be deleted.
  var hookedObjects: [NSManagedObject] {
    var hooked: [NSManagedObject] = []
    inserted.forEachUncounted {
      if $0.flags.contains(.hooked), $0.isInserted { hooked.append($0) }
    }
    updated.forEachUncounted {
      if $0.flags.contains(.hooked), Self.isChanged($0) { hooked.append($0) }
    }
    deleted.forEachUncounted {
      if $0.flags.contains(.hooked), Self.isToBeDeleted($0) { hooked.append($0) }
    }
    return hooked
  }

  private static func isChanged(_ object: NSManagedObject) -> Bool {
    object.isUpdated && !object.flags.contains(.inserted)
  }

  private static func isToBeDeleted(_ object: NSManagedObject) -> Bool {
    object.isDeleted && !object.flags.contains(.inserted)
  }

  /// The objects that are new, in the order of insertion.
  var newObjects: [NSManagedObject] {
    // Mostly all of them, and then the list itself serves: a copy counts a reference to each.
    inserted.allUncounted(\.isInserted) ? inserted : inserted.filter(\.isInserted)
  }

  /// The objects that are changed.
  var changedObjects: [NSManagedObject] {
    updated.allUncounted(Self.isChanged) ? updated : updated.filter(Self.isChanged)
  }

  /// The objects that are to be deleted and have a row.
  var deletedObjects: [NSManagedObject] {
    deleted.allUncounted(Self.isToBeDeleted) ? deleted : deleted.filter(Self.isToBeDeleted)
  }

  /// Marks a new object as deleted: it was never there.
  mutating func withdraw(_ object: NSManagedObject) {
    object.flags.insert(.deleted)
    mayDangle = true
  }

  /// Forgets the objects that a closure names.
  mutating func remove(where isGone: (NSManagedObject) -> Bool) {
    inserted.removeAll(where: isGone)
    updated.removeAll(where: isGone)
    deleted.removeAll(where: isGone)
  }

  /// Forgets everything and clears the objects' flags.
  mutating func removeAll() {
    inserted.forEachUncounted {
      $0.flags.subtract([.inserted, .listedInserted, .deleted, .propagated])
    }
    updated.forEachUncounted { $0.flags.subtract([.updated, .listedUpdated]) }
    deleted.forEachUncounted { $0.flags.subtract([.deleted, .listedDeleted, .propagated]) }
    inserted = []
    updated = []
    deleted = []
    mayDangle = false
  }
}
