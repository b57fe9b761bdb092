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
    let changes = MergedChanges(
      inserted: ids(info[NSInsertedObjectsKey] ?? info[NSInsertedObjectIDsKey]),
      updated: ids(info[NSUpdatedObjectsKey] ?? info[NSUpdatedObjectIDsKey]),
      deleted: ids(info[NSDeletedObjectsKey] ?? info[NSDeletedObjectIDsKey]))
    // Where another coordinator saved, or ids come from elsewhere, such as the history, the row cache
    // may not know what they stand for.
    let sender = notification.object as? NSManagedObjectContext
    let hasIDs = info[NSUpdatedObjectIDsKey] != nil || info[NSDeletedObjectIDsKey] != nil
    if hasIDs || sender?.persistentStoreCoordinator !== persistentStoreCoordinator {
      persistentStoreCoordinator?.forgetRows(changes.updated + changes.deleted)
    }
    merge(changes)
  }

  /// The ids in a notification, as this context's coordinator has them.
  private final func ids(_ value: Any?) -> [NSManagedObjectID] {
    Self.ids(value).map { $0.layout.model === modelLayout ? $0 : translated($0) ?? $0 }
  }

  /// The id of the same row for an id that was made with another model, as another coordinator on the
  /// same store may have.
  private final func translated(_ id: NSManagedObjectID) -> NSManagedObjectID? {
    id.isTemporaryID
      ? nil
      : persistentStoreCoordinator?.managedObjectID(forURIRepresentation: id.uriRepresentation())
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
    checkQueue()
    adoptPermanentKeys()
    advanceGeneration()
    processPendingChanges()
    var refreshed: [NSManagedObjectID] = []
    for id in changes.updated {
      if let object = registeredObject(for: id), !object.flags.contains(.inserted) {
        // A fault has nothing to show that would be new: it just reads the new row when it fires
        // (documented by Apple's technical support: merging changes objects that are "not faulted").
        let isSilent = object.flags.contains(.fault) && object.flags.isDisjoint(with: .pending)
        refresh(
          object, mergeChanges: !object.flags.isDisjoint(with: .pending), isSilent: isSilent)
        if !isSilent { refreshed.append(id) }
      }
    }
    var arrived: ContiguousArray<NSManagedObject> = []
    for id in changes.inserted where registeredObject(for: id) == nil {
      guard let object = objectIfKnown(id) else { continue }
      arrived.append(object)
      event.inserted.append(object)
    }
    merged = arrived
    for id in changes.deleted {
      guard let object = registeredObject(for: id), !object.flags.contains(.inserted),
        !object.flags.contains(.deleted)
      else { continue }
      letGo(ofDeleted: object)
    }
    processPendingChanges()
    announceMerge(changes, refreshed)
    if !children.isEmpty { tellChildren(of: changes, besides: nil) }
  }

  /// The row of an object is gone: the object is deleted, and those who hold it look again.
  private final func letGo(ofDeleted object: NSManagedObject) {
    for property in object.layout.toOnes
    where property.inverseSlot >= 0 && !object.flags.contains(.fault) {
      guard case .object(let key) = object.slotValue(property.slot),
        let partner = registered(key, storeIndex: object.storeIndex)
      else { continue }
      let inverse = partner.layout.properties[property.inverseSlot]
      if inverse.kind.isToMany, partner.relationIfTouched(inverse)?.hasChanges == false {
        partner.dropRelation(inverse)
      }
    }
    // It stays, marked as deleted and with the values it has, until this context saves (observed:
    // FreeCoreData, CoreDataPlus); there is nothing left to delete then.
    object.flags.subtract(.updated)
    object.flags.insert([.propagated, .goneElsewhere])
    event.deleted.append(object)
    pending.addDeleted(object)
  }

  private final func announceMerge(_ changes: MergedChanges, _ refreshed: [NSManagedObjectID]) {
    var info: [AnyHashable: Any] = [:]
    Self.put(changes.inserted, NSInsertedObjectIDsKey, &info)
    Self.put(changes.updated, NSUpdatedObjectIDsKey, &info)
    Self.put(changes.deleted, NSDeletedObjectIDsKey, &info)
    Self.put(refreshed, NSRefreshedObjectIDsKey, &info)
    NotificationCenter.default.post(
      name: .NSManagedObjectContextDidMergeChangesObjectIDs, object: self, userInfo: info)
  }
}
