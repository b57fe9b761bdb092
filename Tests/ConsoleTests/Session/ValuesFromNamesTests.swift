import Console
import XCTest

/// Values that come from names and key paths: checked like those that are typed.
final class ValuesFromNamesTests: XCTestCase {
  private func problem(_ session: Session, _ line: String) -> String? {
    for case .problem(let problem, _, _) in session.execute(line) { return problem.message }
    return nil
  }

  private func events(_ session: Session, _ line: String) -> [String] {
    session.execute(line).compactMap { event in
      if case .event(let text) = event { text } else { nil }
    }
  }

  func testANumberThatDoesNotFitIsRefusedWhereverItComesFrom() throws {
    let session = try Scenario.orgChartSession()
    for line in ["let x = 70000", "let y = 1.5", "let z = 7", "let low = -32769"] {
      Scenario.assertRuns(session, line)
    }
    for line in ["jane.id = x", "insert Person id=x as p", "jane.id = low"] {
      let said = try XCTUnwrap(problem(session, line), line)
      XCTAssertTrue(said.contains("does not fit an Integer 16, which holds -32768 to 32767"), said)
    }
    XCTAssertEqual(
      problem(session, "jane.id = y"),
      "a whole number is wanted here, not 1.5: an Integer 16 holds no fraction")
    XCTAssertNotNil(problem(session, "print p.id"), "nothing was inserted")
    XCTAssertFalse(session.hasUnsavedChanges)
    Scenario.assertRuns(session, "jane.id = z")
    Scenario.assertRuns(session, "bill.id = jane.id")
  }

  func testObservingAlongAPath() throws {
    let session = try Scenario.orgChartSession()
    Scenario.assertRuns(session, "observe org.leader.name")
    Scenario.assertRuns(session, "observe john.employees")
    XCTAssertEqual(events(session, "john.name = \"Jon\""), ["org.leader.name: John → Jon"])
    XCTAssertEqual(events(session, "org.leader = jane"), ["org.leader.name: Jon → Jane"])
    XCTAssertEqual(events(session, "john.name = \"J\""), [])
    let heard = events(session, "john.employees -= bill")
    XCTAssertEqual(heard.count, 1)
    XCTAssertTrue(heard.first?.hasPrefix("john.employees: ") ?? false, "\(heard)")
    XCTAssertEqual(
      problem(session, "observe john.employees.name"),
      "'employees' holds many objects: observe it itself, or a property of one of them")
    XCTAssertNotNil(problem(session, "observe john.colour"))
    XCTAssertEqual(events(session, "rollback").count, 2)
  }
}
