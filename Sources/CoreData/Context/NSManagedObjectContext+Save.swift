import Foundation

/// Saving, as a row of phases; each of them is in a file of its own.
extension NSManagedObjectContext {
  final func saveChanges() throws {
    checkQueue()
    guard !isSaving else { return }
    announced.isKept = true
    defer { announced = AnnouncedSets() }
    processPendingChanges()
    isSaving = true
    defer { isSaving = false }
    guard hasChanges || hasListedObjects else {
      try saveNothing()
      return
    }
    if !propagatesDeletesAtEndOfEvent { propagatePendingDeletions() }
    NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self)
    try runWillSave()
    if parentContext == nil, modelLayout?.hasDerived == true { try DerivedValues(self).compute() }
    try validate(UnsavedWork(pending))
    if let parentContext {
      let work = UnsavedWork(pending)
      try hand(work, to: parentContext)
      finish(work)
    } else {
      finish(try write())
    }
  }

  private final func validate(_ work: UnsavedWork) throws {
    if !skipsValidation { try SaveValidation.check(work, mayDangle: pending.mayDangle) }
  }

  /// A save without changes is one all the same: it is announced, changed metadata are written, and
  /// stores of a program's own are asked (observed: CoreDataPlus, FreeCoreData).
  private final func saveNothing() throws {
    NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self)
    try storeCoordinator?.saveNothing()
    var info: [AnyHashable: Any] = [:]
    if let queryGenerationToken {
      info[NSManagedObjectContextQueryGenerationKey] = queryGenerationToken
    }
    NotificationCenter.default.post(
      name: .NSManagedObjectContextDidSave, object: self, userInfo: info)
  }

  /// Whether objects are listed whose work came to nothing, which a save lets go.
  private final var hasListedObjects: Bool {
    !pending.inserted.isEmpty || !pending.updated.isEmpty || !pending.deleted.isEmpty
  }

  /// Calls `willSave` on every object with unsaved work, again for objects changed by it, until
  /// nothing changes any more.
  private final func runWillSave() throws {
    var asked: Set<ObjectIdentifier> = []
    for _ in 0..<1000 {
      let objects = pending.hookedObjects
      var changed = false
      for object in objects {
        let isFirst = asked.insert(ObjectIdentifier(object)).inserted
        guard isFirst || object.flags.contains(.changedInEvent) else { continue }
        object.flags.remove(.changedInEvent)
        let before = (event.changes.count, event.inserted.count)
        object.willSave()
        if (event.changes.count, event.inserted.count) != before
          || object.flags.contains(.changedInEvent)
        {
          changed = true
        }
      }
      if !changed { processPendingChanges(); return }
      propagateDeletions()
    }
    throw ContextError.tooManyWillSaveRounds
  }

  /// Plans, writes, and resolves conflicts by the merge policy until the stores take it.
  private final func write() throws -> UnsavedWork {
    guard let coordinator = storeCoordinator else { throw ContextError.noCoordinator }
    if undoManager != nil { keepWhatUndoNeeds() }
    var attempts = 0
    var isSettled = false
    defer { checkedForConflicts = [] }
    while true {
      if try settleWhatIsChecked(attempts) { attempts += 1 }
      // A merge policy may change, delete or insert objects, so the work is looked up each time.
      var work = UnsavedWork(pending)
      try StoreAssignment(coordinator).assign(work.inserted)
      if try settleConstraints(work, attempt: attempts) {
        work = UnsavedWork(pending)
        isSettled = true
      }
      // What a policy deleted may be what something else needs.
      if isSettled && pending.mayDangle { try validate(work) }
      let plans = try SavePlanner(self, work).plans()
      guard let result = try save(plans, coordinator, attempts) else {
        attempts += 1
        continue
      }
      switch result {
      case .written(let rows, let affected):
        adopt(rows, plans)
        for (index, keys) in affected where !keys.isEmpty { readAnew(keys, storeIndex: index) }
        coordinator.announceStoreChanges(plans.byStore.keys)
        return work
      case .conflicts(let conflicts, let storeIndex):
        attempts += 1
        try resolve(conflicts, storeIndex: storeIndex, attempt: attempts)
        isSettled = true
      }
    }
  }

  /// Writes the plans.
  ///
  /// - Returns: nil if a row of somebody else, that came after the constraints were looked at, stands in
  ///   the way: they are to be looked at again then.
  private final func save(
    _ plans: StorePlans, _ coordinator: NSPersistentStoreCoordinator, _ attempt: Int
  ) throws -> NSPersistentStoreCoordinator.SaveResult? {
    do {
      return try coordinator.save(plans)
    } catch {
      let code = (error as? any CoreDataErrorConvertible)?.cocoaCode
      guard code == NSManagedObjectConstraintMergeError, attempt < 100,
        try ConstraintCheck(self, UnsavedWork(pending)).conflicts().isEmpty == false
      else { throw error }
      return nil
    }
  }

  /// Brings in all of the objects that are about to lose their rows: an undo makes them again.
  private final func keepWhatUndoNeeds() {
    for object in pending.deletedObjects
    where object.flags.isDisjoint(with: [.inaccessible, .goneElsewhere]) {
      object.willAccessValue(forKey: nil)
      for property in object.layout.toManies { _ = object.loadedRelation(property) }
    }
  }

  /// Makes the written rows the objects' snapshots and gives new objects their keys.
  private final func adopt(_ batches: [Int16: RowBatch], _ plans: StorePlans) {
    lookForChildren()
    for (storeIndex, plan) in plans.byStore {
      guard let batch = batches[storeIndex] else { continue }
      var index = 0
      for objects in [plan.insertedObjects, plan.updatedObjects] {
        objects.forEachWithChanges { object in
          let row = batch.rows[index]
          index += 1
          if object.pk < 0 { rekey(object, row.pk) }
          object.setRow(row)
          if object.overlay != nil { dropSavedValues(object) }
        }
      }
      withExtendedLifetime(batch) {}
    }
  }

  /// Keys are logged only while there are children.
  final func lookForChildren() {
    logsKeys = !children.isEmpty
    if !logsKeys { keyLog.drop() }
  }

  /// Gives an object its permanent key, under which it is registered from now on; its temporary
  /// key goes on naming it too.
  final func rekey(_ object: NSManagedObject, _ pk: Int64) {
    object.temporaryPK = object.pk
    object.pk = pk
    object.cachedID = nil
    registry.add(object)
    note(
      KeyLog.Entry(
        temporary: object.temporaryPK, key: ObjectKey(entity: object.layout.number, pk: pk),
        storeIndex: object.storeIndex))
  }

  final func dropSavedValues(_ object: NSManagedObject) {
    let (hasTransformables, hasTransients) = object.layoutReference._withUnsafeGuaranteedRef {
      ($0.hasTransformables, $0.hasTransients)
    }
    if hasTransformables { keepDecoded(object) }
    guard hasTransients, let overlay = object.overlay else {
      object.overlay = nil
      return
    }
    object.overlay = nil
    for property in object.layout.properties where property.isTransient {
      let value = overlay[property.slot]
      if !value.isUnset && !value.isNull { object.setPrimitive(value, slot: property.slot) }
    }
  }

  /// A transformable value that was just saved stays the same instance when read again.
  private final func keepDecoded(_ object: NSManagedObject) {
    guard let overlay = object.overlay else { return }
    for property in object.layout.attributes
    where property.kind == .transformable && !property.isTransient {
      let value = overlay[property.slot]
      guard case .transformable = value else { continue }
      if object.extra == nil { object.extra = ObjectExtra() }
      object.extra?.decoded[property.slot] = value
    }
  }

  /// Clears what was pending, lets deleted objects go, and tells everybody.
  private final func finish(_ work: UnsavedWork) {
    let saved = SavedObjects(work)
    for object in pending.deleted where object.isDeleted || object.flags.contains(.gone) {
      leave(object)
    }
    pending.inserted.forEachUncounted { if $0.flags.contains(.deleted) { leave($0) } }
    work.inserted.forEachUncounted { $0.commitRelations() }
    work.updated.forEachUncounted { $0.commitRelations() }
    pending.removeAll()
    advanceGeneration()
    for objects in [saved.inserted, saved.updated, saved.deleted] {
      objects.forEachUncounted { if $0.flags.contains(.hooked) { $0.didSave() } }
    }
    announceSave(saved)
  }

  /// A deleted object leaves the context. Its values stay with it, for undo.
  private final func leave(_ object: NSManagedObject) {
    registry.remove(object)
    if !retained.isEmpty { retained.remove(object) }
    object.flags.subtract(.pending)
    object.flags.insert(.gone)
    object.context = nil
  }
}
