/// Medians and what is made of them.
package enum Statistics {
  /// The middle value; the mean of the middle two; 0 of nothing.
  package static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// How much memory an object takes: what fetching all players adds to what a process that fetches
  /// one player has.
  package static func bytesPerObject(fetchedKB: Int64, startKB: Int64, count: Int) -> Double {
    count > 0 ? Double(fetchedKB - startKB) * 1024 / Double(count) : 0
  }
}
