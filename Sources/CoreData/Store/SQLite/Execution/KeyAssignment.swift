import Foundation

/// The permanent keys of a plan's new objects, and the way from a temporary key to them.
///
/// A class, since a structure's lists are counted as referred to each time it is asked.
final class KeyAssignment {
  private let keys: ContiguousArray<Int64>
  private let lowest: Int64
  /// Permanent key by temporary key minus the lowest one; zero where there is none.
  private let byTemporary: ContiguousArray<Int64>
  private let sparse: [Int64: Int64]

  /// Hands out keys in the order of the plan, root entity by root entity.
  init(_ plan: SavePlan, _ store: SQLiteStore) throws {
    var counts = ContiguousArray(repeating: 0, count: store.model.entities.count + 1)
    var low: Int64 = 0
    var high = Int64.min
    // By index: a copy of an insert would count two references.
    for index in plan.inserts.indices where plan.inserts[index].pk < 0 {
      counts[Int(plan.inserts[index].root)] += 1
      low = min(low, plan.inserts[index].pk)
      high = max(high, plan.inserts[index].pk)
    }
    lowest = low
    var keys: ContiguousArray<Int64> = []
    keys.reserveCapacity(plan.inserts.count)
    var sparse: [Int64: Int64] = [:]
    let span = low == 0 ? 0 : Int(high - low) + 1
    let isDense = span <= plan.inserts.count * 8 + 1024
    var byTemporary = ContiguousArray(repeating: Int64(0), count: isDense ? span : 0)
    var next = ContiguousArray(repeating: Int64(1), count: counts.count)
    for (root, count) in counts.enumerated() where count > 0 {
      next[root] = try store.reserveKeys(store.model.entity(number: Int32(root)), count: count)
    }
    for index in plan.inserts.indices {
      let temporary = plan.inserts[index].pk
      guard temporary < 0 else {
        keys.append(temporary)
        continue
      }
      let root = Int(plan.inserts[index].root)
      let pk = next[root]
      next[root] = pk + 1
      keys.append(pk)
      if isDense { byTemporary[Int(temporary - low)] = pk } else { sparse[temporary] = pk }
    }
    self.keys = keys
    self.byTemporary = byTemporary
    self.sparse = sparse
  }

  /// The key of the plan's insert of an index.
  func pk(of index: Int) -> Int64 { keys[index] }

  /// The permanent key of a temporary one; the key itself if it is permanent or unknown.
  func permanent(_ pk: Int64) -> Int64 {
    if pk >= 0 { return pk }
    if !sparse.isEmpty { return sparse[pk] ?? pk }
    let index = pk - lowest
    guard index >= 0, index < byTemporary.count, byTemporary[Int(index)] != 0 else { return pk }
    return byTemporary[Int(index)]
  }

  /// A value whose reference, if it is one, names a permanent key. A reference to an object without
  /// a row is none.
  @inline(__always)
  func permanent(_ value: SlotValue) -> SlotValue {
    guard case .object(let key) = value, key.pk < 0 else { return value }
    let pk = permanent(key.pk)
    return pk < 0 ? .null : .object(ObjectKey(entity: key.entity, pk: pk))
  }

  /// Writes a value into a fresh row, a reference by its permanent key.
  @inline(__always)
  func write(
    _ value: UnsafePointer<SlotValue>, _ place: ColumnPlace, _ row: RowPointer, _ chunk: RowChunk
  ) {
    // Taken out once: each time counts a reference to a text.
    var value = value.pointee
    if case .object(let key) = value, key.pk < 0 {
      let pk = permanent(key.pk)
      value = pk < 0 ? .null : .object(ObjectKey(entity: key.entity, pk: pk))
    }
    chunk.set(
      value, slot: place.slot, word: place.word, entityWord: place.entityWord, in: row)
  }

  /// The indexes of a plan's inserts, root by root and by ascending key.
  func order(of inserts: ContiguousArray<SavePlan.Insert>) -> ContiguousArray<Int> {
    // Counting first, so that the list is filled in place.
    var starts = ContiguousArray(repeating: 0, count: 2)
    for index in inserts.indices {
      let root = Int(inserts[index].root)
      while starts.count < root + 2 { starts.append(0) }
      starts[root + 1] += 1
    }
    for root in starts.indices.dropFirst() { starts[root] += starts[root - 1] }
    var next = starts
    var order = ContiguousArray(repeating: 0, count: inserts.count)
    for index in inserts.indices {
      let root = Int(inserts[index].root)
      order[next[root]] = index
      next[root] += 1
    }
    for (start, end) in zip(starts, starts.dropFirst()) where !isSorted(order[start..<end]) {
      order[start..<end].sort { keys[$0] < keys[$1] }
    }
    return order
  }

  private func isSorted(_ indexes: ContiguousArray<Int>.SubSequence) -> Bool {
    var last = Int64.min
    for index in indexes {
      if keys[index] < last { return false }
      last = keys[index]
    }
    return true
  }
}
