import Foundation
import XCTest

/// The acceptance scripts, typed: the same output as from a file, prompts and echo taken away.
final class TypedScriptTests: TerminalTestCase {
  func testOrgChart() throws { try check("orgchart", "OrgChart") }
  func testCourses() throws { try check("courses", "Courses") }
  func testRecipes() throws { try check("recipes", "Recipes") }
  func testLeague() throws { try check("league", "League") }

  private func check(_ name: String, _ model: String) throws {
    let folder = try Shared.url("acceptance")
    let script = try String(
      contentsOf: folder.appendingPathComponent(name + ".corebook"), encoding: .utf8)
    let expected = try String(
      contentsOf: folder.appendingPathComponent(name + ".out"), encoding: .utf8)
    // What goes to standard error is no part of the expected output.
    let terminal = try PseudoTerminal(
      "/bin/sh",
      [
        "-c", "exec \"$0\" \"$@\" 2>/dev/null", Executable.path(), "-q", "--model",
        folder.appendingPathComponent("models/\(model).xcdatamodeld").path,
      ], environment: Executable.environment(home: home), columns: 250, rows: 100)
    try terminal.expect("\(model)> ")
    let prompts = ["", "/sketch"].flatMap { ["\(model)\($0)> ", "\(model)\($0)*> "] }
    var output = ""
    for line in script.split(separator: "\n") {
      output += try terminal.converse(String(line), prompts: prompts)
    }
    XCTAssertEqual(output, expected)
    terminal.type(".quit\ny\n")
    _ = try terminal.finish()
  }
}
