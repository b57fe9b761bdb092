/// The objects with unsaved work, each listed once, in the order in which they came to have it.
///
/// An object stays listed when its work is taken back; its flags tell.
struct PendingObjects {
  private(set) var inserted: [NSManagedObject] = []
  private(set) var updated: [NSManagedObject] = []
  private(set) var deleted: [NSManagedObject] = []

  mutating func addInserted(_ object: NSManagedObject) {
    object.flags.insert(.inserted)
    if object.flags.contains(.listedInserted) { return }
    object.flags.insert(.listedInserted)
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
    inserted.filter { $0.flags.contains(.hooked) && $0.isInserted }
      + updated.filter {
        $0.flags.contains(.hooked) && $0.isUpdated && !$0.flags.contains(.inserted)
      }
      + deleted.filter {
        $0.flags.contains(.hooked) && $0.isDeleted && !$0.flags.contains(.inserted)
      }
  }

  /// The objects that are new, in the order of insertion.
  var newObjects: [NSManagedObject] {
    // Mostly all of them, and then the list itself serves: a copy counts a reference to each.
    inserted.allSatisfy(\.isInserted) ? inserted : inserted.filter(\.isInserted)
  }

  /// The objects that are changed.
  var changedObjects: [NSManagedObject] {
    updated.filter { $0.isUpdated && !$0.flags.contains(.inserted) }
  }

  /// The objects that are to be deleted and have a row.
  var deletedObjects: [NSManagedObject] {
    deleted.filter { $0.isDeleted && !$0.flags.contains(.inserted) }
  }

  /// Forgets the objects that a closure names.
  mutating func remove(where isGone: (NSManagedObject) -> Bool) {
    inserted.removeAll(where: isGone)
    updated.removeAll(where: isGone)
    deleted.removeAll(where: isGone)
  }

  /// Forgets everything and clears the objects' flags.
  mutating func removeAll() {
    for object in inserted { object.flags.subtract([.inserted, .listedInserted]) }
    for object in updated { object.flags.subtract([.updated, .listedUpdated]) }
    for object in deleted { object.flags.subtract([.deleted, .listedDeleted, .propagated]) }
    inserted = []
    updated = []
    deleted = []
  }
}
