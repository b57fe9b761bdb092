import Console
import XCTest

/// A number is held to what an attribute can keep, however it gets there.
final class NumberLimitTests: XCTestCase {
  func testANumberByNameIsRefusedWhereItWouldBeCut() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for (value, message) in [
      ("70000", "70000 does not fit an Integer 16, which holds -32768 to 32767"),
      ("1.5", "a whole number is wanted here, not 1.5"),
      ("decimal(\"1e30\")", "1000000000000000000000000000000 does not fit an Integer 16"),
      ("1e300", "a whole number is wanted here"),
    ] {
      Scenario.assertRuns(session, "let x = \(value)")
      for command in [
        "jane.id = x", "insert Person id=x", "batch update Person set id = x",
        "batch insert Person [[id=x]]",
      ] {
        let problem = session.problem(command)
        XCTAssertTrue(
          problem?.message.contains(message) ?? false,
          "\(command): \(value): \(problem?.message ?? "taken")")
        XCTAssertNotNil(problem?.span, command)
      }
    }
    XCTAssertEqual(session.printed("jane.id"), "6050\n", "nothing was changed")
    Scenario.assertRuns(session, "let x = 7.0")
    Scenario.assertRuns(session, "jane.id = x")
    XCTAssertEqual(session.printed("jane.id"), "7\n")
  }
}
