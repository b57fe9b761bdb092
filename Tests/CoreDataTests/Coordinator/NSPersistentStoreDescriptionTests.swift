import CoreData
import XCTest

/// Truth: documentation of `NSPersistentStoreDescription`.
final class NSPersistentStoreDescriptionTests: XCTestCase {
  private let url = URL(fileURLWithPath: "/tmp/x.sqlite")

  func testDefaults() {
    let description = NSPersistentStoreDescription(url: url)
    XCTAssertEqual(description.type, NSSQLiteStoreType)
    XCTAssertEqual(description.url, url)
    XCTAssertNil(description.configuration)
    XCTAssertFalse(description.isReadOnly)
    XCTAssertFalse(description.shouldAddStoreAsynchronously)
    XCTAssertTrue(description.shouldMigrateStoreAutomatically)
    XCTAssertTrue(description.shouldInferMappingModelAutomatically)
    XCTAssertEqual(description.timeout, 240)
    XCTAssertTrue(description.sqlitePragmas.isEmpty)
    XCTAssertNil(NSPersistentStoreDescription().url)
  }

  func testPropertiesAreOptions() {
    let description = NSPersistentStoreDescription(url: url)
    description.isReadOnly = true
    description.timeout = 3
    description.shouldMigrateStoreAutomatically = false
    description.setValue(NSString(string: "DELETE"), forPragmaNamed: "journal_mode")
    description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
    XCTAssertEqual(description.options[NSReadOnlyPersistentStoreOption], NSNumber(value: true))
    XCTAssertEqual(description.options[NSPersistentStoreTimeoutOption], NSNumber(value: 3.0))
    XCTAssertEqual(
      description.options[NSMigratePersistentStoresAutomaticallyOption], NSNumber(value: false))
    XCTAssertEqual(description.options[NSPersistentHistoryTrackingKey], NSNumber(value: true))
    XCTAssertEqual(description.sqlitePragmas["journal_mode"], NSString(string: "DELETE"))
    XCTAssertNotNil(description.options[NSSQLitePragmasOption])
    description.setValue(nil, forPragmaNamed: "journal_mode")
    XCTAssertNil(description.options[NSSQLitePragmasOption])
    description.setOption(nil, forKey: NSReadOnlyPersistentStoreOption)
    XCTAssertFalse(description.isReadOnly)
  }

  func testCopiesAreEqualAndIndependent() throws {
    let description = NSPersistentStoreDescription(url: url)
    description.configuration = "Cloud"
    description.setValue(NSNumber(value: 1), forPragmaNamed: "synchronous")
    let copy = try XCTUnwrap(description.copy() as? NSPersistentStoreDescription)
    XCTAssertEqual(copy, description)
    XCTAssertEqual(copy.hash, description.hash)
    copy.isReadOnly = true
    XCTAssertNotEqual(copy, description)
    XCTAssertFalse(description.isReadOnly)
  }
}
