import Foundation

/// Conflicts that a save met: rows that others changed meanwhile.
extension NSManagedObjectContext {
  /// Whether the row of an object has changed since the object knew it; if so, the object is marked
  /// changed, so that the next save meets the conflict.
  ///
  /// - Parameter object: an object of this context.
  public final func detectConflicts(for object: NSManagedObject) {
    guard object.context === self, object.pk > 0, object.flags.isDisjoint(with: .pending) else {
      return
    }
    noteUpdate(object)
    checkedForConflicts.append(object)
  }

  /// Lets the merge policy settle conflicts, so that the save can be tried again.
  ///
  /// - Throws: what the policy throws; for the default one 133020 with the conflicts.
  final func resolve(_ conflicts: [RowConflict], storeIndex: Int16, attempt: Int) throws {
    let list = conflicts.compactMap { mergeConflict($0, storeIndex) }
    let policy = (mergePolicy as? NSMergePolicy) ?? NSMergePolicy.error
    guard attempt < 10 else {
      if !list.isEmpty { try NSMergePolicy.error.resolve(mergeConflicts: list) }
      throw ContextError.conflictsRemain
    }
    if list.isEmpty { return }
    try policy.resolve(mergeConflicts: list)
    processPendingChanges()
  }

  /// Looks at the rows of the objects that ``detectConflicts(for:)`` was called for, and lets the merge
  /// policy settle what it finds.
  ///
  /// - Returns: whether there was anything to settle.
  final func settleWhatIsChecked(_ attempt: Int) throws -> Bool {
    var found: [Int16: [RowConflict]] = [:]
    var held: [HeldRow] = []
    defer { withExtendedLifetime(held) {} }
    for object in checkedForConflicts where object.context === self {
      guard let known = object.row?.version, let storeCoordinator else { continue }
      storeCoordinator.forgetRows([object.objectID])
      let current = try storeCoordinator.row(
        object.layout, pk: object.pk, storeIndex: object.storeIndex)
      if current?.pointer.version == known { continue }
      found[object.storeIndex, default: []].append(
        RowConflict(
          layout: object.layout, pk: object.pk, current: current?.pointer, isCached: false))
      if let current { held.append(current) }
    }
    for (storeIndex, conflicts) in found {
      try resolve(conflicts, storeIndex: storeIndex, attempt: attempt)
    }
    return !found.isEmpty
  }

  /// Lets the merge policy settle broken uniqueness constraints.
  ///
  /// - Returns: whether there were any.
  /// - Throws: what the policy throws; for the default one 133021 with the conflicts (B071).
  final func settleConstraints(_ work: UnsavedWork, attempt: Int) throws -> Bool {
    guard modelLayout?.hasConstraints == true else { return false }
    var rounds = 0
    var current = work
    while true {
      let conflicts = try ConstraintCheck(self, current).conflicts()
      if conflicts.isEmpty { return rounds > 0 }
      rounds += 1
      let policy = (mergePolicy as? NSMergePolicy) ?? NSMergePolicy.error
      try (rounds < 10 ? policy : .error).resolve(mergeConflicts: conflicts)
      try ConstraintFollowers(conflicts).lead(current.inserted + current.updated)
      processPendingChanges()
      current = UnsavedWork(pending)
    }
  }

  /// Makes a changed object whose row somebody deleted a new object with the same key.
  final func storeAnew(_ object: NSManagedObject) {
    var values = object.layout.emptyValues
    for slot in values.indices where !values[slot].isUnset { values[slot] = object.slotValue(slot) }
    object.overlay = values
    object.setRow(nil)
    object.flags.remove(.updated)
    for property in object.layout.toManies { object.loadedRelation(property).makeFresh() }
    pending.addInserted(object)
  }

  private final func mergeConflict(_ conflict: RowConflict, _ storeIndex: Int16) -> NSMergeConflict?
  {
    guard
      let object = registry.object(
        root: conflict.layout.rootNumber, pk: conflict.pk, storeIndex: storeIndex)
    else { return nil }
    if object.isDeleted && conflict.current == nil {
      // A row that is gone already is as it should be.
      object.flags.insert(.rowIsGone)
      return nil
    }
    let snapshot = conflict.current.map {
      Snapshot.dictionary($0, conflict.layout, self, storeIndex)
    }
    return NSMergeConflict(
      source: object, newVersion: Int(conflict.current?.version ?? 0),
      oldVersion: Int(object.row?.version ?? 0),
      cachedSnapshot: conflict.isCached ? snapshot : nil,
      persistedSnapshot: conflict.isCached ? nil : snapshot)
  }
}

/// A row as a dictionary of boxed values, as conflicts show it.
enum Snapshot {
  static func dictionary(
    _ row: RowPointer, _ layout: EntityLayout, _ context: NSManagedObjectContext,
    _ storeIndex: Int16
  ) -> [String: Any] {
    var values: [String: Any] = [:]
    for property in layout.properties where property.word != 0 {
      guard !row.isNull(slot: property.slot) else {
        values[property.name] = NSNull()
        continue
      }
      if property.kind == .toOne {
        values[property.name] =
          context.object(
            for: row.objectKey(property), destinationOf: property, storeIndex: storeIndex)?.objectID
      } else if property.kind == .transformable,
        case .transformable(let box) = TransformableCoding.decode(
          Data(row.bytes(word: property.word)), property)
      {
        values[property.name] = box.value
      } else {
        values[property.name] = row.value(property).boxed
      }
    }
    return values
  }
}
