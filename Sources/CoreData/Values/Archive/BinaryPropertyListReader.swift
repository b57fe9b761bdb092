/// Reads binary property lists (`bplist00`), whatever the bytes: damage is an error, never a trap.
///
/// Every object is read once, so that lists that share objects cannot blow up, and nesting is
/// bounded.
package struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let offsets: [Int]
  private let referenceSize: Int
  private var nodes: [PropertyListNode?]

  private static let deepest = 64

  /// Reads a property list.
  ///
  /// - Throws: `ArchiveError.damaged`.
  package static func read(_ data: Data) throws(ArchiveError) -> PropertyListNode {
    var (reader, top) = try make(data)
    return try reader.node(at: top, depth: 0)
  }

  private init(bytes: [UInt8], offsets: [Int], referenceSize: Int) {
    self.bytes = bytes
    self.offsets = offsets
    self.referenceSize = referenceSize
    nodes = Array(repeating: nil, count: offsets.count)
  }

  /// Reads the trailer: five unused bytes, the version of the sorting, the sizes of offsets and
  /// references, the number of objects, the top object, and where the table of offsets begins.
  private static func make(
    _ data: Data
  ) throws(ArchiveError) -> (reader: BinaryPropertyListReader, top: Int) {
    let bytes = [UInt8](data)
    guard bytes.starts(with: Array("bplist0".utf8)), bytes.count >= 40 else {
      throw .damaged(reason: "it does not begin as a binary property list")
    }
    let trailer = bytes.count - 32
    let offsetSize = Int(bytes[trailer + 6])
    let referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = number(bytes, at: trailer + 8, size: 8),
      let top = number(bytes, at: trailer + 16, size: 8),
      let table = number(bytes, at: trailer + 24, size: 8),
      count > 0, top < count, count <= bytes.count, table <= trailer,
      table + count * offsetSize <= trailer
    else { throw .damaged(reason: "its trailer contradicts its length") }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for index in 0..<count {
      guard let offset = number(bytes, at: table + index * offsetSize, size: offsetSize),
        offset < table
      else { throw .damaged(reason: "object \(index) lies outside the file") }
      offsets.append(offset)
    }
    return (
      BinaryPropertyListReader(bytes: bytes, offsets: offsets, referenceSize: referenceSize), top
    )
  }

  private mutating func node(at index: Int, depth: Int) throws(ArchiveError) -> PropertyListNode {
    guard offsets.indices.contains(index) else {
      throw .damaged(reason: "there is no object \(index)")
    }
    if let known = nodes[index] { return known }
    guard depth < Self.deepest else { throw .damaged(reason: "its objects nest too deeply") }
    let node = try parse(at: offsets[index], depth: depth)
    nodes[index] = node
    return node
  }

  private mutating func parse(at offset: Int, depth: Int) throws(ArchiveError) -> PropertyListNode {
    let marker = bytes[offset]
    let low = Int(marker & 0x0f)
    switch marker >> 4 {
    case 0x0:
      switch low {
      case 0: return .null
      case 8: return .boolean(false)
      case 9: return .boolean(true)
      default: throw .damaged(reason: "object with the unknown mark \(marker)")
      }
    case 0x1: return .integer(try integer(at: offset + 1, size: 1 << low))
    case 0x2: return .real(try real(at: offset + 1, size: 1 << low))
    case 0x3: return .date(try real(at: offset + 1, size: 8))
    case 0x4:
      let (start, count) = try extent(at: offset, low: low, width: 1)
      return .data(Data(bytes[start..<start + count]))
    case 0x5, 0x7:
      let (start, count) = try extent(at: offset, low: low, width: 1)
      return .string(String(decoding: bytes[start..<start + count], as: UTF8.self))
    case 0x6:
      let (start, count) = try extent(at: offset, low: low, width: 2)
      let units = (0..<count).map {
        UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1])
      }
      return .string(String(decoding: units, as: UTF16.self))
    case 0x8:
      guard let place = Self.number(bytes, at: offset + 1, size: low + 1) else {
        throw .damaged(reason: "a reference is cut off")
      }
      return .uid(place)
    case 0xa, 0xb, 0xc:
      return .array(try references(at: offset, low: low, times: 1, depth: depth))
    case 0xd:
      return try dictionary(at: offset, low: low, depth: depth)
    default: throw .damaged(reason: "object with the unknown mark \(marker)")
    }
  }

  private mutating func dictionary(
    at offset: Int, low: Int, depth: Int
  ) throws(ArchiveError) -> PropertyListNode {
    let both = try references(at: offset, low: low, times: 2, depth: depth)
    let count = both.count / 2
    var entries: [String: PropertyListNode] = [:]
    entries.reserveCapacity(count)
    for index in 0..<count {
      guard let key = both[index].string else {
        throw .damaged(reason: "a key of a dictionary is no text")
      }
      entries[key] = both[count + index]
    }
    return .dictionary(entries)
  }

  private mutating func references(
    at offset: Int, low: Int, times: Int, depth: Int
  ) throws(ArchiveError) -> [PropertyListNode] {
    let (start, count) = try extent(at: offset, low: low, width: referenceSize * times)
    var found: [PropertyListNode] = []
    found.reserveCapacity(count * times)
    for index in 0..<count * times {
      guard
        let target = Self.number(bytes, at: start + index * referenceSize, size: referenceSize)
      else { throw .damaged(reason: "a reference is cut off") }
      found.append(try node(at: target, depth: depth + 1))
    }
    return found
  }

  /// Where the contents of a counted object begin and how many items it has. Fifteen in the mark
  /// means that the count follows as an integer.
  private func extent(
    at offset: Int, low: Int, width: Int
  ) throws(ArchiveError) -> (start: Int, count: Int) {
    var start = offset + 1
    var count = low
    if low == 15 {
      guard start < bytes.count, bytes[start] >> 4 == 1 else {
        throw .damaged(reason: "a count is missing")
      }
      let size = 1 << Int(bytes[start] & 0x0f)
      guard let long = Self.number(bytes, at: start + 1, size: size) else {
        throw .damaged(reason: "a count is cut off")
      }
      count = long
      start += 1 + size
    }
    guard count <= bytes.count, start + count * width <= bytes.count else {
      throw .damaged(reason: "an object is cut off")
    }
    return (start, count)
  }

  /// Integers of eight bytes are signed, shorter ones are not; of sixteen the lower half counts.
  private func integer(at offset: Int, size: Int) throws(ArchiveError) -> Int64 {
    guard size <= 16, offset + size <= bytes.count else {
      throw .damaged(reason: "an integer is cut off")
    }
    var value: UInt64 = 0
    for byte in bytes[offset..<offset + size].suffix(8) { value = value << 8 | UInt64(byte) }
    return Int64(bitPattern: value)
  }

  private func real(at offset: Int, size: Int) throws(ArchiveError) -> Double {
    let bits = UInt64(bitPattern: try integer(at: offset, size: size))
    switch size {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: return Double(bitPattern: bits)
    default: throw .damaged(reason: "a number has \(size) bytes")
    }
  }

  private static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int? {
    guard offset >= 0, size > 0, offset + size <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[offset..<offset + size] {
      guard value <= Int.max >> 8 else { return nil }
      value = value << 8 | Int(byte)
    }
    return value
  }
}
