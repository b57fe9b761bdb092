/// The rows of one root entity by key, and their order. Holds the rows' chunks.
final class MemoryTable {
  private var rows: [Int64: RowPointer] = [:]
  /// Ascending; keys of removed rows stay until the next tidying.
  private var keys: ContiguousArray<Int64> = []
  private var removed: Set<Int64> = []
  /// The greatest key ever handed out.
  var lastKey: Int64 = 0

  deinit {
    for row in rows.values { row.chunk.release() }
  }

  var count: Int { rows.count }

  func row(_ pk: Int64) -> RowPointer? { rows[pk] }

  /// Enters a row, in place of the one with its key.
  func set(_ row: RowPointer) {
    _ = row.chunk.retain()
    let pk = row.pk
    if let old = rows.updateValue(row, forKey: pk) {
      old.chunk.release()
      return
    }
    lastKey = max(lastKey, pk)
    if removed.remove(pk) != nil { return }
    if let last = keys.last, last > pk {
      keys.insert(pk, at: keys.partition(before: pk))
    } else {
      keys.append(pk)
    }
  }

  func remove(_ pk: Int64) {
    guard let old = rows.removeValue(forKey: pk) else { return }
    old.chunk.release()
    removed.insert(pk)
    if removed.count > 64 && removed.count > rows.count {
      keys.removeAll { removed.contains($0) }
      removed = []
    }
  }

  /// Calls a closure for each row in the order of keys.
  func forEach(_ body: (RowPointer) throws -> Void) rethrows {
    for key in keys {
      if let row = rows[key] { try body(row) }
    }
  }

  /// Tests call this after changes: order, and agreement of keys and rows.
  func checkInvariants() -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
      && Set(keys) == Set(rows.keys).union(removed) && removed.isDisjoint(with: rows.keys)
      && rows.allSatisfy { $0.key == $0.value.pk }
  }
}

extension ContiguousArray<Int64> {
  /// Where a key goes in ascending order.
  fileprivate func partition(before key: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
