/// Writes binary property lists, UIDs included, with equal scalars once: the bytes are those that
/// Apple's framework writes for a store's metadata. (Into archives it puts UIDs and truth values
/// again and again, and refers to the first of each.)
package struct BinaryPlistWriter {
  private enum Flat {
    case scalar(PlistValue)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var objects: [Flat] = []
  private var known: [PlistValue: Int] = [:]

  /// The bytes of a file with the value.
  package static func data(_ value: PlistValue) -> Data {
    var writer = BinaryPlistWriter()
    let top = writer.add(value)
    return writer.encode(top: top)
  }

  private mutating func add(_ value: PlistValue) -> Int {
    switch value {
    case .array(let items):
      let place = reserve()
      objects[place] = .array(items.map { add($0) })
      return place
    case .dictionary(let entries):
      let place = reserve()
      let keys = entries.map { add(.string($0.key)) }
      objects[place] = .dictionary(keys: keys, values: entries.map { add($0.value) })
      return place
    default:
      if let place = known[value] { return place }
      objects.append(.scalar(value))
      known[value] = objects.count - 1
      return objects.count - 1
    }
  }

  private mutating func reserve() -> Int {
    objects.append(.array([]))
    return objects.count - 1
  }

  private func encode(top: Int) -> Data {
    let referenceSize = Self.width(objects.count)
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let value): Self.append(value, to: &bytes)
      case .array(let items):
        Self.appendMarker(0xA0, items.count, to: &bytes)
        for item in items { Self.append(item, size: referenceSize, to: &bytes) }
      case .dictionary(let keys, let values):
        Self.appendMarker(0xD0, keys.count, to: &bytes)
        for item in keys + values { Self.append(item, size: referenceSize, to: &bytes) }
      }
    }
    let table = bytes.count
    let offsetSize = Self.width(table)
    for offset in offsets { Self.append(offset, size: offsetSize, to: &bytes) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, top, table] { Self.append(number, size: 8, to: &bytes) }
    return Data(bytes)
  }

  private static func append(_ value: PlistValue, to bytes: inout [UInt8]) {
    switch value {
    case .bool(let flag): bytes.append(flag ? 0x09 : 0x08)
    case .int(let number): append(number, to: &bytes)
    case .unsigned(let number):
      // Eight bytes are signed: larger numbers have sixteen.
      bytes.append(0x14)
      append(0, size: 8, to: &bytes)
      append(Int(bitPattern: UInt(number)), size: 8, to: &bytes)
    case .real(let number):
      bytes.append(0x23)
      append(Int(bitPattern: UInt(number.bitPattern)), size: 8, to: &bytes)
    case .date(let seconds):
      bytes.append(0x33)
      append(Int(bitPattern: UInt(seconds.bitPattern)), size: 8, to: &bytes)
    case .data(let data):
      appendMarker(0x40, data.count, to: &bytes)
      bytes += data
    case .string(let text): append(text, to: &bytes)
    case .uid(let number):
      let size = width(number)
      bytes.append(0x80 | UInt8(size - 1))
      append(number, size: size, to: &bytes)
    case .array, .dictionary: break
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      appendMarker(0x50, text.utf8.count, to: &bytes)
      bytes += text.utf8
    } else {
      let units = Array(text.utf16)
      appendMarker(0x60, units.count, to: &bytes)
      for unit in units { append(Int(unit), size: 2, to: &bytes) }
    }
  }

  private static func append(_ number: Int64, to bytes: inout [UInt8]) {
    let size =
      number < 0 ? 8 : number < 0x100 ? 1 : number < 0x10000 ? 2 : number >> 32 == 0 ? 4 : 8
    bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(Int(number), size: size, to: &bytes)
  }

  private static func appendMarker(_ kind: UInt8, _ length: Int, to bytes: inout [UInt8]) {
    if length < 15 {
      bytes.append(kind | UInt8(length))
    } else {
      bytes.append(kind | 0x0F)
      append(Int64(length), to: &bytes)
    }
  }

  private static func append(_ number: Int, size: Int, to bytes: inout [UInt8]) {
    for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// How many bytes a number needs: 1, 2, 4 or 8.
  private static func width(_ number: Int) -> Int {
    number < 0x100 ? 1 : number < 0x10000 ? 2 : number < 0x1_0000_0000 ? 4 : 8
  }
}
