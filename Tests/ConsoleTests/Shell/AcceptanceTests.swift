import Foundation
import XCTest

/// The scripts that judge the package from outside, run as a file, on standard input and with -c.
final class AcceptanceTests: XCTestCase {
  func testOrgChart() throws { try check("orgchart", "OrgChart") }
  func testCourses() throws { try check("courses", "Courses") }
  func testRecipes() throws { try check("recipes", "Recipes") }
  func testLeague() throws { try check("league", "League") }

  private func check(_ script: String, _ model: String) throws {
    let folder = try Shared.url("acceptance")
    let file = folder.appendingPathComponent(script + ".corebook")
    let expected = try String(
      contentsOf: folder.appendingPathComponent(script + ".out"), encoding: .utf8)
    let text = try String(contentsOf: file, encoding: .utf8)
    let options = ["-q", "--model", "models/\(model).xcdatamodeld"]
    let runs: [(String, [String], String?)] = [
      ("file", ["run", script + ".corebook"], nil), ("run -", ["run", "-"], text),
      ("standard input", [], text), ("-c", ["-c", text], nil),
    ]
    for (way, arguments, input) in runs {
      let result = try Executable.run(options + arguments, input: input, in: folder)
      XCTAssertEqual(result.text, expected, "\(script) by \(way): \(result.errors)")
    }
  }
}
