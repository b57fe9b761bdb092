import Foundation

/// Saving a child context: its work is done again in the parent (case B072).
extension NSManagedObjectContext {
  /// Hands the unsaved work to the parent, whose unsaved work it becomes.
  final func hand(_ work: UnsavedWork, to parent: NSManagedObjectContext) throws {
    adoptPermanentKeys()
    let rows = try (work.inserted + work.updated).map { try ParentRows.batch([$0]).first }
    parent.performAndWait {
      for object in work.inserted { parent.receive(inserted: object) }
      for object in work.inserted + work.updated { parent.receive(valuesOf: object) }
      for object in work.deleted { parent.receive(deleted: object) }
      parent.processPendingChanges()
    }
    for (object, row) in zip(work.inserted + work.updated, rows) {
      object.setRow(row?.pointer)
      if object.overlay != nil { dropSavedValues(object) }
    }
  }

  private final func twin(of object: NSManagedObject) -> NSManagedObject {
    registry.object(
      root: object.layout.rootNumber, pk: object.pk,
      storeIndex: object.pk < 0 ? -1 : object.storeIndex)
      ?? makeFault(object.layout, pk: object.pk, storeIndex: object.storeIndex)
  }

  /// A twin of a new object, with the same temporary key.
  private final func receive(inserted object: NSManagedObject) {
    let copy = object.layout.objectClass.init(entity: object.layout.entity, insertInto: nil)
    copy.pk = object.pk
    copy.storeIndex = object.storeIndex
    copy.context = self
    copy.overlay = copy.layout.emptyValues
    copy.flags.insert(.insertedInEvent)
    registry.add(copy)
    pending.addInserted(copy)
    event.noteInsertion(of: copy)
  }

  private final func receive(valuesOf object: NSManagedObject) {
    let copy = twin(of: object)
    for property in object.layout.properties
    where property.kind.isAttribute && property.kind != .composite || property.kind == .toOne {
      guard let value = object.overlay?[property.slot], !value.isUnset else { continue }
      copy.setSlot(received(value, from: object.context), slot: property.slot)
    }
    for property in object.layout.toManies {
      guard let state = object.relationIfTouched(property), state.hasChanges else { continue }
      for member in state.removed.all { copy.changeToMany(remove: twin(of: member), property) }
      for member in state.newMembers {
        copy.changeToMany(add: twin(of: member), at: nil, property, isNew: false)
      }
      if property.kind == .orderedToMany {
        copy.reorder(property, to: object.toManyMembers(property).map(twin))
      }
    }
  }

  /// A value of a child, its reference by the key that the object has here.
  private final func received(
    _ value: SlotValue, from child: NSManagedObjectContext?
  ) -> SlotValue {
    guard case .object(let key) = value else { return value }
    return .object(currentKey(child?.currentKey(key) ?? key))
  }

  private final func receive(deleted object: NSManagedObject) {
    let copy = twin(of: object)
    guard !copy.flags.contains(.deleted) else { return }
    delete(copy)
  }
}
