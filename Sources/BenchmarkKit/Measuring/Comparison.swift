/// What a figure came to, beside the control's.
package struct Comparison: Equatable, Sendable {
  package let kind: FigureKind
  package let playerCount: Int
  /// Medians of CPU seconds.
  package let cpu: Double
  package let controlCPU: Double
  /// The median of the peak resident sizes.
  package let rssKB: Int64
  package let checksum: Int64

  /// How many times the control's CPU time the engine needs.
  package var ratio: Double { controlCPU > 0 ? cpu / controlCPU : 0 }

  /// Whether the ratio is within the target; nil where there is none.
  package var meetsTarget: Bool? { kind.target.map { ratio <= $0 } }

  /// Compares the runs of a figure.
  ///
  /// - Throws: when the checksums differ, within either side or between them.
  package init(
    _ kind: FigureKind, playerCount: Int, ours: [Figure], control: [Figure]
  ) throws {
    self.kind = kind
    self.playerCount = playerCount
    cpu = Statistics.median(ours.map(\.cpu))
    controlCPU = Statistics.median(control.map(\.cpu))
    rssKB = Int64(Statistics.median(ours.map { Double($0.rss_kb) }))
    checksum = ours.first?.checksum ?? 0
    guard kind.comparesChecksum, let expected = control.first?.checksum else { return }
    for figure in ours + control where figure.checksum != expected {
      throw BenchmarkError.differentChecksums(
        workload: kind.rawValue, ours: figure.checksum, control: expected)
    }
  }

  /// The result as a line of JSON.
  package var line: String {
    "{\"workload\":\"\(kind.rawValue)\",\"n\":\(playerCount),"
      + "\"cpu\":\(FixedText.text(cpu, 6)),\"raw_cpu\":\(FixedText.text(controlCPU, 6)),"
      + "\"ratio\":\(FixedText.text(ratio, 3)),\"rss_kb\":\(rssKB),\"checksum\":\(checksum)}"
  }
}
