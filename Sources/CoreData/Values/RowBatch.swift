import Foundation

/// The rows that one statement gave, in its order, with the chunks that hold them.
///
/// Rows already in the row cache with the same version stand in the list as the cached snapshot.
package struct RowBatch {
  package private(set) var rows: ContiguousArray<RowPointer> = []
  /// The chunks of the fresh rows.
  package private(set) var chunks: ContiguousArray<RowChunk> = []
  /// The chunks of rows that were in the row cache, held so that they stay alive.
  private var borrowed: ContiguousArray<RowChunk> = []
  private var lastBorrowed: UnsafeMutableRawPointer?
  /// The last of `chunks`, while rows are added to it.
  private var current: Unmanaged<RowChunk>?
  private var nextCapacity = 128

  package init() {}

  /// Adds a fresh row without values and returns it to be filled.
  @inline(__always)
  mutating func add(_ layout: EntityLayout, pk: Int64, version: Int32) -> (RowPointer, RowChunk) {
    let (row, chunk) = addUncounted(layout, pk: pk, version: version)
    return (row, chunk.takeUnretainedValue())
  }

  /// The same for loops over many rows: the chunk is held by this batch alone.
  @inline(__always)
  mutating func addUncounted(
    _ layout: EntityLayout, pk: Int64, version: Int32
  ) -> (RowPointer, Unmanaged<RowChunk>) {
    rows.makeRoomAhead()
    if let current,
      let row = current._withUnsafeGuaranteedRef({ $0.add(layout, pk: pk, version: version) })
    {
      rows.append(row)
      return (row, current)
    }
    return addToNewChunk(layout, pk: pk, version: version)
  }

  @inline(never)
  private mutating func addToNewChunk(
    _ layout: EntityLayout, pk: Int64, version: Int32
  ) -> (RowPointer, Unmanaged<RowChunk>) {
    let words = max(layout.rowWords, chunks.isEmpty ? layout.rowWords * 4 : nextCapacity)
    // A chunk's texts will be about as long as those of the chunk before.
    let expected = chunks.last.map { $0.byteCount * words / max(1, $0.capacity) * 17 / 16 } ?? 0
    let chunk = RowChunk(words: words, expectedBytes: min(expected, 1 << 16))
    // Blocks of 128 KiB and more would each be mapped and unmapped by the C library.
    nextCapacity = min(nextCapacity * 4, 8192)
    current = .passUnretained(chunk)
    chunks.append(chunk)
    guard let row = chunk.add(layout, pk: pk, version: version) else {
      misuse("A fresh row chunk holds at least one row.")
    }
    rows.append(row)
    return (row, .passUnretained(chunk))
  }

  /// Adds a row that is in the row cache already.
  @inline(__always)
  mutating func add(cached row: RowPointer) {
    rows.append(row)
    let chunk = row.chunk
    if lastBorrowed == chunk.toOpaque() { return }
    lastBorrowed = chunk.toOpaque()
    borrowed.append(chunk.takeUnretainedValue())
  }

  /// Adds the rows of another batch at the end.
  package mutating func append(_ other: RowBatch) {
    rows += other.rows
    chunks += other.chunks
    borrowed += other.borrowed
    current = nil
  }

  /// The first row with what keeps it alive. A bare pointer dies with its batch.
  package var first: HeldRow? {
    rows.first.map { HeldRow(pointer: $0, chunk: $0.chunk.takeUnretainedValue()) }
  }

  /// Makes room for rows, where their number is known.
  mutating func reserve(_ count: Int) { rows.reserveCapacity(rows.count + count) }

  /// Puts each row where the list says it belongs.
  mutating func reorder(_ places: ContiguousArray<Int>) {
    let sorted = rows
    for (index, place) in places.enumerated() where index != place { rows[place] = sorted[index] }
  }
}
