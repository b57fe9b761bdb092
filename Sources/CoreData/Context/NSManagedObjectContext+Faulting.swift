import Foundation

/// Faults: bringing values in, and letting them go.
extension NSManagedObjectContext {
  /// Gives a fault its row, from the row cache or the store.
  ///
  /// - Returns: whether the row exists.
  @discardableResult
  final func fulfill(_ object: NSManagedObject) throws -> Bool {
    checkQueue()
    guard object.flags.contains(.fault) else { return true }
    if object.row == nil, let batch = object.extra?.batch {
      object.extra?.batch = nil
      try batch.load(into: self)
    }
    if object.row == nil {
      if stalenessInterval >= 0, object.storeIndex >= 0 {
        storeCoordinator?.forgetStaleRow(
          object.layout, pk: object.pk, storeIndex: object.storeIndex, olderThan: stalenessInterval)
      }
      guard let row = try source?.row(object.layout, pk: object.pk, storeIndex: object.storeIndex)
      else { return false }
      object.setRow(row.pointer)
      withExtendedLifetime(row.chunk) {}
    }
    object.flags.remove(.fault)
    if object.flags.contains(.hooked) { awake(object) }
    faultHandler?(object, nil)
    return true
  }

  @inline(never)
  private final func awake(_ object: NSManagedObject) {
    object.flags.insert(.inHook)
    object.awakeFromFetch()
    object.flags.remove(.inHook)
  }

  /// Brings in the members of a to-many.
  final func loadRelationship(
    _ property: PropertyLayout, of object: NSManagedObject, into state: ToManyState
  ) {
    guard hasSource(for: object), !object.flags.contains(.gone) || object.row != nil else {
      state.load([])
      return
    }
    do {
      if let batch = object.extra?.batch, batch.prefetches {
        object.extra?.batch = nil
        try batch.load(into: self)
        if state.isLoaded { return }
      }
      let related = try source?.related(
        property, of: object.layout, owners: [object.pk], storeIndex: object.storeIndex)
      state.load(
        related.map { members(for: $0.batch, storeIndex: object.storeIndex) } ?? MemberList())
      faultHandler?(object, property.name)
    } catch {
      cannotRead("The relationship \"\(property.name)\" of \(object.shortName)", error)
      state.load([])
    }
  }

  /// The members of a to-many as the store has them, whatever was changed since.
  final func storedMembers(
    _ property: PropertyLayout, of object: NSManagedObject
  ) -> [NSManagedObject] {
    let state = ToManyState(property, isFresh: false)
    loadRelationship(property, of: object, into: state)
    return state.members.all
  }

  /// A fault that cannot be fulfilled: told to whoever listens, else a misuse, as Apple raises an
  /// exception.
  final func cannotRead(_ what: String, _ error: any Error) {
    let cause = bridgedError(error)
    guard let readFailureHandler else {
      misuse("\(what) could not be read: \(cause.localizedDescription)")
    }
    readFailureHandler(what, cause)
  }

  /// Whether there is a row to ask for: a permanent key, or a parent that may have the object.
  private final func hasSource(for object: NSManagedObject) -> Bool {
    object.pk > 0 ? object.storeIndex >= 0 : parentContext != nil
  }

  /// Whether the object's row is gone and the object is to read as nil and be deleted.
  final func handleInaccessible(_ object: NSManagedObject) {
    guard shouldHandleInaccessibleFault(object, for: object.objectID, triggeredByProperty: nil)
    else {
      misuse(ContextError.missingObject(object.shortName).reason ?? "")
    }
    emptyInaccessible(object)
    pending.addDeleted(object)
  }

  /// Makes an object whose values cannot be had read as nil.
  final func emptyInaccessible(_ object: NSManagedObject) {
    object.flags.remove(.fault)
    object.flags.insert([.inaccessible, .propagated])
    object.overlay = ContiguousArray(repeating: .null, count: object.layout.slotCount)
    for property in object.layout.toManies { object.relation(property).isLoaded = true }
  }

  final func refreshOwn(_ object: NSManagedObject, mergeChanges flag: Bool) {
    checkQueue()
    requireOwn(object, "refresh")
    refresh(object, mergeChanges: flag, isSilent: false)
  }

  /// - Parameter isSilent: whether nobody is to hear of it.
  final func refresh(_ object: NSManagedObject, mergeChanges flag: Bool, isSilent: Bool) {
    guard object.context === self, hasSource(for: object), !object.flags.contains(.inserted) else {
      return
    }
    object.announcingRestoration {
      if flag { refreshKeepingChanges(object) } else { turnIntoFault(object) }
    }
    if !isSilent { event.refreshed.append(object) }
    if object.flags.contains(.hooked) { object.awake(fromSnapshotEvents: .refresh) }
  }

  final func refreshEverything() {
    var objects: [NSManagedObject] = []
    registry.forEach { objects.append($0) }
    for object in objects where object.flags.isDisjoint(with: [.inserted, .deleted]) {
      refresh(object, mergeChanges: object.hasChanges)
    }
  }

  /// Turns an object into a fault, dropping unsaved changes and loaded relationships. One that is a
  /// fault already hears nothing of it.
  final func turnIntoFault(_ object: NSManagedObject) {
    let isHooked = object.flags.contains(.hooked) && !object.flags.contains(.fault)
    if isHooked { object.willTurnIntoFault() }
    object.flags.subtract([.updated, .deleted, .propagated])
    object.flags.insert(.fault)
    object.overlay = nil
    object.setRow(nil)
    object.dropRelations()
    object.extra?.decoded = [:]
    object.extra?.fetched = [:]
    if isHooked { object.didTurnIntoFault() }
  }

  private final func refreshKeepingChanges(_ object: NSManagedObject) {
    for property in object.layout.toManies {
      guard let state = object.relationIfTouched(property) else { continue }
      if !state.hasChanges {
        object.dropRelation(property)
      } else if !state.isReordered {
        // The stored members are read anew; what was added and removed stays on top.
        state.unload()
      }
    }
    object.extra?.fetched = [:]
    let isFault = object.flags.contains(.fault)
    let changed = object.overlay
    object.setRow(nil)
    object.flags.insert(.fault)
    object.extra?.decoded = [:]
    if !isFault || changed != nil {
      object.overlay = nil
      object.fire()
      object.overlay = changed
    }
  }
}

extension NSManagedObject {
  /// Brings the values in. A missing row makes the object inaccessible.
  @inline(never)
  package final func fire() {
    guard let context else {
      flags.remove(.fault)
      return
    }
    do {
      if try !context.fulfill(self) { context.handleInaccessible(self) }
    } catch {
      context.cannotRead("The row of \(shortName)", error)
      context.emptyInaccessible(self)
    }
  }
}
