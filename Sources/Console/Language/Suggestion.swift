/// Finds what a misspelt name was probably meant to be.
package enum Suggestion {
  /// The candidate nearest to `name`, or nil when none is near enough to be worth naming.
  package static func nearest(
    to name: String, among candidates: some Sequence<String>
  ) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= 80 else { return nil }
    let limit = max(1, (wanted.count + 1) / 3)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let other = Array(candidate.lowercased().unicodeScalars)
      guard abs(other.count - wanted.count) <= limit else { continue }
      let distance = editDistance(wanted, other)
      guard distance <= limit else { continue }
      if let found = best, (found.distance, found.candidate) <= (distance, candidate) { continue }
      best = (distance, candidate)
    }
    return best?.candidate ?? sharingBeginning(wanted, candidates)
  }

  /// A candidate that begins as the name does, as a plural and its singular do.
  private static func sharingBeginning(
    _ wanted: [Unicode.Scalar], _ candidates: some Sequence<String>
  ) -> String? {
    guard wanted.count >= 5 else { return nil }
    return candidates.filter { candidate in
      let other = Array(candidate.lowercased().unicodeScalars)
      let shared = zip(wanted, other).prefix { $0 == $1 }.count
      return shared + 1 >= wanted.count && other.count - shared <= 4
    }.min()
  }

  /// How many insertions, deletions, replacements and swaps of neighbours lie between two words.
  static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
      var current = [row + 1] + [Int](repeating: 0, count: right.count)
      for (column, other) in right.enumerated() {
        var cost = min(last[column + 1] + 1, current[column] + 1)
        cost = min(cost, last[column] + (scalar == other ? 0 : 1))
        if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current[column + 1] = cost
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
