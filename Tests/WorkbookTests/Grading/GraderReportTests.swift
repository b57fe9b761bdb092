import Foundation
import XCTest

@testable import Workbook

/// What makes a grader's report worth believing.
final class GraderReportTests: XCTestCase {
  private let key = ReportSeal.freshKey()

  private func report(_ lines: [(event: String, test: String, message: String)]) -> GraderReport {
    var seal = ReportSeal(hexadecimal: key)
    var data = Data()
    for line in lines {
      let mark = seal.next([line.event, line.test, line.message])
      let entry = [
        "seal": mark, "event": line.event, "test": line.test, "message": line.message,
      ]
      data += (try? JSONEncoder().encode(entry)) ?? Data()
      data.append(0x0A)
    }
    return GraderReport(data, key: key)
  }

  private func lines(
    canary events: [(event: String, message: String)], count: Int
  ) -> [(event: String, test: String, message: String)] {
    let name = "G." + ReportSeal(hexadecimal: key).canary
    return [("start", "G.testIt", ""), ("passed", "G.testIt", ""), ("start", name, "")]
      + events.map { ($0.event, name, $0.message) } + [("end", "", String(count))]
  }

  func testTheTestThatHasToFail() {
    let canary = ReportSeal(hexadecimal: key).canary
    let failure = (event: "failure", message: "failed - \(canary)")
    let honest = report(lines(canary: [failure, ("failed", "")], count: 1))
    XCTAssertTrue(honest.isTrue)
    XCTAssertEqual(honest.finished, ["testIt"], "it is none of the grader's tests")
    XCTAssertEqual(honest.started, ["testIt"])
    XCTAssertTrue(honest.failures.isEmpty)

    XCTAssertFalse(report(lines(canary: [("passed", "")], count: 0)).isTrue, "silenced")
    XCTAssertFalse(report(lines(canary: [failure, ("failed", "")], count: 2)).isTrue, "one untold")
    XCTAssertFalse(report(lines(canary: [("failure", "failed - x")], count: 1)).isTrue)
    XCTAssertFalse(report([("start", "G.testIt", ""), ("passed", "G.testIt", "")]).isTrue)
  }

  func testValuesAreToldWithoutXCTestsSigns() {
    let message = { (yours: String, wanted: String) in
      self.report([
        (
          "failure", "G.testIt",
          "XCTAssertEqual failed: (\(yours)) is not equal to (\(wanted)) - the name"
        )
      ]).failures.map(\.message)
    }
    XCTAssertEqual(
      message("\"nil\"", "\"Optional(\"ends\")\""),
      ["the name\n  expected \"ends\"\n  yours is nothing"])
    XCTAssertEqual(
      message("\"Optional(3)\"", "\"Optional(4)\""), ["the name\n  expected 4\n  yours is 3"])
    XCTAssertEqual(
      message("\"nil\"", "\"x\""), ["the name\n  expected \"x\"\n  yours is \"nil\""])
  }

  func testEachRunHasItsOwn() {
    let canaries = (0..<5).map { _ in ReportSeal(hexadecimal: ReportSeal.freshKey()).canary }
    XCTAssertEqual(Set(canaries).count, 5)
    XCTAssertTrue(canaries.allSatisfy { $0.hasPrefix("test") && $0.count == 28 })
  }
}
