import Foundation
import FoundationXML
import Workbook
import XCTest

/// A submission may be called anything, and an answer may say anything: no report obeys.
final class GradeReportNamesTests: XCTestCase {
  private func report(_ names: [String], saying message: String = "") -> GradeReport {
    GradeReport(
      exercises: [GradeReport.Column(id: "E0101", title: "One")],
      rows: names.map { name in
        GradeReport.Row(
          submission: name,
          verdicts: [
            Verdict(
              "E0101", .failed, failures: [Verdict.Failure(test: "testX", message: message)])
          ])
      })
  }

  /// A spreadsheet takes a field for a formula that begins with one of these, wide forms and blanks of
  /// a kind before it included.
  func testNoFieldIsAFormula() {
    let names = ["=cmd()", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1"]
    for name in names {
      let csv = report([name]).csv
      XCTAssertTrue(csv.contains("'" + name), "\(name.debugDescription): \(csv.debugDescription)")
    }
  }

  /// RFC 4180: whatever has a line end, a comma or a quote in it stands in quotes. A quote with an accent
  /// on it, and a line feed beside a carriage return, are one character to Swift and two to a reader.
  func testFieldsThatLookLikeTwo() {
    XCTAssertTrue(report(["a\nb"]).csv.contains("\"a\nb\",0,1"))
    XCTAssertTrue(report(["a\rb"]).csv.contains("\"a\rb\",0,1"))
    XCTAssertTrue(report(["a\"\u{301},b"]).csv.contains("\"a\"\"\u{301},b\",0,1"))
    XCTAssertTrue(report(["a,\u{301}b"]).csv.contains("\"a,\u{301}b\",0,1"))
  }

  func testMarkupIsText() throws {
    let evil = "</pre><script>alert(1)</script>\u{1B}[2J\u{202E}]]>&\"'"
    let report = report([evil], saying: evil)
    XCTAssertFalse(report.html.contains("<script>"))
    for text in [report.html, report.junit] {
      let isObeyed = text.unicodeScalars.contains { [0x1B, 0x202E].contains($0.value) }
      XCTAssertFalse(isObeyed, "a control is in the report")
    }
    XCTAssertTrue(XMLParser(data: Data(report.junit.utf8)).parse(), report.junit)
  }

  /// What a terminal is told has neither controls nor a second line.
  func testATableHasPlainNames() {
    XCTAssertEqual(GradeReport.plain("a\nb\u{1B}[31m\u{9B}é"), "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}é")
  }

  func testJSONKeepsEverything() throws {
    let name = "a\n\u{1B}<b>\"\u{301}"
    let data = try JSONEncoder().encode(report([name]))
    XCTAssertEqual(try JSONDecoder().decode(GradeReport.self, from: data).rows[0].submission, name)
  }
}
