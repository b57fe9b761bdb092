import Foundation

/// What a save changed, in a form that may cross to another context's queue.
struct MergedChanges: Sendable {
  let inserted: [NSManagedObjectID]
  let updated: [NSManagedObjectID]
  let deleted: [NSManagedObjectID]

  init(_ saved: SavedObjects) {
    inserted = saved.inserted.map(\.objectID)
    updated = saved.updated.map(\.objectID)
    deleted = saved.deletedIDs
  }

  init(
    inserted: [NSManagedObjectID], updated: [NSManagedObjectID], deleted: [NSManagedObjectID]
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }
}

/// Merging what others saved.
extension NSManagedObjectContext {
  /// Brings the changes of another context's save into this one (case B073): updated objects are
  /// refreshed, unsaved changes of this context kept on top; inserted objects are registered;
  /// deleted ones leave.
  ///
  /// - Parameter notification: the `NSManagedObjectContextDidSave` of the other context.
  public final func mergeChanges(fromContextDidSave notification: Notification) {
    guard let info = notification.userInfo else { return }
    merge(
      MergedChanges(
        inserted: Self.ids(info[NSInsertedObjectsKey] ?? info[NSInsertedObjectIDsKey]),
        updated: Self.ids(info[NSUpdatedObjectsKey] ?? info[NSUpdatedObjectIDsKey]),
        deleted: Self.ids(info[NSDeletedObjectsKey] ?? info[NSDeletedObjectIDsKey])))
  }

  private static func ids(_ value: Any?) -> [NSManagedObjectID] {
    switch value {
    case let ids as [NSManagedObjectID]: ids
    case let ids as Set<NSManagedObjectID>: Array(ids)
    case let objects as Set<NSManagedObject>: objects.map(\.objectID)
    case let set as NSSet:
      set.allObjects.compactMap { ($0 as? NSManagedObject)?.objectID ?? $0 as? NSManagedObjectID }
    default: []
    }
  }

  final func merge(_ changes: MergedChanges) {
    for id in changes.updated {
      if let object = registeredObject(for: id) {
        refresh(object, mergeChanges: !object.flags.isDisjoint(with: .pending))
      }
    }
    for id in changes.inserted where registeredObject(for: id) == nil {
      let object = object(with: id)
      event.inserted.append(object)
    }
    for id in changes.deleted {
      guard let object = registeredObject(for: id), !object.flags.contains(.inserted) else {
        continue
      }
      object.flags.insert(.propagated)
      event.deleted.append(object)
      registry.remove(object)
      object.flags.subtract(.pending)
      object.flags.insert(.gone)
      object.context = nil
    }
    processPendingChanges()
  }
}
