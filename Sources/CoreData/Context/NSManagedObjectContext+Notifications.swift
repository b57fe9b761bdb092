import Foundation

/// What a context tells the world.
extension NSManagedObjectContext {
  /// Says what an event changed (case B074): once per event, with the objects under Apple's keys.
  final func announceChange(_ event: ContextEvent) {
    var info: [AnyHashable: Any] = [:]
    let inserted = ContiguousArray(event.inserted.filter { !$0.flags.contains(.deleted) })
    let isNew = Set(inserted)
    let updated = ContiguousArray(
      event.updated.filter { !$0.flags.contains(.deleted) && !isNew.contains($0) })
    Self.put(inserted, NSInsertedObjectsKey, &info)
    Self.put(updated, NSUpdatedObjectsKey, &info)
    Self.put(event.deleted, NSDeletedObjectsKey, &info)
    Self.put(event.refreshed, NSRefreshedObjectsKey, &info)
    guard !info.isEmpty else { return }
    NotificationCenter.default.post(
      name: .NSManagedObjectContextObjectsDidChange, object: self, userInfo: info)
  }

  /// Says what a save wrote.
  final func announceSave(_ saved: SavedObjects) {
    var info: [AnyHashable: Any] = [:]
    Self.put(ContiguousArray(saved.inserted), NSInsertedObjectsKey, &info)
    Self.put(ContiguousArray(saved.updated), NSUpdatedObjectsKey, &info)
    Self.put(ContiguousArray(saved.deleted), NSDeletedObjectsKey, &info)
    NotificationCenter.default.post(
      name: .NSManagedObjectContextDidSave, object: self, userInfo: info)
    storeCoordinator?.tellOthers(of: saved, from: self)
    let followers = children.all
    guard !followers.isEmpty else { return }
    let changes = MergedChanges(saved)
    for child in followers { child.perform { child.merge(changes) } }
  }

  private static func put(
    _ objects: ContiguousArray<NSManagedObject>, _ key: String, _ info: inout [AnyHashable: Any]
  ) {
    guard !objects.isEmpty else { return }
    info[key] = Set(objects)
  }
}
