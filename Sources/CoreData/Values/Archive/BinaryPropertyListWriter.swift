/// Writes binary property lists (`bplist00`). Equal texts are written once.
package struct BinaryPropertyListWriter {
  private enum Item {
    case leaf([UInt8])
    case list(mark: UInt8, count: Int, references: [Int])
  }

  private var items: [Item] = []
  private var places: [String: Int] = [:]

  /// Writes a property list.
  package static func write(_ node: PropertyListNode) -> Data {
    var writer = BinaryPropertyListWriter()
    _ = writer.add(node)
    return writer.assemble()
  }

  private init() {}

  private mutating func add(_ node: PropertyListNode) -> Int {
    if case .string(let string) = node, let known = places[string] { return known }
    let place = items.count
    items.append(.leaf([]))
    switch node {
    case .null: items[place] = .leaf([0x00])
    case .boolean(let flag): items[place] = .leaf([flag ? 0x09 : 0x08])
    case .integer(let number): items[place] = .leaf(Self.integer(number))
    case .real(let number): items[place] = .leaf([0x23] + Self.bytes(number.bitPattern))
    case .date(let seconds): items[place] = .leaf([0x33] + Self.bytes(seconds.bitPattern))
    case .data(let data): items[place] = .leaf(Self.mark(0x40, data.count) + data)
    case .string(let string):
      places[string] = place
      items[place] = .leaf(Self.text(string))
    case .uid(let target): items[place] = .leaf(Self.uid(target))
    case .array(let nodes):
      let references = nodes.map { add($0) }
      items[place] = .list(mark: 0xa0, count: nodes.count, references: references)
    case .dictionary(let entries):
      let sorted = entries.sorted { $0.key < $1.key }
      let keys = sorted.map { add(.string($0.key)) }
      let values = sorted.map { add($0.value) }
      items[place] = .list(mark: 0xd0, count: sorted.count, references: keys + values)
    }
    return place
  }

  private func assemble() -> Data {
    var output = Array("bplist00".utf8)
    let referenceSize = Self.width(items.count)
    var offsets: [Int] = []
    for item in items {
      offsets.append(output.count)
      switch item {
      case .leaf(let bytes): output += bytes
      case .list(let mark, let count, let references):
        output += Self.mark(mark, count)
        for reference in references {
          output += Self.bytes(UInt64(reference)).suffix(referenceSize)
        }
      }
    }
    let table = output.count
    let offsetSize = Self.width(table)
    for offset in offsets { output += Self.bytes(UInt64(offset)).suffix(offsetSize) }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    output += Self.bytes(UInt64(items.count)) + Self.bytes(0) + Self.bytes(UInt64(table))
    return Data(output)
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
  }

  private static func width(_ value: Int) -> Int {
    value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
  }

  private static func integer(_ number: Int64) -> [UInt8] {
    let size = number < 0 ? 8 : width(Int(number))
    let mark: UInt8 = size == 1 ? 0x10 : size == 2 ? 0x11 : size == 4 ? 0x12 : 0x13
    return [mark] + bytes(UInt64(bitPattern: number)).suffix(size)
  }

  private static func uid(_ place: Int) -> [UInt8] {
    let size = width(place)
    return [0x80 | UInt8(size - 1)] + bytes(UInt64(place)).suffix(size)
  }

  private static func mark(_ mark: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [mark | UInt8(count)] : [mark | 0x0f] + integer(Int64(count))
  }

  private static func text(_ string: String) -> [UInt8] {
    let utf8 = Array(string.utf8)
    if utf8.allSatisfy({ $0 < 0x80 }) { return mark(0x50, utf8.count) + utf8 }
    let units = Array(string.utf16)
    return mark(0x60, units.count)
      + units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
}
