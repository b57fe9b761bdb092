import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter01

/// `forgetName(in:)` leaves no name behind.
final class E0103Grader: Grader {
  func testForgets() throws {
    let bench = try Bench("01-GettingStarted/Model")
    bench.insert("SavedData", ["name": "Ann"])
    bench.insert("SavedData", ["name": "Bob"])
    bench.insert("Entity1", ["id": 5, "name": "stays"])
    try bench.save()
    bench.context.reset()
    try attempt { try forgetName(in: bench.context) }
    XCTAssertRows(bench, "select count(*) from ZSAVEDDATA", ["0"], "there are names in the store")
    XCTAssertRows(bench, "select ZNAME from ZENTITY1", ["stays"], "only names were to go")
  }

  func testNothingToForget() throws {
    let bench = try Bench("01-GettingStarted/Model")
    try attempt { try forgetName(in: bench.context) }
    XCTAssertFalse(bench.context.hasChanges, "there are unsaved changes left")
  }
}
