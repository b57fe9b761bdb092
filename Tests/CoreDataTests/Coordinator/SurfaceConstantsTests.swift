import CoreData
import XCTest

/// Constants whose texts or numbers show outside: in logs, files and notifications (observed,
/// documented).
final class SurfaceConstantsTests: XCTestCase {
  func testTextsOfKeysAreThoseInLogsAndFiles() {
    XCTAssertEqual(NSInsertedObjectsKey, "inserted")
    XCTAssertEqual(NSUpdatedObjectIDsKey, "updated_objectIDs")
    XCTAssertEqual(
      NSManagedObjectContext.NotificationKey.deletedObjects.rawValue, NSDeletedObjectsKey)
    XCTAssertEqual(
      NSManagedObjectContext.NotificationKey.queryGeneration.rawValue,
      NSManagedObjectContextQueryGenerationKey)
    XCTAssertEqual(NSManagedObjectContext.NotificationKey.allCases.count, 12)
    XCTAssertEqual(NSDetailedErrorsKey, "NSDetailedErrors")
    XCTAssertEqual(NSValidationKeyErrorKey, "NSValidationErrorKey")
    XCTAssertEqual(NSPersistentStoreSaveConflictsErrorKey, "conflictList")
    XCTAssertEqual(NSPersistentStoreModelVersionChecksumKey, "NSStoreModelVersionChecksumKey")
    XCTAssertEqual(
      NSPersistentStoreConnectionPoolMaxSizeKey, "NSPersistentStoreConnectionPoolMaxSize")
  }

  func testNamesOfNotifications() {
    XCTAssertEqual(
      NSManagedObjectContext.didSaveObjectsNotification.rawValue,
      "NSManagingContextDidSaveChangesNotification")
    XCTAssertEqual(
      NSManagedObjectContext.willSaveObjectsNotification, .NSManagedObjectContextWillSave)
    XCTAssertEqual(
      NSManagedObjectContext.didChangeObjectsNotification.rawValue,
      "NSObjectsChangedInManagingContextNotification")
  }

  func testVersionNumbersGrow() {
    XCTAssertEqual(NSCoreDataVersionNumber10_4, 46)
    XCTAssertLessThan(NSCoreDataVersionNumber10_11_3, NSCoreDataVersionNumber)
  }
}
