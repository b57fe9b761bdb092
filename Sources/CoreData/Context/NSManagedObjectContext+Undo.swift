import Foundation

/// Undo: every event is one record of differences, taken back from its end.
extension NSManagedObjectContext {
  final func undoLastGroup() {
    processPendingChanges()
    undoManager?.undo()
  }

  final func redoLastGroup() {
    processPendingChanges()
    undoManager?.redo()
  }

  /// Hands the changes of an ended event to the undo manager.
  final func registerUndo(of event: ContextEvent) {
    guard let undoManager, undoManager.isUndoRegistrationEnabled,
      event.changes.contains(where: \.hasEffect)
    else { return }
    let record = UndoRecord(event)
    undoManager.registerUndo(of: ObjectIdentifier(self), record: record) { [ownReference] in
      ownReference.context?.takeBack(record)
    }
  }

  /// An undo manager that goes takes the context's records with it.
  final func undoManagerChanged(from old: UndoManager?) {
    old?.removeAllActions(withTarget: self)
    if undoManager == nil && !logsKeys { formerKeys = FormerKeys() }
    if let undoObservation { NotificationCenter.default.removeObserver(undoObservation) }
    undoObservation = undoManager.map { manager in
      // A group that is closed, and an undo, take what has been done so far into the group.
      NotificationCenter.default.addObserver(
        forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
      ) { [ownReference] _ in ownReference.context?.processPendingChanges() }
    }
  }

  private final func takeBack(_ record: UndoRecord) {
    isUndoing = true
    var hooked: [NSManagedObject: NSSnapshotEventType] = [:]
    for change in record.changes.reversed() {
      takeBack(change, record)
      if let object = change.object, object.flags.contains(.hooked) {
        hooked[object, default: []].insert(change.undoEvent)
      }
      if case .insertions(let places) = change {
        for object in record.inserted[places] where object.flags.contains(.hooked) {
          hooked[object, default: []].insert(.undoInsertion)
        }
      }
    }
    // Every object touched is in the event, most of them once.
    for object in event.updated { dropEmptyUpdate(object) }
    for object in event.inserted { dropEmptyUpdate(object) }
    isUndoing = false
    processPendingChanges()
    for (object, events) in hooked { object.awake(fromSnapshotEvents: events) }
  }

  private final func takeBack(_ change: GraphChange, _ record: UndoRecord) {
    switch change {
    case .insertions(let places):
      for place in places.reversed() { takeBackInsertion(record.inserted[place]) }
    case .deleted(let object): takeBackDeletion(object)
    case .value(let object, let slot, let old): object.setSlot(current(old), slot: slot)
    case .member(let object, let slot, let member, let added, let index):
      let property = object.layout.properties[slot]
      if added {
        object.changeToMany(remove: member, property)
      } else {
        object.changeToMany(add: member, at: index < 0 ? nil : index, property, isNew: false)
      }
    case .order(let object, let slot, let old):
      object.reorder(object.layout.properties[slot], to: old)
    }
  }

  /// A recorded reference to an object that has been saved since names it by its new key.
  private final func current(_ value: SlotValue) -> SlotValue {
    guard case .object(let key) = value else { return value }
    return .object(currentKey(key))
  }

  /// The object vanishes: from the context if it was never saved, else with the next save.
  private final func takeBackInsertion(_ object: NSManagedObject) {
    if object.flags.contains(.inserted) {
      pending.withdraw(object)
    } else {
      pending.addDeleted(object)
    }
    object.flags.insert(.propagated)
    object.flags.remove(.insertedInEvent)
    event.deleted.append(object)
    event.changes.append(.deleted(object))
  }

  /// The object is back: as it was, or, if its deletion was saved, as a new object with its old key.
  private final func takeBackDeletion(_ object: NSManagedObject) {
    object.flags.subtract([.deleted, .propagated])
    if object.flags.contains(.gone) {
      object.flags.remove(.gone)
      object.context = self
      registry.add(object)
      for property in object.layout.toManies { object.relation(property).makeFresh() }
      pending.addInserted(object)
    } else if object.flags.contains(.inserted) {
      pending.addInserted(object)
    }
    event.noteInsertion(of: object)
  }

  /// An object that undo brought back to its stored state is not changed any more.
  private final func dropEmptyUpdate(_ object: NSManagedObject) {
    guard object.flags.contains(.updated), !object.flags.contains(.deleted),
      !object.hasPersistentChangedValues
    else { return }
    object.flags.remove(.updated)
  }
}

extension GraphChange {
  /// Whether anything is otherwise than before: a value may be set to what it was (case B045), and then
  /// there is nothing to undo.
  fileprivate var hasEffect: Bool {
    guard case .value(let object, let slot, let old) = self, !object.flags.contains(.fault) else {
      return true
    }
    if case .transformable = old { return true }
    return object.slotValue(slot) != old
  }

  /// What an object is told when the change is taken back.
  fileprivate var undoEvent: NSSnapshotEventType {
    switch self {
    case .insertions: .undoInsertion
    case .deleted: .undoDeletion
    case .value, .member, .order: .undoUpdate
    }
  }
}
