import Foundation

/// Giving unsaved work up.
extension NSManagedObjectContext {
  final func dropUnsavedWork() {
    isUndoing = true
    let unannounced = Set(event.inserted.map(ObjectIdentifier.init))
    var vanished: [NSManagedObject] = []
    while !event.isEmpty { endEventWithoutUndo() }
    let inserted = pending.inserted
    let changed = pending.updated + pending.deleted
    for object in inserted where object.flags.contains(.inserted) {
      if !unannounced.contains(ObjectIdentifier(object)) { vanished.append(object) }
      registry.remove(object)
      object.context = nil
      object.flags.insert(.gone)
      retained.remove(object)
    }
    var refreshed: [NSManagedObject] = []
    for object in changed where !object.flags.contains(.gone) && object.context != nil {
      if object.flags.contains(.goneElsewhere) {
        registry.remove(object)
        retained.remove(object)
        object.context = nil
        object.flags.insert(.gone)
        continue
      }
      object.announcingRestoration { restore(object) }
      refreshed.append(object)
    }
    pending.removeAll()
    awaited = [:]
    isUndoing = false
    undoManager?.removeAllActions()
    var ended = ContextEvent()
    ended.refreshed = refreshed
    ended.deleted = vanished
    if !ended.isEmpty { announceChange(ended) }
  }

  private final func endEventWithoutUndo() {
    let ended = event
    event = ContextEvent()
    for object in ended.inserted + ended.updated {
      object.flags.subtract([.insertedInEvent, .changedInEvent])
      object.recordedSlots = 0
    }
  }

  private final func restore(_ object: NSManagedObject) {
    object.overlay = nil
    object.dropRelations()
    object.extra?.decoded = [:]
    object.flags.subtract([.deleted, .updated, .propagated])
    if object.flags.contains(.inaccessible) {
      object.flags.remove(.inaccessible)
      object.flags.insert(.fault)
    }
    if object.flags.contains(.hooked) { object.awake(fromSnapshotEvents: .rollback) }
  }

  final func forgetEverything() {
    var ids: [NSManagedObjectID] = []
    var objects: [NSManagedObject] = []
    registry.forEach { objects.append($0) }
    ids = objects.map(\.objectID)
    endEventWithoutUndo()
    pending.removeAll()
    awaited = [:]
    for object in objects {
      registry.remove(object)
      object.cutOff()
    }
    advanceGeneration()
    merged = []
    formerKeys = FormerKeys()
    retained = []
    undoManager?.removeAllActions(withTarget: self)
    NotificationCenter.default.post(
      name: NotificationInterest.didChangeName, object: self,
      userInfo: [NSInvalidatedAllObjectsKey: ids])
  }
}
