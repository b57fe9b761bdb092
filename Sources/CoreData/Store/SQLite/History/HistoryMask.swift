import Foundation

/// The changed properties of an update as the bits of `ZCOLUMNS` (format fact 53): one bit for each
/// attribute and relationship of the entity, inherited ones too, sorted by code point, from the
/// highest bit of the first byte on.
struct HistoryMask {
  /// Slots in the order of their bits.
  private let slots: [Int]
  private let bitOfSlot: [Int: Int]
  private let properties: [PropertyLayout]

  init(_ layout: EntityLayout) {
    properties = layout.properties
    slots = layout.properties.filter { $0.kind != .fetched }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map(\.slot)
    bitOfSlot = Dictionary(
      slots.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The mask of changed slots.
  func data(_ changed: some Sequence<Int>) -> Data {
    var bytes = [UInt8](repeating: 0, count: (slots.count + 7) / 8)
    for slot in changed {
      guard let bit = bitOfSlot[slot] else { continue }
      bytes[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return Data(bytes)
  }

  /// The properties of a mask. Bits beyond the entity's properties are passed over.
  func properties(_ mask: Data) -> [PropertyLayout] {
    let bytes = [UInt8](mask)
    return slots.enumerated().compactMap { bit, slot in
      guard bit / 8 < bytes.count, bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 else {
        return nil
      }
      return properties[slot]
    }
  }
}
