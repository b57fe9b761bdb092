import Console
import Foundation
import XCTest

/// Tables of objects on a screen: as wide as it at most, as long as that can be; rows of SQL as the shell
/// prints them.
final class TableFittingTests: XCTestCase {
  private func session() throws -> Session {
    let session = try Scenario.orgChartSession()
    for line in [
      "jane.name = \"a long name of many short words that no screen of forty columns can take\"",
      "bill.name = \"東京東京東京東京東京東京東京東京東京東京東京東京東京東京東京東京東京東京\"", "save", ".mode box",
    ] { Scenario.assertRuns(session, line) }
    return session
  }

  private func widths(_ text: String) -> Set<Int> {
    Set(text.split(separator: "\n").map { DisplayWidth.of($0) })
  }

  func testObjectsFitTheScreen() throws {
    let session = try session()
    defer { session.close() }
    for (columns, width) in [(40, 40), (60, 60), (200, 97)] {
      session.settings.fitScreen(columns: columns)
      for command in [".mode box", ".mode table"] {
        Scenario.assertRuns(session, command)
        XCTAssertEqual(widths(session.printed("fetch Person order by id")), [width], command)
      }
      let values = session.printed("fetch Person order by id select name, id")
      XCTAssertLessThanOrEqual(widths(values).max() ?? 0, columns, values)
    }
    session.settings.fitScreen(columns: 40)
    let words = session.printed("fetch Person where name BEGINSWITH \"a\" select name")
    XCTAssertTrue(words.contains("| a long name of many short words that |"), words)
    XCTAssertTrue(words.contains("| no screen of forty columns can take  |"), words)
  }

  /// Headings wrap as well; nothing is lost.
  func testHeadingsWrap() throws {
    let session = try session()
    defer { session.close() }
    session.settings.fitScreen(columns: 40)
    let table = session.printed(
      "fetch Person order by id limit 1 select name as a_very_long_heading_for_a_name, "
        + "id as another_long_heading")
    XCTAssertEqual(widths(table), [40], table)
    let joined = table.replacing(#/[│ \n]/#, with: "")
    XCTAssertTrue(joined.contains("a_very_lo"), table)
    let first = table.split(separator: "\n").dropFirst().prefix { !$0.hasPrefix("├") }
      .map { $0.split(separator: "│").first.map(String.init) ?? "" }
    XCTAssertEqual(
      first.joined().replacing(" ", with: ""), "a_very_long_heading_for_a_name", table)
  }

  /// What cannot be made to fit, what has its widths, and what is no table stays as it is.
  func testWhatIsLeftAlone() throws {
    let session = try session()
    defer { session.close() }
    let before = session.printed("fetch Person order by id")
    session.settings.fitScreen(columns: 20)
    XCTAssertEqual(session.printed("fetch Person order by id"), before)
    session.settings.fitScreen(columns: 40)
    for command in [".width 10 5 70 9", ".mode csv", ".mode line", ".mode json", ".mode list"] {
      Scenario.assertRuns(session, command)
      let narrow = session.printed("fetch Person order by id")
      session.settings.screenWidth = nil
      XCTAssertEqual(session.printed("fetch Person order by id"), narrow, command)
      session.settings.fitScreen(columns: 40)
    }
    Scenario.assertRuns(session, ".width")
    Scenario.assertRuns(session, ".mode box")
    let rows = session.printed("select ZNAME from ZPERSON;")
    session.settings.screenWidth = nil
    XCTAssertEqual(session.printed("select ZNAME from ZPERSON;"), rows)
  }
}
