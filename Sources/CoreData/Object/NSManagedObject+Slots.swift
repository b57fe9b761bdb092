import Foundation

/// Values by slot: the engine's own way to an object's attributes and to-ones.
extension NSManagedObject {
  /// Brings the values in, unless they are. Where the row is at hand and no hook is to be called,
  /// that is the change of one bit.
  @inline(__always)
  final func bringIn() {
    guard flags.contains(.fault) else { return }
    if row != nil && !flags.contains(.hooked) { flags.remove(.fault) } else { fire() }
  }

  /// The value of a slot; fires a fault. To-manies have none here.
  @inline(__always)
  package final func slotValue(_ slot: Int) -> SlotValue {
    bringIn()
    if let overlay {
      let value = overlay[slot]
      if !value.isUnset { return value }
    }
    return storedValue(slot)
  }

  /// The value that the snapshot has, whatever the overlay says.
  package final func storedValue(_ slot: Int) -> SlotValue {
    let property = layout.properties[slot]
    if property.kind == .composite { return composed(property) { slotValue($0) } }
    guard let row else { return .null }
    if property.kind == .transformable { return decoded(property, in: row) }
    return row.value(property)
  }

  /// Whether the snapshot has a value for a slot that differs from another one. Numbers are compared
  /// as words, without being read out.
  final func differsFromStored(_ value: SlotValue, _ property: PropertyLayout) -> Bool {
    if let row, case .int(let number) = value, !row.isNull(slot: property.slot) {
      return row[property.word] != UInt64(bitPattern: number)
    }
    return row == nil || storedValue(property.slot) != value
  }

  /// Whether any stored attribute or to-one differs from the snapshot.
  final var hasChangedSlots: Bool {
    guard let overlay else { return false }
    for slot in overlay.indices where !overlay[slot].isUnset {
      let property = layout.properties[slot]
      if property.word != 0 && differsFromStored(overlay[slot], property) { return true }
    }
    return false
  }

  /// Puts a value into the overlay without recording a change.
  final func setPrimitive(_ value: SlotValue, slot: Int) {
    if overlay == nil {
      overlay = ContiguousArray(repeating: .unset, count: layout.slotCount)
    }
    overlay?[slot] = value
    if extra != nil { extra?.decoded[slot] = nil }
  }

  /// Sets an attribute, recording the change for saving, undo and notifications.
  @inline(__always)
  package final func setSlot(_ value: SlotValue, slot: Int) {
    bringIn()
    guard let contextReference else {
      setPrimitive(value, slot: slot)
      return
    }
    if !flags.contains(.insertedInEvent) {
      contextReference._withUnsafeGuaranteedRef { $0.recordValue(self, slot: slot) }
    }
    if flags.contains(.observed) {
      observedSet(value, slot: slot)
    } else {
      setPrimitive(value, slot: slot)
    }
  }

  private final func observedSet(_ value: SlotValue, slot: Int) {
    let property = layout.properties[slot]
    announcing(property.whole?.name ?? property.name, .setting) {
      announcing(property.name, .setting) { setPrimitive(value, slot: slot) }
    }
  }

  /// Decodes a transformable, once: later reads give the same object.
  private final func decoded(_ property: PropertyLayout, in row: RowPointer) -> SlotValue {
    if let known = extra?.decoded[property.slot] { return known }
    if row.isNull(slot: property.slot) || property.word == 0 { return .null }
    let value = TransformableCoding.decode(Data(row.bytes(word: property.word)), property)
    if extra == nil { extra = ObjectExtra() }
    extra?.decoded[property.slot] = value
    return value
  }

  /// The slots whose values differ from the stored ones, transients and to-manies left out.
  final func changedSlots() -> [Int] {
    guard let overlay else { return [] }
    var slots: [Int] = []
    for slot in overlay.indices {
      let value = overlay[slot]
      if value.isUnset { continue }
      let property = layout.properties[slot]
      if property.word == 0 { continue }
      if differsFromStored(value, property) { slots.append(slot) }
    }
    return slots
  }
}
