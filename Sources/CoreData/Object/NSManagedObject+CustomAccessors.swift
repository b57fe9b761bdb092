import Foundation

/// A change that a custom accessor makes with primitive values, between
/// ``NSManagedObject/willChangeValue(forKey:)`` and ``NSManagedObject/didChangeValue(forKey:)``.
struct CustomChange {
  /// The to-one before.
  var partner: SlotValue?
  /// The members before.
  var members: [NSManagedObject]?
  /// How many accessors within each other make it.
  var depth = 1
}

/// What Apple's guide asks of a custom accessor: `willChangeValue`, a primitive value, and
/// `didChangeValue` are together a change like any other.
extension NSManagedObject {
  /// The value that a custom accessor is about to replace is noted.
  final func beginCustomChange(_ key: String, _ described: ([NSManagedObject]) -> KeyedChange) {
    guard let property = layout.property(named: key), property.kind != .fetched else {
      noteWillChange(key, described([]))
      return
    }
    if extra?.customChanges[key] != nil {
      extra?.customChanges[key]?.depth += 1
      return
    }
    bringIn()
    var change = CustomChange()
    switch property.kind {
    case .toOne: change.partner = slotValue(property.slot)
    case .toMany, .orderedToMany: change.members = toManyMembers(property)
    default: record(property)
    }
    madeExtra.customChanges[key] = change
    noteWillChange(key, described(change.members ?? []))
  }

  /// What the custom accessor did to a relationship is done again the proper way, so that it is
  /// recorded and the inverse follows.
  final func endCustomChange(_ key: String) {
    guard let property = layout.property(named: key), let change = extra?.customChanges[key] else {
      noteDidChange(key)
      return
    }
    if change.depth > 1 {
      extra?.customChanges[key]?.depth -= 1
      return
    }
    extra?.customChanges[key] = nil
    do {
      if let old = change.partner { try settle(property, old) }
      if let members = change.members { try settle(property, members) }
    } catch {
      misuse(error.explanation)
    }
    noteDidChange(key)
  }

  private final func record(_ property: PropertyLayout) {
    if property.kind == .composite {
      for part in property.parts { record(part) }
    } else if let contextReference, !flags.contains(.insertedInEvent) {
      contextReference._withUnsafeGuaranteedRef { $0.recordValue(self, slot: property.slot) }
    }
  }

  private final func settle(_ property: PropertyLayout, _ old: SlotValue) throws(ObjectError) {
    guard context != nil, slotValue(property.slot) != old else { return }
    let partner = toOne(property)
    setPrimitive(old, slot: property.slot)
    try setToOne(partner, property)
  }

  private final func settle(
    _ property: PropertyLayout, _ old: [NSManagedObject]
  ) throws(ObjectError) {
    let new = toManyMembers(property)
    guard context != nil, !new.elementsEqual(old, by: ===) else { return }
    loadedRelation(property).put(old)
    try replace(property, with: new)
  }
}
