/// The unsaved work of a context, sorted, at one moment.
struct UnsavedWork {
  let inserted: [NSManagedObject]
  let updated: [NSManagedObject]
  let deleted: [NSManagedObject]

  init(_ pending: PendingObjects) {
    inserted = pending.newObjects
    updated = pending.changedObjects
    deleted = pending.deletedObjects.filter { !$0.flags.contains(.goneElsewhere) }
  }
}

/// The objects that a save wrote, for hooks and notifications.
struct SavedObjects {
  let inserted: [NSManagedObject]
  let updated: [NSManagedObject]
  let deleted: [NSManagedObject]
  /// The ids of the deleted ones, which have no context any more when they are announced.
  let deletedIDs: [NSManagedObjectID]

  init(_ work: UnsavedWork) {
    inserted = work.inserted
    updated = work.updated
    deleted = work.deleted
    deletedIDs = work.deleted.map(\.objectID)
  }
}
