import Foundation

/// Deleting, and what a deletion does to relationships.
extension NSManagedObjectContext {
  final func markToDelete(_ object: NSManagedObject) {
    checkQueue()
    requireOwn(object, "delete")
    guard object.context === self, !object.flags.contains(.gone) else { return }
    // Called on a repeated deletion too (observed: FreeCoreData's tests, which pass on macOS).
    if object.flags.contains(.hooked) { object.prepareForDeletion() }
    if object.flags.contains(.deleted) { return }
    mark(deleted: object)
    event.deleted.append(object)
    event.changes.append(.deleted(object))
  }

  private final func mark(deleted object: NSManagedObject) {
    if object.flags.contains(.inserted) {
      pending.withdraw(object)
    } else {
      pending.addDeleted(object)
    }
  }

  /// Carries every new deletion over to the deleted objects' relationships. Cascades are worked off
  /// from a list, so a chain of any length is as safe as a short one.
  final func propagateDeletions() {
    while event.propagated < event.deleted.count {
      let object = event.deleted[event.propagated]
      event.propagated += 1
      guard object.flags.contains(.deleted), !object.flags.contains(.propagated) else { continue }
      object.flags.insert(.propagated)
      for property in object.layout.relationships {
        propagate(property, of: object)
      }
    }
  }

  /// Carries over the deletions of earlier events that waited for the save.
  final func propagatePendingDeletions() {
    let waiting = pending.deleted.filter { !$0.flags.contains(.propagated) }
    event.deleted = waiting
    propagateDeletions()
    // These were announced when they happened; what went along with them was not.
    event.deleted.removeFirst(waiting.count)
    event.propagated = event.deleted.count
    processPendingChanges()
  }

  private final func propagate(_ property: PropertyLayout, of object: NSManagedObject) {
    switch property.deleteRule {
    case .noActionDeleteRule, .denyDeleteRule:
      return
    case .cascadeDeleteRule:
      forEachPartner(property, of: object) { if !$0.flags.contains(.deleted) { delete($0) } }
    case .nullifyDeleteRule:
      guard property.inverseSlot >= 0 else {
        // An undo after the deletion was saved needs to know whom the object had.
        if undoManager != nil, property.kind.isToMany { _ = object.toManyMembers(property) }
        return
      }
      forEachPartner(property, of: object) { partner in
        if !partner.flags.contains(.deleted) { partner.inverseLost(object, property) }
      }
    }
  }

  private final func forEachPartner(
    _ property: PropertyLayout, of object: NSManagedObject, _ body: (NSManagedObject) -> Void
  ) {
    if property.kind == .toOne {
      if let partner = object.toOne(property) { body(partner) }
    } else {
      for partner in object.toManyMembers(property) { body(partner) }
    }
  }
}
