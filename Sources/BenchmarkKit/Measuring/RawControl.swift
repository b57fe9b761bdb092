import CRawBench
import Foundation

/// The control: the same workloads on SQLite's C interface.
package enum RawControl {
  /// Runs a workload in this process.
  package static func run(
    _ workload: Workload, playerCount: Int, database: String, folder: String
  ) -> [Figure] {
    withUnsafeTemporaryAllocation(of: RawFigure.self, capacity: 2) { room in
      room.initialize(repeating: RawFigure())
      let count = raw_bench_run(
        workload.control.rawValue, Int32(playerCount), database, folder, room.baseAddress)
      return room.prefix(Int(count)).map { raw in
        Figure(
          workload: String(cString: raw.workload), seconds: raw.seconds, cpu: raw.cpu,
          rows: raw.rows, checksum: raw.checksum, rss_kb: raw.rss_kb)
      }
    }
  }

  /// What W1, W5 and W6 leave in a file, as one number.
  package static func state(of database: String) -> Int64 { raw_bench_state(database) }
}
