import PredicateCore
import XCTest

/// Why an object matched or did not.
final class PredicateTraceTests: XCTestCase {
  private let object = entry(["a": .int(1), "b": .string("x")])

  func testTheFailingClausesOfAnAnd() throws {
    let trace = try makePredicate("a == 1 AND b == 'y' AND c > 2").trace(for: object)
    XCTAssertEqual(trace.outcome, .fails)
    XCTAssertEqual(trace.parts.map(\.outcome), [.holds, .fails, .fails])
    XCTAssertEqual(trace.decisive.map(\.text), ["b == \"y\"", "c > 2"])
    XCTAssertEqual(trace.decisive[0].sides, ["\"x\"", "\"y\""])
    XCTAssertEqual(trace.decisive[1].sides, ["nil", "2"])
  }

  func testAllClausesOfAFailingOrAndTheNegatedOne() throws {
    let trace = try makePredicate("a == 2 OR NOT b == 'x'").trace(for: object)
    XCTAssertEqual(trace.decisive.map(\.text), ["a == 2", "b == \"x\""])
    let holding = try makePredicate("a == 1 OR b == 'y'").trace(for: object)
    XCTAssertEqual(holding.outcome, .holds)
    XCTAssertEqual(holding.decisive.map(\.text), ["a == 1"])
  }

  func testErrorsAreOutcomes() throws {
    let trace = try makePredicate("a BETWEEN {1}").trace(for: object)
    guard case .error(let text) = trace.outcome else { return XCTFail("\(trace.outcome)") }
    XCTAssertTrue(text.contains("two bounds"), text)
  }

  func testTheOutlineIndentsParts() throws {
    XCTAssertEqual(
      try makePredicate("a == 1 AND (b == 2 OR NOT c == 3)").outline,
      ["AND", "  a == 1", "  OR", "    b == 2", "    NOT", "      c == 3"])
  }
}
