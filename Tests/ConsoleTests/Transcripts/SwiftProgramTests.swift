import Console
import Foundation
import XCTest

/// `.transcript FILE swift` writes a program that compiles.
final class SwiftProgramTests: XCTestCase {
  func testASessionCompilesAsSwift() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("main.swift")
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for line in [
      "fetch Person where name BEGINSWITH \"J\" order by name limit 2 as found", "$1.name",
      "fetch Person where name == \"Jane\" as jane", "jane.name = \"a \\\"b\\\"\"", "undo",
      "redo 2",
      "let who = jane", "fetch Organization where leader == $john select name, leader.name",
      "fetch Person group by name select name, count(id) as n", "count Person where id > 0",
      "insert Person name=\"Sue\"", "it.name", "delete Person where name == \"Sue\"",
      "org.leader.employees.@count", "john.employees -= bill", "john.employees = [bill]",
      "Person/p1.name", "validate", "changes", "save", "refresh jane", "context new sketch child",
      "context merge object", "rollback",
      "batch update Person set name = nil where id > 5", "batch delete Person where id == 7",
      "batch insert Person [[name=\"X\", id=7], []]",
    ] { Scenario.assertRuns(session, line) }
    Scenario.assertRuns(session, ".transcript \(file.path) swift")
    let build = URL(fileURLWithPath: try Executable.path()).deletingLastPathComponent()
    let modules = build.appendingPathComponent("Modules").path
    let sources = Shared.packageFolder.appendingPathComponent("Sources").path
    let command =
      "swiftc -typecheck '\(file.path)' -I '\(modules)' -I '\(sources)/CSQLite' "
      + "-I '\(sources)/CDigest' -I '\(sources)/CZlib' -I '\(sources)/CRuntime'"
    let result = try Program.run("/bin/sh", ["-c", command])
    if result.status == 127 { throw XCTSkip("SKIPPED: no swiftc on the path") }
    XCTAssertEqual(result.status, 0, result.errors)
  }
}
