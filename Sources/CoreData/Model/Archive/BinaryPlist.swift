/// A binary property list as a flat table of objects that refer to each other by number.
///
/// Foundation's reader is not used for archives, because it has no public type for the UIDs that
/// keyed archives are made of, and because a flat table cannot be made to grow: every byte of the
/// file is used once, so a hostile file of n bytes costs memory in proportion to n.
package struct BinaryPlist: Sendable {
  /// One object.
  package enum Object: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    /// A number beyond `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    /// Seconds since 2001.
    case date(Double)
    case data(Data)
    case string(String)
    /// A reference into the table of a keyed archive.
    case uid(Int)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  /// Why a file is no binary property list.
  package struct Failure: Error, Equatable {
    /// What is wrong, without a full stop.
    package let reason: String
  }

  /// All objects of the file.
  package let objects: [Object]

  /// The number of the outermost object.
  package let top: Int

  /// Reads a file.
  package init(_ data: Data) throws(Failure) {
    var reader = try BinaryPlistReader(Array(data))
    objects = try reader.readObjects()
    top = reader.top
  }

  /// The value for a text key of a dictionary; nil if there is none or the object is no dictionary.
  package func value(_ key: String, of object: Int) -> Int? {
    guard objects.indices.contains(object), case .dictionary(let keys, let values) = objects[object]
    else { return nil }
    for (place, candidate) in keys.enumerated() where objects[candidate] == .string(key) {
      return values[place]
    }
    return nil
  }
}

/// Reads the objects one by one, each within the bounds of the file.
private struct BinaryPlistReader {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let tableStart: Int
  let top: Int
  private var budget: Int

  init(_ bytes: [UInt8]) throws(BinaryPlist.Failure) {
    self.bytes = bytes
    guard bytes.count >= 40, bytes.starts(with: Array("bplist00".utf8)) else {
      throw .init(reason: "it does not begin like a binary property list, or is cut off")
    }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    func number(_ start: Int) -> Int? {
      let value = bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: value)
    }
    guard let count = number(trailer + 8), let top = number(trailer + 16),
      let start = number(trailer + 24), 1...8 ~= offsetSize, 1...8 ~= referenceSize,
      count > 0, count <= bytes.count, top < count, start >= 8, start <= trailer,
      count <= (trailer - start) / offsetSize
    else {
      throw .init(reason: "its table of contents leads outside the file")
    }
    self.count = count
    self.top = top
    tableStart = start
    budget = bytes.count
  }

  mutating func readObjects() throws(BinaryPlist.Failure) -> [BinaryPlist.Object] {
    var result: [BinaryPlist.Object] = []
    result.reserveCapacity(count)
    for place in 0..<count {
      let offset = try number(tableStart + place * offsetSize, offsetSize)
      guard offset >= 8, offset < tableStart else {
        throw .init(reason: "object \(place) lies outside the file")
      }
      result.append(try readObject(offset))
    }
    return result
  }

  private mutating func readObject(_ offset: Int) throws(BinaryPlist.Failure) -> BinaryPlist.Object
  {
    let marker = bytes[offset]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0:
      switch low {
      case 0x8: return .bool(false)
      case 0x9: return .bool(true)
      default: return .null
      }
    case 0x1:
      let number = try integer(offset + 1, 1 << low)
      guard low == 4, number < 0, bytes[offset + 1] == 0 else { return .int(number) }
      return .unsigned(UInt64(bitPattern: number))
    case 0x2: return .real(try real(offset + 1, 1 << low))
    case 0x3: return .date(try real(offset + 1, 8))
    case 0x4:
      let (start, length) = try extent(offset, low, unit: 1)
      return .data(Data(bytes[start..<start + length]))
    case 0x5, 0x7:
      let (start, length) = try extent(offset, low, unit: 1)
      guard let text = String(validating: bytes[start..<start + length], as: UTF8.self) else {
        throw .init(reason: "a text is not valid UTF-8")
      }
      return .string(text)
    case 0x6:
      let (start, length) = try extent(offset, low, unit: 2)
      let units = (0..<length).map {
        UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1])
      }
      return .string(String(decoding: units, as: UTF16.self))
    case 0x8: return .uid(try number(offset + 1, low + 1))
    case 0xA, 0xB, 0xC:
      let (start, length) = try extent(offset, low, unit: referenceSize)
      return .array(try references(start, length))
    case 0xD:
      let (start, length) = try extent(offset, low, unit: 2 * referenceSize)
      return .dictionary(
        keys: try references(start, length),
        values: try references(start + length * referenceSize, length))
    default:
      throw .init(reason: "it has an object of the unknown kind \(marker >> 4)")
    }
  }

  /// Where the contents of an object lie, given the kind of its units.
  private mutating func extent(
    _ offset: Int, _ low: Int, unit: Int
  ) throws(BinaryPlist.Failure) -> (start: Int, length: Int) {
    var start = offset + 1
    var length = low
    if low == 0x0F {
      guard start < tableStart, bytes[start] >> 4 == 0x1 else {
        throw .init(reason: "an object has no length")
      }
      let size = 1 << Int(bytes[start] & 0x0F)
      length = Int(try integer(start + 1, size))
      start += 1 + size
    }
    guard length >= 0, start <= tableStart, length <= (tableStart - start) / unit else {
      throw .init(reason: "an object is longer than the file")
    }
    budget -= length * unit
    guard budget >= 0 else { throw .init(reason: "its objects overlap") }
    return (start, length)
  }

  private func references(_ start: Int, _ length: Int) throws(BinaryPlist.Failure) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(length)
    for place in 0..<length {
      let reference = try number(start + place * referenceSize, referenceSize)
      guard reference < count else {
        throw .init(reason: "an object refers to number \(reference), which does not exist")
      }
      result.append(reference)
    }
    return result
  }

  private func number(_ start: Int, _ size: Int) throws(BinaryPlist.Failure) -> Int {
    guard start >= 0, size <= 16, start <= bytes.count - size else {
      throw .init(reason: "a number is cut off")
    }
    var value: UInt64 = 0
    for byte in bytes[start..<start + size] {
      guard value >> 56 == 0 else { throw .init(reason: "a number is too large") }
      value = value << 8 | UInt64(byte)
    }
    guard let result = Int(exactly: value) else { throw .init(reason: "a number is too large") }
    return result
  }

  private func integer(_ start: Int, _ size: Int) throws(BinaryPlist.Failure) -> Int64 {
    guard size <= 16, start <= bytes.count - size else {
      throw .init(reason: "a number is cut off")
    }
    // Numbers of 8 bytes are signed, shorter ones are not; of 16 bytes the lower half counts.
    let tail = bytes[(start + max(0, size - 8))..<(start + size)]
    return Int64(bitPattern: tail.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private func real(_ start: Int, _ size: Int) throws(BinaryPlist.Failure) -> Double {
    let bits = UInt64(bitPattern: try integer(start, size))
    switch size {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: return Double(bitPattern: bits)
    default: throw .init(reason: "a real number has \(size) bytes")
    }
  }
}
