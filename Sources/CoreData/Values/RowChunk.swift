import Dispatch
import Foundation

/// A pointer to a row snapshot: a header (key; entity and version; chunk), null bits, and one word
/// per value. Text and data words point into the chunk's bytes.
package typealias RowPointer = UnsafeMutablePointer<UInt64>

/// A block of row snapshots that were read together, and the bytes of their texts and data.
///
/// A snapshot is never changed once its chunk is sealed, so the coordinator's row cache and the
/// objects of every context share it. The chunk is freed when the last of them lets go.
///
/// `@unchecked Sendable`: written by one loader under the coordinator's lock, constant once sealed.
package final class RowChunk: @unchecked Sendable {
  private let words: UnsafeMutablePointer<UInt64>
  private let expectedBytes: Int
  let capacity: Int
  /// When the rows were read, in nanoseconds since the machine was started.
  package let born: UInt64 = DispatchTime.now().uptimeNanoseconds
  @exclusivity(unchecked)
  private var used = 0
  @exclusivity(unchecked)
  private(set) var bytes: UnsafeMutablePointer<UInt8>?
  private var byteCapacity: Int
  @exclusivity(unchecked)
  private(set) var byteCount = 0
  /// The files that hold values of this chunk's rows.
  @exclusivity(unchecked)
  private var files: [ExternalFile] = []

  /// The length that says that a word names a file: no value is as long.
  static let fileMark = UInt32.max

  /// Makes a chunk with room for a number of words. Bytes are allocated when the first text comes,
  /// as many as are expected.
  init(words capacity: Int, expectedBytes: Int = 0) {
    self.capacity = capacity
    words = .allocate(capacity: capacity)
    FreshPages.bringIn(words, bytes: capacity * 8)
    byteCapacity = 0
    self.expectedBytes = expectedBytes
  }

  deinit {
    words.deallocate()
    bytes?.deallocate()
  }

  /// Adds a row, all of whose values are null; nil when the chunk is full.
  @inline(__always)
  func add(_ layout: EntityLayout, pk: Int64, version: Int32) -> RowPointer? {
    let count = layout.rowWords
    guard used + count <= capacity, byteCount < Self.byteLimit else { return nil }
    let row = words + used
    used += count
    row[0] = UInt64(bitPattern: pk)
    row[1] = UInt64(UInt32(bitPattern: layout.number)) << 32 | UInt64(UInt32(bitPattern: version))
    row[2] = UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    var index = EntityLayout.headerWords
    let firstValue = index + (layout.slotCount + 63) / 64
    while index < firstValue {
      row[index] = ~0
      index += 1
    }
    return row
  }

  /// Copies the values of another row of the same entity into a fresh row of this chunk.
  func copyValues(of source: RowPointer, to row: RowPointer, _ layout: EntityLayout) {
    for index in EntityLayout.headerWords..<layout.rowWords { row[index] = source[index] }
    for property in layout.properties where property.kind.isStoredAsBytes && property.word != 0 {
      if row.isNull(slot: property.slot) { continue }
      if let file = source.file(word: property.word) {
        row[property.word] = append(file)
        continue
      }
      let bytes = source.bytes(word: property.word)
      row[property.word] = append(bytes.baseAddress, count: bytes.count)
    }
  }

  /// Calls a closure for each row.
  func forEachRow(in model: ModelLayout, _ body: (RowPointer) -> Void) {
    var offset = 0
    while offset < used {
      let row = words + offset
      body(row)
      offset += model.entity(number: row.entityNumber).rowWords
    }
  }

  /// A chunk takes no further rows beyond this many bytes, so that offsets fit into 32 bits.
  private static let byteLimit = 1 << 30

  /// Copies bytes in and returns the word that stands for them: offset and length.
  @inline(__always)
  func append(_ source: UnsafeRawPointer?, count: Int) -> UInt64 {
    let offset = byteCount
    if count > 0, let source {
      if offset + count > byteCapacity { grow(toHold: offset + count) }
      if let bytes {
        (bytes + offset).update(from: source.assumingMemoryBound(to: UInt8.self), count: count)
      }
      byteCount += count
    }
    return UInt64(UInt32(truncatingIfNeeded: offset)) << 32
      | UInt64(UInt32(truncatingIfNeeded: count))
  }

  /// Takes a file in and returns the word that stands for its bytes.
  func append(_ file: ExternalFile) -> UInt64 {
    files.append(file)
    return UInt64(UInt32(truncatingIfNeeded: files.count - 1)) << 32 | UInt64(Self.fileMark)
  }

  /// The file that a word stands for, nil for one whose bytes are here.
  func file(_ packed: UInt64) -> ExternalFile? {
    guard UInt32(truncatingIfNeeded: packed) == Self.fileMark else { return nil }
    let index = Int(packed >> 32)
    return index < files.count ? files[index] : nil
  }

  @inline(never)
  private func grow(toHold count: Int) {
    let larger = max(count, byteCapacity * 2, expectedBytes, min(capacity * 8, 4096))
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    FreshPages.bringIn(fresh, bytes: larger)
    if let bytes {
      fresh.update(from: bytes, count: byteCount)
      bytes.deallocate()
    }
    bytes = fresh
    byteCapacity = larger
  }
}

/// Reading a row snapshot. The row's chunk must be alive.
extension UnsafeMutablePointer where Pointee == UInt64 {
  /// The primary key.
  @inline(__always)
  package var pk: Int64 { Int64(bitPattern: self[0]) }

  /// The number of the row's own entity in the model.
  @inline(__always)
  package var entityNumber: Int32 { Int32(bitPattern: UInt32(self[1] >> 32)) }

  /// The version counter for optimistic locking (`Z_OPT`).
  @inline(__always)
  package var version: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: self[1])) }

  /// The chunk that holds the row.
  @inline(__always)
  package var chunk: Unmanaged<RowChunk> {
    // The word was made from a live chunk's address, so it is never zero.
    Unmanaged.fromOpaque(
      UnsafeRawPointer(bitPattern: UInt(self[2])).unsafelyUnwrapped)
  }

  @inline(__always)
  package func isNull(slot: Int) -> Bool {
    self[EntityLayout.headerWords + slot >> 6] >> UInt64(slot & 63) & 1 != 0
  }

  @inline(__always)
  func markPresent(slot: Int) {
    self[EntityLayout.headerWords + slot >> 6] &= ~(1 << UInt64(slot & 63))
  }

  @inline(__always)
  func markNull(slot: Int) {
    self[EntityLayout.headerWords + slot >> 6] |= 1 << UInt64(slot & 63)
  }

  /// The bytes of a text or data word.
  @inline(__always)
  package func bytes(word: Int) -> UnsafeBufferPointer<UInt8> {
    let packed = self[word]
    let count = UInt32(truncatingIfNeeded: packed)
    // One comparison tells the two rare cases, nothing and a file.
    guard count &- 1 < RowChunk.fileMark - 1,
      let base = chunk._withUnsafeGuaranteedRef({ $0.bytes })
    else { return rareBytes(word: word) }
    return UnsafeBufferPointer(start: base + Int(packed >> 32), count: Int(count))
  }

  /// The bytes of a word that names a file, or stands for nothing.
  @inline(never)
  private func rareBytes(word: Int) -> UnsafeBufferPointer<UInt8> {
    guard let data = file(word: word)?.load() else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(
      start: data.bytes.assumingMemoryBound(to: UInt8.self), count: data.length)
  }

  /// The file that holds the bytes of a word, nil if they are in the chunk.
  func file(word: Int) -> ExternalFile? {
    let packed = self[word]
    return chunk._withUnsafeGuaranteedRef { $0.file(packed) }
  }

  /// The data of a word; nil if they are in a file that is gone.
  package func data(word: Int) -> Data? {
    if let file = file(word: word) { return file.load().map { Data(referencing: $0) } }
    return Data(bytes(word: word))
  }
}
