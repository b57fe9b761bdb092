import Console
import XCTest

/// `.predict` with somebody to ask, notes about Apple's store, and what views must not cost.
final class PredictionTests: XCTestCase {
  func testAnswersAreCompared() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    var questions: [String] = []
    session.ask = {
      questions.append($0)
      return "2 rows, 9"
    }
    Scenario.assertRuns(session, ".predict on")
    let text = session.printed("fetch Person where name BEGINSWITH \"J\" select name order by name")
    XCTAssertEqual(questions.count, 1)
    XCTAssertTrue(text.contains("predict: rows: 2, as you said\n"), text)
    XCTAssertTrue(text.contains("predict: statements: 1, and you said 9\n"), text)
    _ = session.printed("jane.name = \"Janet\"")
    XCTAssertEqual(questions.count, 1, "only fetches, deletions and saves are asked about")
  }

  /// A view reads the file on a connection of its own and fires no fault.
  func testViewsCostNothing() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for line in [".restart", "fetch Person order by name", "refresh all", ".cost", ".view both"] {
      Scenario.assertRuns(session, line)
    }
    for line in [".graph", ".faults", ".stack", ".timeline", ".model"] {
      Scenario.assertRuns(session, line)
    }
    let cost = session.printed(".cost")
    XCTAssertTrue(cost.hasPrefix("statements: 0\nrows: 0\nfaults: 0\nsaves: 0\n"), cost)
  }

  func testANoteIsGivenOnce() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    let line = "fetch Person where name MATCHES \"J.*\" AND ALL employees.id > 0 select name"
    func notes() -> Int {
      session.execute(line).filter { if case .notice = $0 { true } else { false } }.count
    }
    let first = notes()
    XCTAssertEqual(notes(), 0)
    Scenario.assertRuns(session, ".strict on")
    if first > 0 { XCTAssertNotNil(session.problem(line)) }
    XCTAssertGreaterThan(first, 0)
  }
}
