/// The demands of the texts the workbook was made from, by text and number.
///
/// A chapter says in `chapter.json` which step reaches a demand. What a later chapter will teach is
/// listed here with its reason, so that nothing is forgotten in silence.
package enum DemandTable {
  /// How many demands each text has.
  static let counts = ["000": 13, "001": 8, "002": 5, "003": 10, "004": 3]

  /// Demands that chapters to be written will reach.
  static let later: [String: String] = [
    "002-5": "chapters 7 and 10: measurements, contexts, threads"
  ]

  /// Demands that no chapter reaches and that are not listed as later, and the other way round.
  package static func problems(in chapters: [Chapter]) -> [String] {
    let taught = Set(chapters.flatMap(\.demands.keys))
    let all = counts.flatMap { text, count in (1...count).map { "\(text)-\($0)" } }
    var problems: [String] = []
    for demand in all.sorted() {
      switch (taught.contains(demand), later[demand]) {
      case (false, nil):
        problems.append(
          "no chapter teaches demand \(demand): name the step that does under 'demands' in its "
            + "chapter.json, or write one")
      case (true, .some):
        problems.append(
          "demand \(demand) is taught: strike it from 'later' in "
            + "Sources/Workbook/Authoring/DemandTable.swift")
      default: break
      }
    }
    for demand in taught.union(later.keys).subtracting(all).sorted() {
      let chapter = chapters.first { $0.demands[demand] != nil }?.key ?? "DemandTable.swift"
      problems.append("there is no demand \(demand), which \(chapter) names: strike it there")
    }
    return problems
  }
}
