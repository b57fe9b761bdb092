import Foundation

/// Recording what is done to objects, for saving, undo and notifications.
extension NSManagedObjectContext {
  /// Notes that an object has unsaved changes.
  @inline(__always)
  final func noteUpdate(_ object: NSManagedObject) {
    if !object.flags.contains(.updated) && !object.flags.contains(.inserted) {
      pending.addUpdated(object)
    }
    if !object.flags.contains(.changedInEvent) {
      object.flags.insert(.changedInEvent)
      event.updated.append(object)
    }
  }

  /// Called before a slot gets another value: notes the old one, once per event.
  final func recordValue(_ object: NSManagedObject, slot: Int) {
    if object.flags.contains(.inHook) && !isSaving { return }
    noteUpdate(object)
    if slot < 64 {
      let bit: UInt64 = 1 << UInt64(slot)
      if object.recordedSlots & bit != 0 { return }
      object.recordedSlots |= bit
    }
    event.changes.append(.value(object, slot: slot, old: object.slotValue(slot)))
  }

  /// Called after a to-many gained or lost a member.
  final func recordMember(
    _ object: NSManagedObject, _ property: PropertyLayout, _ member: NSManagedObject, added: Bool,
    index: Int
  ) {
    if object.flags.contains(.insertedInEvent) { return }
    noteUpdate(object)
    event.changes.append(
      .member(object, slot: property.slot, member, added: added, index: index))
  }

  /// Called before an ordered to-many gets another order.
  final func recordOrder(
    _ object: NSManagedObject, _ property: PropertyLayout, old: [NSManagedObject]
  ) {
    if object.flags.contains(.insertedInEvent) { return }
    noteUpdate(object)
    event.changes.append(.order(object, slot: property.slot, old: old))
  }

  /// The names of the properties of an object that changed in the current event.
  final func namesChangedInEvent(of object: NSManagedObject) -> Set<String> {
    var names: Set<String> = []
    for change in event.changes where change.object === object {
      switch change {
      case .value(_, let slot, _), .member(_, let slot, _, _, _), .order(_, let slot, _):
        names.insert(object.layout.properties[slot].name)
      case .inserted, .deleted: break
      }
    }
    return names
  }

  /// Ends the current event: deletions are carried over to relationships, the event becomes one
  /// undo record, and the change is announced.
  ///
  /// Called by saving, undo, fetching and the end of each `perform` block; a program may call it
  /// wherever an event ends.
  public final func processPendingChanges() {
    guard !isProcessing, !event.isEmpty else { return }
    isProcessing = true
    defer { isProcessing = false }
    if propagatesDeletesAtEndOfEvent || isSaving { propagateDeletions() }
    let ended = event
    event = ContextEvent()
    for object in ended.inserted {
      object.flags.subtract([.insertedInEvent, .changedInEvent])
      object.recordedSlots = 0
    }
    for object in ended.updated {
      object.flags.remove(.changedInEvent)
      object.recordedSlots = 0
    }
    registerUndo(of: ended.changes)
    announceChange(ended)
  }
}
