import Console
import Foundation
import XCTest

/// `.faults`: why objects are still in memory.
final class FaultListTests: XCTestCase {
  func testANamedListIsAReason() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    Scenario.assertRuns(session, ".restart")
    Scenario.assertRuns(session, "fetch Person order by name as people")
    Scenario.assertRuns(session, "fetch Person where name == \"Jane\" as jane")
    let lines = session.printed(".faults").split(separator: "\n").sorted()
    XCTAssertEqual(lines.count, 3)
    for (line, reasons) in zip(
      lines, ["people", "jane, the last fetch as $1, the name it", "people"])
    {
      XCTAssertTrue(line.contains("retained by the name \(reasons)"), String(line))
    }
  }

  /// Four times the objects take about four times as long, not sixteen.
  func testTheListTakesTimeOfItsLength() throws {
    var times: [Double] = []
    for count in [2_000, 8_000] {
      let session = try Scenario.session()
      defer { session.close() }
      let rows = (0..<count).map { _ in "[id=1]" }.joined(separator: ",")
      Scenario.assertRuns(session, "batch insert Person [\(rows)]")
      Scenario.assertRuns(session, "fetch Person as all")
      let best =
        (0..<3).map { _ in
          let start = Date()
          XCTAssertEqual(session.printed(".faults").split(separator: "\n").count, count)
          return -start.timeIntervalSinceNow
        }.min() ?? 0
      times.append(best)
    }
    XCTAssertLessThan(times[1], times[0] * 9, "\(times)")
  }
}
