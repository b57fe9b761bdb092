import Console
import XCTest

/// `.mode markdown`: what is printed for objects is a table of Markdown, whatever the values hold.
final class MarkdownModeTests: XCTestCase {
  func testARowIsOneLine() throws {
    let session = try Scenario.session()
    defer { session.close() }
    let long = String(repeating: "seven words ", count: 12)
    Scenario.assertRuns(session, "insert Person name=\"a|b\\\\c\" as one")
    Scenario.assertRuns(session, "insert Person name=\"\(long)\" as other")
    Scenario.assertRuns(session, "insert Person name=\"two\\nlines\" as third")
    Scenario.assertRuns(session, "save")
    Scenario.assertRuns(session, ".mode markdown")
    for command in ["fetch Person", "fetch Person select name"] {
      let printed = session.printed(command)
      let lines = printed.split(separator: "\n")
      XCTAssertEqual(lines.count, 5, printed)
      XCTAssertTrue(printed.contains("a\\|b\\\\c"), printed)
      XCTAssertTrue(printed.contains(long), printed)
    }
  }

  /// Rows of SQL are laid out byte for byte as the shell does.
  func testRowsOfSQLAreTheShells() throws {
    let session = try Scenario.session()
    defer { session.close() }
    Scenario.assertRuns(session, ".mode markdown")
    XCTAssertEqual(
      session.printed("select 'a|b' as x;"), "|  x  |\n|-----|\n| a|b |\n")
  }
}
