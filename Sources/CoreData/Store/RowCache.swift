import Dispatch
import Foundation

/// The last known rows of a store by key, shared by all contexts of its coordinator.
///
/// It keeps the rows' chunks; a chunk that nobody else holds any more is let go when the cache has
/// grown to twice what it held after the last such look. Used under the coordinator's lock.
package final class RowCache {
  private var tables: ContiguousArray<RowTable?> = []
  private var chunks: ContiguousArray<RowChunk> = []
  private var trimAt = 64
  private let model: ModelLayout
  /// How often a row was found, for the curious.
  package private(set) var hits = 0

  package init(model: ModelLayout) {
    self.model = model
    tables = ContiguousArray(repeating: nil, count: model.entities.count + 1)
  }

  /// The row of a key, if known.
  @inline(__always)
  package func row(root: Int32, pk: Int64) -> RowPointer? {
    guard let table = tables[Int(root)], let found = table.table.value(for: pk) else { return nil }
    return found.assumingMemoryBound(to: UInt64.self)
  }

  /// Counts a use of the cache in place of the store.
  package func noteHit() { hits += 1 }

  /// How many rows are known, for the curious: every chunk is looked through.
  package var rowCount: Int {
    var count = 0
    for chunk in chunks {
      chunk.forEachRow(in: model) { row in
        let table = tables[Int(model.entity(number: row.entityNumber).rootNumber)]
        if table?.table.value(for: row.pk) == UnsafeMutableRawPointer(row) { count += 1 }
      }
    }
    return count
  }

  /// The table of a root entity.
  @inline(__always)
  func table(root: Int32) -> RowTable {
    if let table = tables[Int(root)] { return table }
    let table = RowTable()
    tables[Int(root)] = table
    return table
  }

  /// Enters the rows of a batch and keeps its chunks.
  func add(_ batch: RowBatch) {
    // Rows of one entity mostly stand together.
    var number: Int32 = 0
    var known: RowTable?
    for row in batch.rows {
      if known == nil || row.entityNumber != number {
        number = row.entityNumber
        known = table(root: model.entity(number: number).rootNumber)
      }
      known?.table.set(row, for: row.pk)
    }
    keep(batch)
  }

  /// Keeps a batch's chunks, whose rows were entered already.
  func keep(_ batch: RowBatch) {
    chunks.append(contentsOf: batch.chunks)
    if chunks.count >= trimAt { trim() }
  }

  /// Forgets the row of a key if it was read longer ago than some seconds.
  package func removeStale(root: Int32, pk: Int64, olderThan seconds: Double) {
    guard let row = row(root: root, pk: pk) else { return }
    let born = row.chunk._withUnsafeGuaranteedRef { $0.born }
    let age = Double(DispatchTime.now().uptimeNanoseconds - born) / 1e9
    if age >= seconds { remove(root: root, pk: pk) }
  }

  /// Forgets the row of a key.
  package func remove(root: Int32, pk: Int64) { tables[Int(root)]?.table.set(nil, for: pk) }

  /// Forgets everything.
  package func removeAll() {
    for table in tables { table?.table.removeAll() }
    chunks = []
    trimAt = 64
  }

  /// Lets go of the chunks that nobody else holds.
  package func trim() {
    var kept: ContiguousArray<RowChunk> = []
    for index in chunks.indices {
      if isKnownUniquelyReferenced(&chunks[index]) {
        forget(chunks[index])
      } else {
        kept.append(chunks[index])
      }
    }
    chunks = kept
    trimAt = max(64, kept.count * 2)
  }

  private func forget(_ chunk: RowChunk) {
    chunk.forEachRow(in: model) { row in
      guard let table = tables[Int(model.entity(number: row.entityNumber).rootNumber)] else {
        return
      }
      if table.table.value(for: row.pk) == UnsafeMutableRawPointer(row) {
        table.table.set(nil, for: row.pk)
      }
    }
  }
}

/// A page table of rows.
final class RowTable {
  @exclusivity(unchecked)
  var table = PageTable()
}
