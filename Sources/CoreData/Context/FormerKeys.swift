/// The permanent keys that objects were given, by the temporary ones that others may still name them by.
///
/// Objects inserted one after the other and saved together have temporary and permanent keys in a row,
/// so runs are kept in place of pairs: a save of any number of objects adds a few words.
struct FormerKeys {
  /// Temporary keys going down from one, permanent ones going up from another.
  private struct Run {
    let temporary: Int64
    let entity: Int32
    let pk: Int64
    var count: Int64

    /// The permanent key of a temporary one, if it is in the run.
    func key(of wanted: Int64) -> ObjectKey? {
      let place = temporary - wanted
      return place >= 0 && place < count ? ObjectKey(entity: entity, pk: pk + place) : nil
    }

    /// Takes in the next pair, if it is the next.
    mutating func take(_ next: Int64, _ key: ObjectKey) -> Bool {
      guard next == temporary - count, key.pk == pk + count, key.entity == entity else {
        return false
      }
      count += 1
      return true
    }
  }

  /// The runs, in descending order of their temporary keys: the order in which objects were inserted.
  private var runs: ContiguousArray<Run> = []
  /// What came out of order.
  private var others: [Int64: ObjectKey] = [:]

  /// The permanent key of a temporary one.
  subscript(temporary: Int64) -> ObjectKey? {
    if let key = others.isEmpty ? nil : others[temporary] { return key }
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].temporary >= temporary { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : runs[low - 1].key(of: temporary)
  }

  /// Remembers a pair.
  mutating func note(_ temporary: Int64, _ key: ObjectKey) {
    guard let last = runs.indices.last else {
      runs.append(Run(temporary: temporary, entity: key.entity, pk: key.pk, count: 1))
      return
    }
    if runs[last].take(temporary, key) { return }
    if temporary <= runs[last].temporary - runs[last].count {
      runs.append(Run(temporary: temporary, entity: key.entity, pk: key.pk, count: 1))
    } else {
      others[temporary] = key
    }
  }
}
