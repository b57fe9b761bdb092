import BenchmarkKit
import XCTest

final class ComparisonTests: XCTestCase {
  private func figure(_ cpu: Double, checksum: Int64 = 7, rss: Int64 = 100) -> Figure {
    Figure(workload: "W2", seconds: cpu, cpu: cpu, rows: 1, checksum: checksum, rss_kb: rss)
  }

  func testMedian() {
    XCTAssertEqual(Statistics.median([]), 0)
    XCTAssertEqual(Statistics.median([3, 1, 2]), 2)
    XCTAssertEqual(Statistics.median([4, 1, 2, 3]), 2.5)
  }

  func testRatioIsOfMedians() throws {
    let result = try Comparison(
      .w2, playerCount: 1000, ours: [figure(9), figure(3), figure(4)],
      control: [figure(2), figure(2), figure(100)])
    XCTAssertEqual(result.ratio, 2)
    XCTAssertEqual(result.meetsTarget, true)
    XCTAssertEqual(
      result.line,
      "{\"workload\":\"W2\",\"n\":1000,\"cpu\":4.000000,\"raw_cpu\":2.000000,\"ratio\":2.000,"
        + "\"rss_kb\":100,\"checksum\":7}")
  }

  func testADifferentChecksumIsAnError() {
    XCTAssertThrowsError(
      try Comparison(.w2, playerCount: 1, ours: [figure(1, checksum: 8)], control: [figure(1)]))
    XCTAssertThrowsError(
      try Comparison(
        .w2, playerCount: 1, ours: [figure(1), figure(1, checksum: 8)], control: [figure(1)]),
      "every run counts")
    XCTAssertNoThrow(
      try Comparison(.w7set, playerCount: 1, ours: [figure(1, checksum: 8)], control: [figure(1)]),
      "setting has no checksum")
  }

  func testMemoryPerObject() {
    XCTAssertEqual(
      Statistics.bytesPerObject(fetchedKB: 3000, startKB: 1000, count: 10_000), 204.8)
  }

  func testFixedText() {
    XCTAssertEqual(FixedText.text(1.25, 2), "1.25")
    XCTAssertEqual(FixedText.text(0.0625, 3), "0.063")
    XCTAssertEqual(FixedText.text(-2.5, 1), "-2.5")
    XCTAssertEqual(FixedText.text(3, 0), "3")
    XCTAssertEqual(FixedText.text(0.004, 2), "0.00")
    XCTAssertEqual(FixedText.text(.nan, 2), "0")
  }

  func testFiguresAreReadAsWritten() throws {
    var written = figure(0.25)
    written.peer = "corebook"
    written.n = 10_000
    XCTAssertEqual(try Figure(line: written.line), written)
    XCTAssertThrowsError(try Figure(line: "no figure"))
  }

  func testTheTableShowsTargetAndBar() throws {
    let good = try Comparison(
      .w2, playerCount: 1000, ours: [figure(1.1)], control: [figure(1)])
    let bad = try Comparison(.w2, playerCount: 1000, ours: [figure(3.3)], control: [figure(1)])
    let lines = ComparisonTable([good, bad]).text.split(separator: "\n")
    XCTAssertTrue(lines[1].hasSuffix("1.10     2.2  ██████████··········│"), String(lines[1]))
    XCTAssertTrue(
      lines[2].hasSuffix("3.30     2.2  ████████████████████│▒▒▒▒▒▒▒▒▒▒ over the target"),
      String(lines[2]))
  }

  func testEveryWorkloadHasItsFiguresOnce() {
    XCTAssertEqual(Workload.allCases.flatMap(\.figures), FigureKind.allCases)
  }
}
