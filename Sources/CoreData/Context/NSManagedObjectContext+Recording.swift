import Foundation

/// Recording what is done to objects, for saving, undo and notifications.
extension NSManagedObjectContext {
  /// Notes that an object has unsaved changes.
  @inline(__always)
  final func noteUpdate(_ object: NSManagedObject) {
    checkQueue()
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
    // Later slots are recorded each time, which takes room and changes nothing.
    if slot < 16 {
      let bit: UInt16 = 1 << UInt16(slot)
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

  /// The stored properties of an object that changed since the last announcement, with their former
  /// values. While an event is announced it still counts.
  final func valuesBeforeEvent(of object: NSManagedObject) -> [String: Any?] {
    var values: [String: Any?] = [:]
    var members: [Int: [NSManagedObject]] = [:]
    let changes = event.changes.reversed().filter { $0.object === object }
    for change in changes + announcedEvent.changes(of: object) {
      switch change {
      case .value(_, let slot, let old):
        let property = object.layout.properties[slot]
        if property.isTransient { continue }
        values[property.name] = .some(boxed(old, property, of: object))
      case .member(_, let slot, let member, let added, let index):
        var list = members[slot] ?? object.toManyMembers(object.layout.properties[slot])
        if added {
          list.removeAll { $0 === member }
        } else {
          list.insert(member, at: index < 0 ? list.count : min(index, list.count))
        }
        members[slot] = list
      case .order(_, let slot, let old): members[slot] = old
      case .insertions, .deleted: break
      }
    }
    for (slot, list) in members {
      let property = object.layout.properties[slot]
      values[property.name] =
        property.kind == .orderedToMany ? NSOrderedSet(array: list) : NSSet(array: list)
    }
    return values
  }

  private final func boxed(
    _ value: SlotValue, _ property: PropertyLayout, of object: NSManagedObject
  ) -> Any? {
    guard case .object(let key) = value else { return value.boxed }
    return self.object(for: key, destinationOf: property, storeIndex: object.storeIndex)
  }

  final func endEvent() {
    guard !isProcessing, !event.isEmpty else { return }
    isProcessing = true
    defer { isProcessing = false }
    if propagatesDeletesAtEndOfEvent || isSaving { propagateDeletions() }
    let ended = event
    event = ContextEvent()
    ended.inserted.forEachUncounted { object in
      object.flags.subtract([.insertedInEvent, .changedInEvent])
      object.recordedSlots = 0
    }
    ended.updated.forEachUncounted { object in
      object.flags.remove(.changedInEvent)
      object.recordedSlots = 0
    }
    registerUndo(of: ended)
    announcedEvent = AnnouncedEvent(ended.changes)
    announceChange(ended)
    announcedEvent = AnnouncedEvent([])
  }
}
