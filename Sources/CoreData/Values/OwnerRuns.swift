/// Whose rows are the rows of a relationship, owner by owner: rows of one owner mostly stand together,
/// so runs are kept in place of a key per row.
package struct OwnerRuns: ExpressibleByArrayLiteral {
  /// Rows that stand together and have one owner.
  struct Run {
    let owner: Int64
    /// The index behind the last row.
    var end: Int
  }

  private(set) var runs: ContiguousArray<Run> = []

  package init() {}

  package init(arrayLiteral elements: Int64...) {
    for owner in elements { append(owner) }
  }

  var isEmpty: Bool { runs.isEmpty }

  /// Notes the owner of the next row.
  @inline(__always)
  package mutating func append(_ owner: Int64) {
    let last = runs.count - 1
    if last >= 0, runs[last].owner == owner {
      runs[last].end += 1
    } else {
      runs.append(Run(owner: owner, end: (last < 0 ? 0 : runs[last].end) + 1))
    }
  }
}
