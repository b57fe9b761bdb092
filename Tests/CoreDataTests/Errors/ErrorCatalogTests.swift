import CoreData
import XCTest

/// The list of codes is Apple's (corpus: api/surface.tsv); numbers are documented
/// (CoreDataErrors.h), texts observed in logs.
final class ErrorCatalogTests: XCTestCase {
  func testThePagesAreExactlyApplesCodes() throws {
    let shared = try ErrorCorpus.surfaceLines()
    let names = shared.filter { $0.kind == "var" && $0.path.hasSuffix("Error") }.map(\.path)
    XCTAssertEqual(names.count, 49)
    XCTAssertEqual(Set(names), Set(ErrorCatalog.coreData.map(\.name)))
    XCTAssertEqual(ErrorCatalog.coreData.count, 49)
  }

  func testEveryPageIsComplete() {
    XCTAssertEqual(Set(ErrorCatalog.all.map(\.code)).count, ErrorCatalog.all.count)
    XCTAssertEqual(ErrorCatalog.all.map(\.code), ErrorCatalog.all.map(\.code).sorted())
    for entry in ErrorCatalog.all {
      XCTAssertFalse(entry.message.isEmpty, entry.name)
      XCTAssertTrue(entry.message.hasSuffix("."), entry.name)
      XCTAssertTrue(entry.cause.hasSuffix("."), entry.name)
      XCTAssertTrue(entry.cure.hasSuffix("."), entry.name)
      XCTAssertFalse(entry.reproduction.isEmpty, entry.name)
      XCTAssertEqual(ErrorCatalog.entry(for: entry.code)?.name, entry.name)
    }
  }

  func testNumbersAreApples() {
    let numbers = [
      NSManagedObjectValidationError: 1550, NSManagedObjectConstraintValidationError: 1551,
      NSValidationMultipleErrorsError: 1560, NSValidationMissingMandatoryPropertyError: 1570,
      NSValidationRelationshipDeniedDeleteError: 1600, NSValidationInvalidURIError: 1690,
      NSManagedObjectContextLockingError: 132_000,
      NSManagedObjectReferentialIntegrityError: 133_000,
      NSManagedObjectMergeError: 133_020, NSManagedObjectConstraintMergeError: 133_021,
      NSPersistentStoreSaveConflictsError: 134_050, NSCoreDataError: 134_060,
      NSPersistentStoreUnsupportedRequestTypeError: 134_091,
      NSMigrationConstraintViolationError: 134_111, NSSQLiteError: 134_180,
      NSPersistentHistoryTokenExpiredError: 134_301,
      NSManagedObjectModelReferenceNotFoundError: 134_504,
      NSStagedMigrationFrameworkVersionMismatchError: 134_505,
      NSStagedMigrationBackwardMigrationError: 134_506,
    ]
    for (constant, number) in numbers { XCTAssertEqual(constant, number) }
  }

  /// B062, B063.
  func testMessagesAreInApplesWords() {
    XCTAssertEqual(
      ErrorCatalog.message(for: 1570, property: "name"), "name is a required value.")
    XCTAssertEqual(ErrorCatalog.message(for: 1560), "Multiple validation errors occurred.")
    XCTAssertEqual(ErrorCatalog.message(for: 1660, property: "code"), "code is too long.")
    XCTAssertEqual(
      ErrorCatalog.message(for: 1600, property: "employees"),
      "Items cannot be deleted from employees.")
    XCTAssertEqual(ErrorCatalog.message(for: 133_020), "Could not merge changes.")
  }
}
