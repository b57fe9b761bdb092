import Foundation
import XCTest

/// Where nothing can be written in HOME or TMPDIR the program names the folder and what to do, and does
/// what needs neither.
final class UnusableFolderTests: TerminalTestCase {
  private func run(
    _ arguments: [String], _ changes: [String: String?], input: String? = nil
  ) throws -> Program.Result {
    var environment = Executable.environment(home: home)
    environment["COREBOOK_HOME"] = nil
    for (key, value) in changes { environment[key] = value }
    return try Program.run(
      Executable.path(), arguments, input: input, in: Shared.packageFolder, environment: environment
    )
  }

  /// A file, and a file system in which nobody, root included, makes a folder.
  private func places() throws -> [String] {
    let file = home.appendingPathComponent("file")
    try Data().write(to: file)
    return [file.path, "/proc", "/proc/nowhere"]
  }

  private var model: [String] { ["--model", Scenario.orgChart.path] }

  func testNoPlaceForTemporaryFiles() throws {
    for place in try places() {
      let result = try run(model + ["-c", "insert Person\nsave"], ["TMPDIR": place])
      XCTAssertEqual(result.status, 3, place)
      XCTAssertTrue(result.errors.contains(place), result.errors)
      XCTAssertTrue(result.errors.contains("TMPDIR"), result.errors)
      let memory = try run(
        model + ["--type", "memory", "-c", "insert Person name=\"A\"\nsave\ncount Person"],
        ["TMPDIR": place])
      XCTAssertEqual(memory.status, 0, memory.errors)
    }
    for value in [nil, ""] as [String?] {
      XCTAssertEqual(try run(model + ["-c", "count Person"], ["TMPDIR": value]).text, "0\n")
    }
  }

  func testNoPlaceForAPersonsThings() throws {
    for place in try places() {
      let environment = ["HOME": place]
      let listed = try run(["-c", ".chapters"], environment)
      XCTAssertEqual(listed.status, 0, listed.errors)
      let opened = try run(["--chapter", "1", "-c", "count SavedData"], environment)
      XCTAssertEqual(opened.status, 3)
      XCTAssertTrue(opened.errors.contains(place), opened.errors)
      XCTAssertTrue(opened.errors.contains("--home DIR"), opened.errors)
      let working = try run(model + ["-c", "insert Person\nsave\ncount Person"], environment)
      XCTAssertEqual(working.status, 0, working.errors)
    }
  }

  /// On a terminal the history is not kept, which is said once; everything else works.
  func testAHistoryThatCannotBeKept() throws {
    for place in try places() {
      let terminal = try start([], ["COREBOOK_HOME": place])
      try terminal.expect("note: the history of commands is not kept: ")
      try terminal.expect(place)
      try terminal.expect(prompt)
      for _ in 0..<2 {
        terminal.type("count Person\n")
        XCTAssertFalse(try terminal.expect(prompt).contains("note:"))
      }
      terminal.type("\u{1B}[A")
      try terminal.expect("count Person")
      terminal.type("\n")
      try terminal.expect(prompt)
      try leave(terminal)
    }
  }
}
