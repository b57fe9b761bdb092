/// The results as a table: times, ratio, target, and a bar that is full at the target.
package struct ComparisonTable {
  private let results: [Comparison]
  private static let barWidth = 20

  package init(_ results: [Comparison]) { self.results = results }

  /// The table's lines, with a heading.
  package var text: String {
    var lines = [
      pad("", 8) + pad("", 35) + right("raw ms", 10) + right("ours ms", 10) + right("ratio", 8)
        + right("target", 8) + "  0" + String(repeating: " ", count: Self.barWidth - 1)
        + "target"
    ]
    lines += results.map(line)
    return (lines + notes).joined(separator: "\n")
  }

  private func line(_ result: Comparison) -> String {
    let target = result.kind.target.map { FixedText.text($0, $0 < 1 ? 2 : 1) } ?? "–"
    return pad(result.kind.rawValue, 8) + pad(result.kind.title, 35)
      + right(FixedText.text(result.controlCPU * 1000, 2), 10)
      + right(FixedText.text(result.cpu * 1000, 2), 10)
      + right(FixedText.text(result.ratio, result.ratio < 1 ? 3 : 2), 8) + right(target, 8)
      + "  " + Self.bar(result)
  }

  /// A bar of the ratio, full where the ratio is the target; what is beyond it is drawn light.
  static func bar(_ result: Comparison) -> String {
    guard let target = result.kind.target, target > 0 else { return "" }
    let length = Int((result.ratio / target * Double(barWidth)).rounded())
    let inside = min(length, barWidth)
    let beyond = min(max(0, length - barWidth), barWidth)
    return String(repeating: "█", count: inside) + String(repeating: "·", count: barWidth - inside)
      + "│" + String(repeating: "▒", count: beyond)
      + (result.meetsTarget == true ? "" : " over the target")
  }

  /// What the ratios do not say: undo beside setting, key-value coding beside accessors, memory.
  private var notes: [String] {
    var notes: [String] = []
    if let set = find(.w7set), let undo = find(.w7), set.cpu > 0 {
      notes.append(
        "undoing takes \(FixedText.text(undo.cpu / set.cpu, 2)) of the time of the changes "
          + "(target: at most 1)")
    }
    if let typed = find(.w2), let keyed = find(.w2kvc), typed.cpu > 0 {
      notes.append(
        "value(forKey:) takes \(FixedText.text(keyed.cpu / typed.cpu, 2)) of the time of the "
          + "accessor in W2 (target: at most 1.5)")
    }
    if let all = find(.w2), let start = find(.start) {
      let bytes = Statistics.bytesPerObject(
        fetchedKB: all.rssKB, startKB: start.rssKB, count: all.playerCount)
      notes.append("a fetched object takes \(FixedText.text(bytes, 0)) bytes (target: at most 300)")
    }
    return notes.isEmpty ? [] : [""] + notes
  }

  private func find(_ kind: FigureKind) -> Comparison? { results.first { $0.kind == kind } }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
