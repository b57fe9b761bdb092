import CoreData
import XCTest

/// Apple's two Swift names for each code (corpus: api/surface.tsv).
final class CocoaErrorCodeTests: XCTestCase {
  func testBothNamesOfEveryCodeGiveItsNumber() {
    let names: [(CocoaError.Code, CocoaError.Code, Int)] = [
      (.managedObjectValidationError, CocoaError.managedObjectValidation, 1550),
      (.validationMultipleErrorsError, CocoaError.validationMultipleErrors, 1560),
      (
        .validationMissingMandatoryPropertyError, CocoaError.validationMissingMandatoryProperty,
        1570
      ),
      (
        .validationRelationshipLacksMinimumCountError,
        CocoaError.validationRelationshipLacksMinimumCount, 1580
      ),
      (
        .validationRelationshipExceedsMaximumCountError,
        CocoaError.validationRelationshipExceedsMaximumCount, 1590
      ),
      (
        .validationRelationshipDeniedDeleteError, CocoaError.validationRelationshipDeniedDelete,
        1600
      ),
      (.validationNumberTooLargeError, CocoaError.validationNumberTooLarge, 1610),
      (.validationNumberTooSmallError, CocoaError.validationNumberTooSmall, 1620),
      (.validationDateTooLateError, CocoaError.validationDateTooLate, 1630),
      (.validationDateTooSoonError, CocoaError.validationDateTooSoon, 1640),
      (.validationInvalidDateError, CocoaError.validationInvalidDate, 1650),
      (.validationStringTooLongError, CocoaError.validationStringTooLong, 1660),
      (.validationStringTooShortError, CocoaError.validationStringTooShort, 1670),
      (.validationStringPatternMatchingError, CocoaError.validationStringPatternMatching, 1680),
      (.managedObjectContextLockingError, CocoaError.managedObjectContextLocking, 132000),
      (
        .persistentStoreCoordinatorLockingError, CocoaError.persistentStoreCoordinatorLocking,
        132010
      ),
      (
        .managedObjectReferentialIntegrityError, CocoaError.managedObjectReferentialIntegrity,
        133000
      ),
      (
        .managedObjectExternalRelationshipError, CocoaError.managedObjectExternalRelationship,
        133010
      ),
      (.managedObjectMergeError, CocoaError.managedObjectMerge, 133020),
      (.managedObjectConstraintMergeError, CocoaError.managedObjectConstraintMerge, 133021),
      (.persistentStoreInvalidTypeError, CocoaError.persistentStoreInvalidType, 134000),
      (.persistentStoreTypeMismatchError, CocoaError.persistentStoreTypeMismatch, 134010),
      (
        .persistentStoreIncompatibleSchemaError, CocoaError.persistentStoreIncompatibleSchema,
        134020
      ),
      (.persistentStoreSaveError, CocoaError.persistentStoreSave, 134030),
      (.persistentStoreIncompleteSaveError, CocoaError.persistentStoreIncompleteSave, 134040),
      (.persistentStoreSaveConflictsError, CocoaError.persistentStoreSaveConflicts, 134050),
      (.coreDataError, CocoaError.coreData, 134060),
      (.persistentStoreOperationError, CocoaError.persistentStoreOperation, 134070),
      (.persistentStoreOpenError, CocoaError.persistentStoreOpen, 134080),
      (.persistentStoreTimeoutError, CocoaError.persistentStoreTimeout, 134090),
      (
        .persistentStoreUnsupportedRequestTypeError,
        CocoaError.persistentStoreUnsupportedRequestType, 134091
      ),
      (
        .persistentStoreIncompatibleVersionHashError,
        CocoaError.persistentStoreIncompatibleVersionHash, 134100
      ),
      (.migrationError, CocoaError.migration, 134110),
      (.migrationCancelledError, CocoaError.migrationCancelled, 134120),
      (.migrationMissingSourceModelError, CocoaError.migrationMissingSourceModel, 134130),
      (.migrationMissingMappingModelError, CocoaError.migrationMissingMappingModel, 134140),
      (.migrationManagerSourceStoreError, CocoaError.migrationManagerSourceStore, 134150),
      (.migrationManagerDestinationStoreError, CocoaError.migrationManagerDestinationStore, 134160),
      (.entityMigrationPolicyError, CocoaError.entityMigrationPolicy, 134170),
      (.sqliteError, CocoaError.sqlite, 134180),
      (.inferredMappingModelError, CocoaError.inferredMappingModel, 134190),
      (.externalRecordImportError, CocoaError.externalRecordImport, 134200),
    ]
    XCTAssertEqual(names.count, 42)
    for (long, short, number) in names {
      XCTAssertEqual(long.rawValue, number)
      XCTAssertEqual(short.rawValue, number)
    }
  }

  func testTheListIsApples() throws {
    let paths = try ErrorCorpus.surfaceLines().filter {
      $0.kind == "type-property" && $0.path.hasPrefix("CocoaError.Code.")
    }
    XCTAssertEqual(paths.count, 2 * 42)
  }
}
