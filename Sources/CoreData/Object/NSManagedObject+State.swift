import Foundation

/// What an object says of its own state.
extension NSManagedObject {
  /// Whether the object was inserted and has not been saved.
  public final var isInserted: Bool { flags.contains(.inserted) && !flags.contains(.deleted) }

  /// Whether the object has been changed since it was last saved (and is not new).
  public final var isUpdated: Bool { flags.contains(.updated) && !flags.contains(.deleted) }

  /// Whether the object will be deleted by the next save. False again once it has been.
  public final var isDeleted: Bool { flags.contains(.deleted) }

  /// Whether the object is inserted, updated or deleted. A change to a transient property counts;
  /// so does setting a value to what it was (case B045).
  public final var hasChanges: Bool { !flags.isDisjoint(with: .pending) }

  /// Whether the object has changes that a save would write.
  public final var hasPersistentChangedValues: Bool {
    if flags.contains(.inserted) || flags.contains(.deleted) { return true }
    guard flags.contains(.updated) else { return false }
    return hasChangedSlots
      || layout.toManies.contains { relationIfTouched($0)?.hasChanges == true }
  }

  /// Whether the values have not been brought in. Reading this does not fire the fault.
  public final var isFault: Bool { flags.contains(.fault) }

  /// 0 for an object whose values are at hand, 1 for a fault.
  public final var faultingState: Int { flags.contains(.fault) ? 1 : 0 }

  /// Whether a relationship is a fault, without firing it.
  ///
  /// - Parameter key: the relationship's name.
  public final func hasFault(forRelationshipNamed key: String) -> Bool {
    guard let property = layout.property(named: key), property.kind.isRelationship else {
      return false
    }
    if property.kind == .toOne {
      if flags.contains(.fault) { return true }
      guard case .object(let target) = slotValue(property.slot), let context else { return false }
      return context.registered(target, storeIndex: storeIndex)?.flags.contains(.fault) ?? true
    }
    if flags.contains(.inserted) { return false }
    return !(relationIfTouched(property)?.isLoaded ?? false)
  }

  /// The values changed since the object was last fetched or saved, by key, transients left out.
  /// Relationships give their new value.
  public func changedValues() -> [String: Any] {
    var values: [String: Any] = [:]
    // A primitive write to an object without unsaved work is no change (case B046).
    guard hasChanges else { return values }
    for slot in changedSlots() {
      let property = layout.properties[slot]
      if flags.contains(.inserted) && slotValue(slot).isNull { continue }
      var whole = property
      while let outer = whole.whole { whole = outer }
      values[whole.name] = boxedValue(whole) ?? NSNull()
    }
    for property in layout.toManies where relationIfTouched(property)?.hasChanges == true {
      values[property.name] = boxedMembers(property)
    }
    return values
  }

  /// The stored properties changed since changes were last announced, by key, with the values they had
  /// before; `NSNull` for none (NSManagedObject.h). Who hears of
  /// `NSManagedObjectContextObjectsDidChange` gets those of the event that is announced (Apple's
  /// documentation: “since the last posting”).
  public func changedValuesForCurrentEvent() -> [String: Any] {
    guard let context else { return [:] }
    return context.valuesBeforeEvent(of: self).mapValues { $0 ?? NSNull() }
  }

  /// The values as last fetched or saved, by key; `NSNull` for none.
  ///
  /// - Parameter keys: the properties wanted; nil for all stored ones.
  public func committedValues(forKeys keys: [String]?) -> [String: Any] {
    if flags.contains(.fault) { fire() }
    var values: [String: Any] = [:]
    for property in layout.properties
    where property.kind != .fetched && !property.isTransient && property.whole == nil {
      if let keys, !keys.contains(property.name) { continue }
      values[property.name] = committed(property) ?? NSNull()
    }
    return values
  }

  private final func committed(_ property: PropertyLayout) -> Any? {
    if property.kind == .composite { return composed(property, storedValue).boxed }
    guard property.kind.isToMany else {
      guard let row else { return nil }
      if property.kind == .toOne {
        guard !row.isNull(slot: property.slot) else { return nil }
        return context?.object(
          for: row.objectKey(property), destinationOf: property, storeIndex: storeIndex)
      }
      return storedValue(property.slot).boxed
    }
    guard row != nil else { return nil }
    let state = loadedRelation(property)
    if property.kind == .orderedToMany {
      // Where a removed member stood, and what was moved, only the store knows.
      let isAsStored = !state.hasChanges
      return NSOrderedSet(
        array: isAsStored
          ? state.members.all : context?.storedMembers(property, of: self) ?? state.members.all)
    }
    let added = Set(state.added.all)
    return NSSet(array: state.members.all.filter { !added.contains($0) } + state.removed.all)
  }

  private final func boxedValue(_ property: PropertyLayout) -> Any? {
    property.kind == .toOne ? toOne(property) : slotValue(property.slot).boxed
  }

  /// The ids of the objects a relationship holds, without making faults fire beyond the
  /// relationship itself.
  ///
  /// - Parameter key: the relationship's name.
  public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
    guard let property = layout.property(named: key), property.kind.isRelationship else {
      misuse(ObjectError.undefinedKey(key, entity: layout.name).explanation)
    }
    if property.kind == .toOne { return toOne(property).map { [$0.objectID] } ?? [] }
    return toManyMembers(property).map(\.objectID)
  }
}
