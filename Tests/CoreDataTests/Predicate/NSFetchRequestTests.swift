import CoreData
import XCTest

/// The fetch request as a value.
final class NSFetchRequestTests: XCTestCase {
  func testDefaults() {  // B027, documented and observed
    let request = NSFetchRequest<any NSFetchRequestResult>()
    XCTAssertEqual(request.fetchLimit, 0)
    XCTAssertEqual(request.fetchOffset, 0)
    XCTAssertEqual(request.fetchBatchSize, 0)
    XCTAssertEqual(request.resultType, .managedObjectResultType)
    XCTAssertTrue(request.includesSubentities)
    XCTAssertTrue(request.includesPendingChanges)
    XCTAssertTrue(request.includesPropertyValues)
    XCTAssertTrue(request.returnsObjectsAsFaults)
    XCTAssertFalse(request.returnsDistinctResults)
    XCTAssertFalse(request.shouldRefreshRefetchedObjects)
    XCTAssertNil(request.predicate)
    XCTAssertNil(request.propertiesToGroupBy)
    XCTAssertNil(request.havingPredicate)
    XCTAssertNil(request.entityName)
    XCTAssertEqual(request.requestType, .fetchRequestType)
  }

  func testResultTypesHaveApplesNumbers() {  // B027
    XCTAssertEqual(NSFetchRequestResultType.managedObjectIDResultType.rawValue, 1)
    XCTAssertEqual(NSFetchRequestResultType.dictionaryResultType.rawValue, 2)
    XCTAssertEqual(NSFetchRequestResultType.countResultType.rawValue, 4)
  }

  func testACopyIsIndependent() throws {
    let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
    request.predicate = NSPredicate(format: "name == 'x'")
    let copy = try XCTUnwrap(request.copy() as? NSFetchRequest<NSDictionary>)
    XCTAssertEqual(copy.entityName, "Employee")
    copy.fetchLimit = 3
    copy.predicate = nil
    XCTAssertEqual(request.fetchLimit, 0)
    XCTAssertNotNil(request.predicate)
  }
}
