import Foundation

/// One measured figure, as a measurement's process prints it.
package struct Figure: Codable, Equatable, Sendable {
  package var peer: String = ""
  package var workload: String
  package var n: Int = 0
  /// Wall time.
  package var seconds: Double
  /// CPU time of the process.
  package var cpu: Double
  package var rows: Int64
  package var checksum: Int64
  /// The largest resident size of the process at the end.
  package var rss_kb: Int64

  package init(
    workload: String, seconds: Double, cpu: Double, rows: Int64, checksum: Int64, rss_kb: Int64
  ) {
    self.workload = workload
    self.seconds = seconds
    self.cpu = cpu
    self.rows = rows
    self.checksum = checksum
    self.rss_kb = rss_kb
  }

  /// The line that a measurement prints, its members in the workload's order.
  package var line: String {
    "{\"peer\":\"\(peer)\",\"workload\":\"\(workload)\",\"n\":\(n),"
      + "\"seconds\":\(FixedText.text(seconds, 6)),\"cpu\":\(FixedText.text(cpu, 6)),"
      + "\"rows\":\(rows),\"checksum\":\(checksum),\"rss_kb\":\(rss_kb)}"
  }

  /// Reads a line.
  package init(line: String) throws {
    guard let found = try? JSONDecoder().decode(Figure.self, from: Data(line.utf8)) else {
      throw BenchmarkError.unreadable(line)
    }
    self = found
  }
}

/// Numbers with a fixed count of decimals, without Foundation's formatters, which cost a process
/// that prints one line more than the line is worth.
package enum FixedText {
  package static func text(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "0" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((abs(value) * scale).rounded())
    let whole = scaled / Int64(scale)
    guard decimals > 0 else { return (value < 0 && scaled > 0 ? "-" : "") + String(whole) }
    let rest = String(scaled % Int64(scale))
    return (value < 0 && scaled > 0 ? "-" : "") + "\(whole)."
      + String(repeating: "0", count: decimals - rest.utf8.count) + rest
  }
}
