import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter01

/// `trySaving(_:)` tells what is wrong and clears the desk.
final class E0105Grader: Grader {
  func testWhatIsRightIsSaved() throws {
    let bench = try Bench("01-GettingStarted/Model")
    bench.insert("Entity1", ["id": 1, "name": "right"])
    let code = try attempt { try trySaving(bench.context) }
    XCTAssertNil(code, "saving what is right")
    XCTAssertRows(bench, "select ZNAME from ZENTITY1", ["right"], "the store")
  }

  func testAMissingName() throws {
    let bench = try Bench("01-GettingStarted/Model")
    bench.insert("Entity1", ["id": 1])
    let code = try attempt { try trySaving(bench.context) }
    XCTAssertEqual(code, 1570, "the code for one missing name")
    XCTAssertFalse(bench.context.hasChanges, "the drafts are still there")
    XCTAssertRows(bench, "select count(*) from ZENTITY1", ["0"], "the store")
  }

  func testSeveralErrors() throws {
    let bench = try Bench("01-GettingStarted/Model")
    bench.insert("Entity1", ["id": 1])
    bench.insert("Entity1", ["id": 2])
    let code = try attempt { try trySaving(bench.context) }
    XCTAssertEqual(code, 1560, "the code for several errors at once")
    XCTAssertFalse(bench.context.hasChanges, "the drafts are still there")
  }
}
