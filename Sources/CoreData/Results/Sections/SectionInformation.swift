import Foundation

/// What a controller's cache keeps: which sections there are, and which object stands where.
struct SectionInformation: Equatable {
  /// A section: its name, and how many objects it has.
  struct Section: Equatable {
    var name: String
    var count: Int
  }

  /// The cache's name.
  var name: String
  /// The UUID of the store.
  var store: String
  /// A digest of what was asked; see ``SectionQuery``.
  var fingerprint: [UInt8]
  /// The store as it was when it was asked.
  var state: StoreState
  var sections: [Section] = []
  /// The objects of all sections, in order.
  var keys: ContiguousArray<ObjectKey> = []

  /// The name of the section of each object.
  var names: [String] {
    sections.flatMap { repeatElement($0.name, count: $0.count) }
  }

  /// Divides where the name changes.
  static func sections(of names: [String]) -> [Section] {
    var sections: [Section] = []
    for name in names {
      if sections.last?.name == name {
        sections[sections.count - 1].count += 1
      } else {
        sections.append(Section(name: name, count: 1))
      }
    }
    return sections
  }
}

/// The form of the file: a sign, a digest of the rest, and the rest, in which numbers are written in
/// groups of seven bits and each key as its distance from the one before.
extension SectionInformation {
  private static let sign: [UInt8] = Array("CDSections1".utf8)
  private static let digestSize = 32
  /// More is neither written nor read.
  static let largestFile = 1 << 26

  /// The file's bytes.
  /// - Parameter model: gives entities the names under which they are kept.
  func encoded(_ model: ModelLayout) -> [UInt8] {
    var body = SectionWriter()
    body.add(name)
    body.add(store)
    body.add(fingerprint)
    body.add(state.log ?? [])
    body.add(state.file.map(Self.numbers) ?? [])
    var places: [Int32: Int] = [:]
    for key in keys where places[key.entity] == nil { places[key.entity] = places.count }
    body.add(places.count)
    for (number, _) in places.sorted(by: { $0.value < $1.value }) {
      body.add(model.entity(number: number).name)
    }
    body.add(sections.count)
    for section in sections {
      body.add(section.name)
      body.add(section.count)
    }
    body.add(keys.count)
    var last: Int64 = 0
    for key in keys {
      body.add(places[key.entity] ?? 0)
      body.add(difference: key.pk &- last)
      last = key.pk
    }
    return Self.sign + Digest.sha256(body.bytes) + body.bytes
  }

  private static func numbers(_ file: FileMark) -> [UInt8] {
    [Int64(bitPattern: file.inode), file.size, file.modified, file.changed].flatMap { number in
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
  }

  private static func file(_ bytes: [UInt8]) -> FileMark? {
    guard bytes.count == 32 else { return nil }
    func number(_ place: Int) -> Int64 {
      bytes.withUnsafeBytes {
        Int64(littleEndian: $0.loadUnaligned(fromByteOffset: place * 8, as: Int64.self))
      }
    }
    return FileMark(
      inode: UInt64(bitPattern: number(0)), size: number(1), modified: number(2), changed: number(3)
    )
  }

  /// Reads a file's bytes; nil if they are not what ``encoded(_:)`` makes of something, whoever wrote them.
  init?(_ bytes: [UInt8], _ model: ModelLayout) {
    let start = Self.sign.count + Self.digestSize
    guard bytes.count > start, bytes.count <= Self.largestFile, bytes.starts(with: Self.sign),
      bytes[Self.sign.count..<start].elementsEqual(Digest.sha256(Array(bytes[start...])))
    else { return nil }
    var body = SectionReader(bytes[start...])
    do {
      try self.init(from: &body, model)
    } catch {
      return nil
    }
  }

  private init(from body: inout SectionReader, _ model: ModelLayout) throws {
    name = try body.text()
    store = try body.text()
    fingerprint = try body.list()
    let log = try body.list()
    state = StoreState(file: Self.file(try body.list()), log: log.isEmpty ? nil : log)
    let entities = try (0..<body.count()).map { _ in
      guard let entity = model.entity(named: try body.text()) else { throw SectionReader.Damage() }
      return entity.number
    }
    sections = try (0..<body.count()).map { _ in
      Section(name: try body.text(), count: try body.number(below: SectionInformation.largestFile))
    }
    let count = try body.count()
    guard sections.reduce(0, { $0 + $1.count }) == count else { throw SectionReader.Damage() }
    keys.reserveCapacity(count)
    var seen: Set<ObjectKey> = []
    seen.reserveCapacity(count)
    var pk: Int64 = 0
    for _ in 0..<count {
      let entity = entities[try body.number(below: entities.count)]
      pk = pk &+ (try body.difference())
      let key = ObjectKey(entity: entity, pk: pk)
      guard pk > 0, seen.insert(key).inserted else { throw SectionReader.Damage() }
      keys.append(key)
    }
    guard body.isAtEnd else { throw SectionReader.Damage() }
  }
}

/// Writes the parts of a cache file.
private struct SectionWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: Int) { add(UInt64(number)) }

  /// A number of either sign, small ones short.
  mutating func add(difference: Int64) {
    add(UInt64(bitPattern: difference << 1 ^ difference >> 63))
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  mutating func add(_ list: [UInt8]) {
    add(list.count)
    bytes += list
  }

  private mutating func add(_ number: UInt64) {
    var rest = number
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads the parts of a cache file, believing none of them.
private struct SectionReader {
  struct Damage: Error {}

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var isAtEnd: Bool { place == bytes.endIndex }

  private mutating func number() throws -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard place < bytes.endIndex else { throw Damage() }
      let byte = bytes[place]
      place += 1
      guard shift < 63 || byte <= 1 else { throw Damage() }
      result |= UInt64(byte & 127) << shift
      if byte < 128 { return result }
    }
    throw Damage()
  }

  mutating func number(below limit: Int) throws -> Int {
    let number = try number()
    guard number < UInt64(limit) else { throw Damage() }
    return Int(number)
  }

  /// How many things follow: each takes a byte at least.
  mutating func count() throws -> Int { try number(below: bytes.endIndex - place + 1) }

  mutating func difference() throws -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func list() throws -> [UInt8] {
    let count = try count()
    guard count <= bytes.endIndex - place else { throw Damage() }
    defer { place += count }
    return Array(bytes[place..<(place + count)])
  }

  mutating func text() throws -> String {
    guard let text = String(validating: try list(), as: UTF8.self) else { throw Damage() }
    return text
  }
}
