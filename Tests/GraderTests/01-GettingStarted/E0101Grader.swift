import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter01

/// `greeting(in:)` greets by the name that is saved, or nobody.
final class E0101Grader: Grader {
  func testGreetsByName() throws {
    var data = UnseenData()
    let name = data.people(1)[0]
    let bench = try Bench("01-GettingStarted/Model")
    bench.insert("SavedData", ["name": name])
    try bench.save()
    bench.context.reset()
    let found = try attempt { try greeting(in: bench.context) }
    XCTAssertEqual(found, "Hello \(name)!", "with the name \(name) in the store")
  }

  func testGreetsNobody() throws {
    let bench = try Bench("01-GettingStarted/Model")
    let found = try attempt { try greeting(in: bench.context) }
    XCTAssertEqual(found, "Hello!", "at the first launch, with an empty store")
  }

  func testANameThatIsNil() throws {
    let bench = try Bench("01-GettingStarted/Model")
    bench.insert("SavedData")
    try bench.save()
    let found = try attempt { try greeting(in: bench.context) }
    XCTAssertEqual(found, "Hello!", "with a SavedData that has no name")
  }
}
