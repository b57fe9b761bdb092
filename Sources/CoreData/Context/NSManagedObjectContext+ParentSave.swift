import Foundation

/// Saving a child context: its work is done again in the parent (case B072).
extension NSManagedObjectContext {
  /// Hands the unsaved work to the parent, whose unsaved work it becomes.
  final func hand(_ work: UnsavedWork, to parent: NSManagedObjectContext) throws {
    adoptPermanentKeys()
    let rows = try (work.inserted + work.updated).map { try ParentRows.batch([$0]).first }
    try parent.performAndWait {
      try requirePresence(of: work, in: parent)
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

  /// Refuses work on objects that the parent had unsaved when this context got them, and has no more:
  /// their twins would be rows of nothing.
  ///
  /// Observed: AFIncrementalStore 221, launchdarkly/ios-client-sdk 21 (the words and the code).
  private final func requirePresence(
    of work: UnsavedWork, in parent: NSManagedObjectContext
  ) throws {
    for (objects, verb) in [(work.updated, "update"), (work.deleted, "delete")] {
      let strangers = objects.filter { $0.pk < 0 && !parent.mayHave($0.layout, $0.pk) }
      if !strangers.isEmpty { throw ContextError.neverInserted(strangers, verb: verb) }
    }
    if skipsValidation { return }
    var failures: [any Error] = []
    for object in work.inserted + work.updated {
      for property in object.layout.relationships where !property.isTransient {
        if let failure = DanglingReferences.lost(of: property, object) { failures.append(failure) }
        let partners = unsavedPartners(of: object, property)
        let strangers = partners.filter { !parent.mayHave($0.layout, $0.pk) }
        guard !strangers.isEmpty else { continue }
        failures.append(
          DanglingReference(
            property: property.name, object: object, value: object.stored(property),
            partners: strangers
          ).bridged)
      }
    }
    try ValidationRules.raise(failures)
  }

  /// The objects newly referred to that have no row, and that this context did not insert itself.
  private final func unsavedPartners(
    of object: NSManagedObject, _ property: PropertyLayout
  ) -> [NSManagedObject] {
    if property.kind.isToMany {
      guard let state = object.relationIfTouched(property), state.hasChanges else { return [] }
      return state.newMembers.filter { $0.pk < 0 && !$0.isInserted }
    }
    guard case .object(let key)? = object.overlay?[property.slot], key.pk < 0,
      let partner = object.toOne(property), partner.pk < 0, !partner.isInserted
    else { return [] }
    return [partner]
  }

  /// Whether this context, or one above, has an unsaved object or has saved it.
  private final func mayHave(_ entity: EntityLayout, _ pk: Int64) -> Bool {
    if registry.object(root: entity.rootNumber, pk: pk, storeIndex: -1) != nil { return true }
    if formerKeys[pk] != nil { return true }
    guard let parentContext else { return false }
    return parentContext.performAndWait { parentContext.mayHave(entity, pk) }
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
      // What the child has as it got it, this context may have changed meanwhile.
      if property.word != 0, !object.differsFromStored(value, property) { continue }
      let hasInverse = property.kind == .toOne && property.inverseSlot >= 0
      let former = hasInverse ? copy.toOne(property) : nil
      copy.setSlot(received(value, from: object.context), slot: property.slot)
      if hasInverse { copy.mendInverse(of: property, former: former) }
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
