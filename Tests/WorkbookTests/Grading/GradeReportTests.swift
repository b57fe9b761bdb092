import Foundation
import Workbook
import XCTest

/// A report in each of its forms.
final class GradeReportTests: XCTestCase {
  private let report = GradeReport(
    exercises: [
      GradeReport.Column(id: "E0101", title: "One"), GradeReport.Column(id: "E0102", title: "Two"),
    ],
    rows: [
      GradeReport.Row(
        submission: "Ann, \"the\" <first>",
        verdicts: [
          Verdict("E0101", .passed),
          Verdict(
            "E0102", .failed,
            failures: [Verdict.Failure(test: "testX", message: "a < b & \u{1}c")]),
        ])
    ])

  func testCSVQuotes() {
    XCTAssertEqual(
      report.csv,
      "submission,passed,of,E0101,E0102\r\n\"Ann, \"\"the\"\" <first>\",1,2,passed,failed\r\n")
  }

  func testJUnitEscapes() {
    XCTAssertTrue(report.junit.contains("failures=\"1\" errors=\"0\" skipped=\"0\""))
    XCTAssertTrue(report.junit.contains("testX: a &lt; b &amp; \u{FFFD}c"))
  }

  func testHTMLEscapes() {
    XCTAssertTrue(report.html.contains("Ann, &quot;the&quot; &lt;first&gt;"))
    XCTAssertFalse(report.html.contains("<first>"))
  }
}
