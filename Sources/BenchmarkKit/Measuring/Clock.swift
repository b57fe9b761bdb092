import CRawBench
import Foundation

/// CPU time and wall time of a stretch of work.
package struct Clock {
  private let wall: Double
  private let cpu: Double

  /// Starts.
  package init() {
    wall = Self.read(CLOCK_MONOTONIC)
    cpu = Self.read(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// The figure of what was done since the start. Ask at once; the checksum is put in later.
  package func stop(_ kind: FigureKind, rows: Int) -> Figure {
    let cpu = Self.read(CLOCK_PROCESS_CPUTIME_ID) - cpu
    let seconds = Self.read(CLOCK_MONOTONIC) - wall
    return Figure(
      workload: kind.rawValue, seconds: seconds, cpu: cpu, rows: Int64(rows), checksum: 0,
      rss_kb: raw_bench_peak_rss())
  }

  private static func read(_ id: clockid_t) -> Double {
    var now = timespec()
    clock_gettime(id, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}
