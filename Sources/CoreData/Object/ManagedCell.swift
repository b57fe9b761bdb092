/// What an accessor must know of a property, in one word, so that reading touches nothing else of
/// the layout and counts no references.
struct ManagedCell {
  /// The property's slot, -1 where the entity has no such property.
  let slot: Int16
  let kind: SlotKind
  /// The word of the value in a row, 0 if none.
  let word: Int32

  static let none = ManagedCell(slot: -1, kind: .fetched, word: 0)

  init(slot: Int16, kind: SlotKind, word: Int32) {
    self.slot = slot
    self.kind = kind
    self.word = word
  }

  init(_ property: PropertyLayout) {
    self.init(slot: Int16(property.slot), kind: property.kind, word: Int32(property.word))
  }
}
