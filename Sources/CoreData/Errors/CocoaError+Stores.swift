// Apple gives every code two names in Swift, the second without “Error”.

extension CocoaError {
  /// Code 134000, `NSPersistentStoreInvalidTypeError`.
  public static var persistentStoreInvalidTypeError: CocoaError.Code {
    .persistentStoreInvalidTypeError
  }
  /// Code 134000, `NSPersistentStoreInvalidTypeError`.
  public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
  /// Code 134010, `NSPersistentStoreTypeMismatchError`.
  public static var persistentStoreTypeMismatchError: CocoaError.Code {
    .persistentStoreTypeMismatchError
  }
  /// Code 134010, `NSPersistentStoreTypeMismatchError`.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
  /// Code 134020, `NSPersistentStoreIncompatibleSchemaError`.
  public static var persistentStoreIncompatibleSchemaError: CocoaError.Code {
    .persistentStoreIncompatibleSchemaError
  }
  /// Code 134020, `NSPersistentStoreIncompatibleSchemaError`.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    .persistentStoreIncompatibleSchema
  }
  /// Code 134030, `NSPersistentStoreSaveError`.
  public static var persistentStoreSaveError: CocoaError.Code { .persistentStoreSaveError }
  /// Code 134030, `NSPersistentStoreSaveError`.
  public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
  /// Code 134040, `NSPersistentStoreIncompleteSaveError`.
  public static var persistentStoreIncompleteSaveError: CocoaError.Code {
    .persistentStoreIncompleteSaveError
  }
  /// Code 134040, `NSPersistentStoreIncompleteSaveError`.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    .persistentStoreIncompleteSave
  }
  /// Code 134060, `NSCoreDataError`.
  public static var coreDataError: CocoaError.Code { .coreDataError }
  /// Code 134060, `NSCoreDataError`.
  public static var coreData: CocoaError.Code { .coreData }
  /// Code 134070, `NSPersistentStoreOperationError`.
  public static var persistentStoreOperationError: CocoaError.Code {
    .persistentStoreOperationError
  }
  /// Code 134070, `NSPersistentStoreOperationError`.
  public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
  /// Code 134080, `NSPersistentStoreOpenError`.
  public static var persistentStoreOpenError: CocoaError.Code { .persistentStoreOpenError }
  /// Code 134080, `NSPersistentStoreOpenError`.
  public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
  /// Code 134090, `NSPersistentStoreTimeoutError`.
  public static var persistentStoreTimeoutError: CocoaError.Code { .persistentStoreTimeoutError }
  /// Code 134090, `NSPersistentStoreTimeoutError`.
  public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
  /// Code 134091, `NSPersistentStoreUnsupportedRequestTypeError`.
  public static var persistentStoreUnsupportedRequestTypeError: CocoaError.Code {
    .persistentStoreUnsupportedRequestTypeError
  }
  /// Code 134091, `NSPersistentStoreUnsupportedRequestTypeError`.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }
  /// Code 134100, `NSPersistentStoreIncompatibleVersionHashError`.
  public static var persistentStoreIncompatibleVersionHashError: CocoaError.Code {
    .persistentStoreIncompatibleVersionHashError
  }
  /// Code 134100, `NSPersistentStoreIncompatibleVersionHashError`.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }
  /// Code 134110, `NSMigrationError`.
  public static var migrationError: CocoaError.Code { .migrationError }
  /// Code 134110, `NSMigrationError`.
  public static var migration: CocoaError.Code { .migration }
  /// Code 134120, `NSMigrationCancelledError`.
  public static var migrationCancelledError: CocoaError.Code { .migrationCancelledError }
  /// Code 134120, `NSMigrationCancelledError`.
  public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
  /// Code 134130, `NSMigrationMissingSourceModelError`.
  public static var migrationMissingSourceModelError: CocoaError.Code {
    .migrationMissingSourceModelError
  }
  /// Code 134130, `NSMigrationMissingSourceModelError`.
  public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
  /// Code 134140, `NSMigrationMissingMappingModelError`.
  public static var migrationMissingMappingModelError: CocoaError.Code {
    .migrationMissingMappingModelError
  }
  /// Code 134140, `NSMigrationMissingMappingModelError`.
  public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }
  /// Code 134150, `NSMigrationManagerSourceStoreError`.
  public static var migrationManagerSourceStoreError: CocoaError.Code {
    .migrationManagerSourceStoreError
  }
  /// Code 134150, `NSMigrationManagerSourceStoreError`.
  public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
  /// Code 134160, `NSMigrationManagerDestinationStoreError`.
  public static var migrationManagerDestinationStoreError: CocoaError.Code {
    .migrationManagerDestinationStoreError
  }
  /// Code 134160, `NSMigrationManagerDestinationStoreError`.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    .migrationManagerDestinationStore
  }
  /// Code 134170, `NSEntityMigrationPolicyError`.
  public static var entityMigrationPolicyError: CocoaError.Code { .entityMigrationPolicyError }
  /// Code 134170, `NSEntityMigrationPolicyError`.
  public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
  /// Code 134180, `NSSQLiteError`.
  public static var sqliteError: CocoaError.Code { .sqliteError }
  /// Code 134180, `NSSQLiteError`.
  public static var sqlite: CocoaError.Code { .sqlite }
  /// Code 134190, `NSInferredMappingModelError`.
  public static var inferredMappingModelError: CocoaError.Code { .inferredMappingModelError }
  /// Code 134190, `NSInferredMappingModelError`.
  public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
  /// Code 134200, `NSExternalRecordImportError`.
  public static var externalRecordImportError: CocoaError.Code { .externalRecordImportError }
  /// Code 134200, `NSExternalRecordImportError`.
  public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
}
