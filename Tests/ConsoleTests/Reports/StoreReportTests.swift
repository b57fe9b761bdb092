import Console
import Foundation
import XCTest

/// `corebook diff`, `corebook report`, `.save-as`.
final class StoreReportTests: XCTestCase {
  private func stores(_ body: (URL, URL, URL) throws -> Void) throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try Scenario.orgChartSession(folder: folder)
    defer { session.close() }
    Scenario.assertRuns(session, ".save-as a.sqlite")
    for line in ["jane.name = \"Janet\"", "delete bill", "insert Person name=\"Sue\"", "save"] {
      Scenario.assertRuns(session, line)
    }
    Scenario.assertRuns(session, ".save-as b.sqlite")
    try body(
      folder, folder.appendingPathComponent("a.sqlite"), folder.appendingPathComponent("b.sqlite"))
  }

  func testDifferences() throws {
    try stores { _, first, second in
      let result = try Executable.run(["diff", first.path, second.path])
      XCTAssertEqual(result.status, 1, result.errors)
      XCTAssertTrue(result.text.contains("Person\n"), result.text)
      XCTAssertTrue(result.text.contains("name: Jane → Janet"), result.text)
      XCTAssertFalse(result.text.contains("Organization"), result.text)
      let same = try Executable.run(["diff", first.path, first.path])
      XCTAssertEqual(same.status, 0)
      XCTAssertEqual(
        same.text, "0 only in the first, 0 only in the second, 0 different, 4 alike\n")
      let json = try Executable.run(["diff", first.path, second.path, "--as", "json"])
      let whole = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
      XCTAssertEqual(whole?["same"] as? Bool, false)
      XCTAssertEqual(try Executable.run(["diff", first.path, "/nowhere"]).status, 3)
      XCTAssertEqual(try Executable.run(["diff", first.path]).status, 2)
    }
  }

  /// Other types than SQLite: compared with a model; the doctor says that it cannot examine them.
  func testOtherTypes() throws {
    try stores { folder, first, _ in
      let other = folder.appendingPathComponent("a.xml").path
      let made = try Executable.run(["-q", "--store", first.path, "-c", ".save-as \(other) xml"])
      XCTAssertEqual(made.status, 0, made.errors)
      let model = ["--model", Scenario.orgChart.path]
      XCTAssertLessThan(try Executable.run(["diff", other, other] + model).status, 1)
      let asks = try Executable.run(["diff", other, other])
      XCTAssertEqual(asks.status, 3)
      XCTAssertTrue(asks.errors.contains("--model"), asks.errors)
      let doctor = try Executable.run(["doctor", other] + model)
      XCTAssertEqual(doctor.status, 3)
      XCTAssertTrue(doctor.errors.contains("the doctor examines SQLite stores"), doctor.errors)
    }
  }

  func testTheReportIsCompleteInItself() throws {
    try stores { folder, first, _ in
      let page = folder.appendingPathComponent("r.html")
      let result = try Executable.run(["report", first.path, "-o", page.path])
      XCTAssertEqual(result.status, 0, result.errors)
      let text = try String(contentsOf: page, encoding: .utf8)
      for wanted in ["<svg", "entity-Person", "MyCompany, Inc.", "Person/p1", "NSStoreUUID"] {
        XCTAssertTrue(text.contains(wanted), wanted)
      }
      for unwanted in ["<script", "src=", "<link", "@import"] {
        XCTAssertFalse(text.contains(unwanted), unwanted)
      }
      try openInABrowser(page)
    }
  }

  /// Chromium reads the page and finds what it should.
  private func openInABrowser(_ page: URL) throws {
    let places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    guard let browser = places.first(where: FileManager.default.isExecutableFile) else {
      throw XCTSkip("SKIPPED: no chromium to open the page with")
    }
    let result = try Program.run(
      browser,
      ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "file://\(page.path)"])
    XCTAssertTrue(result.text.contains("</svg>"), result.errors)
  }

  /// Every type of store can be written from every other, and says the same.
  func testSavingAs() throws {
    for type in [ToolCommand.StoreType.sqlite, .binary, .xml, .memory] {
      let folder = try Scratch.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let session = try Scenario.orgChartSession(type: type, folder: folder)
      defer { session.close() }
      let expected = session.printed("tree org")
      for target in [ToolCommand.StoreType.sqlite, .binary, .xml] {
        let file = "copy.\(target.rawValue)"
        Scenario.assertRuns(session, ".save-as \(file) \(target.rawValue)")
        XCTAssertNotNil(session.problem(".save-as \(file) \(target.rawValue)"), "written over")
        let copy = Session(folder: folder)
        defer { copy.close() }
        try copy.open(
          StackPlan(
            model: Scenario.orgChart, store: folder.appendingPathComponent(file), type: target,
            writes: false))
        Scenario.assertRuns(copy, "fetch Organization as org")
        let found = copy.printed("tree org")
        XCTAssertEqual(Self.masked(found), Self.masked(expected), "\(type) to \(target)")
      }
    }
  }

  private static func masked(_ text: String) -> String {
    text.replacingOccurrences(of: "/p[0-9]+", with: "/p", options: .regularExpression)
  }
}
