// Apple gives every code two names in Swift, the second without “Error”.

extension CocoaError.Code {
  /// Code 134000, `NSPersistentStoreInvalidTypeError`.
  public static var persistentStoreInvalidTypeError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreInvalidTypeError)
  }
  /// Code 134000, `NSPersistentStoreInvalidTypeError`.
  public static var persistentStoreInvalidType: CocoaError.Code {
    .init(rawValue: NSPersistentStoreInvalidTypeError)
  }
  /// Code 134010, `NSPersistentStoreTypeMismatchError`.
  public static var persistentStoreTypeMismatchError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreTypeMismatchError)
  }
  /// Code 134010, `NSPersistentStoreTypeMismatchError`.
  public static var persistentStoreTypeMismatch: CocoaError.Code {
    .init(rawValue: NSPersistentStoreTypeMismatchError)
  }
  /// Code 134020, `NSPersistentStoreIncompatibleSchemaError`.
  public static var persistentStoreIncompatibleSchemaError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompatibleSchemaError)
  }
  /// Code 134020, `NSPersistentStoreIncompatibleSchemaError`.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompatibleSchemaError)
  }
  /// Code 134030, `NSPersistentStoreSaveError`.
  public static var persistentStoreSaveError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreSaveError)
  }
  /// Code 134030, `NSPersistentStoreSaveError`.
  public static var persistentStoreSave: CocoaError.Code {
    .init(rawValue: NSPersistentStoreSaveError)
  }
  /// Code 134040, `NSPersistentStoreIncompleteSaveError`.
  public static var persistentStoreIncompleteSaveError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompleteSaveError)
  }
  /// Code 134040, `NSPersistentStoreIncompleteSaveError`.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompleteSaveError)
  }
  /// Code 134060, `NSCoreDataError`.
  public static var coreDataError: CocoaError.Code { .init(rawValue: NSCoreDataError) }
  /// Code 134060, `NSCoreDataError`.
  public static var coreData: CocoaError.Code { .init(rawValue: NSCoreDataError) }
  /// Code 134070, `NSPersistentStoreOperationError`.
  public static var persistentStoreOperationError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreOperationError)
  }
  /// Code 134070, `NSPersistentStoreOperationError`.
  public static var persistentStoreOperation: CocoaError.Code {
    .init(rawValue: NSPersistentStoreOperationError)
  }
  /// Code 134080, `NSPersistentStoreOpenError`.
  public static var persistentStoreOpenError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreOpenError)
  }
  /// Code 134080, `NSPersistentStoreOpenError`.
  public static var persistentStoreOpen: CocoaError.Code {
    .init(rawValue: NSPersistentStoreOpenError)
  }
  /// Code 134090, `NSPersistentStoreTimeoutError`.
  public static var persistentStoreTimeoutError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreTimeoutError)
  }
  /// Code 134090, `NSPersistentStoreTimeoutError`.
  public static var persistentStoreTimeout: CocoaError.Code {
    .init(rawValue: NSPersistentStoreTimeoutError)
  }
  /// Code 134091, `NSPersistentStoreUnsupportedRequestTypeError`.
  public static var persistentStoreUnsupportedRequestTypeError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreUnsupportedRequestTypeError)
  }
  /// Code 134091, `NSPersistentStoreUnsupportedRequestTypeError`.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .init(rawValue: NSPersistentStoreUnsupportedRequestTypeError)
  }
  /// Code 134100, `NSPersistentStoreIncompatibleVersionHashError`.
  public static var persistentStoreIncompatibleVersionHashError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompatibleVersionHashError)
  }
  /// Code 134100, `NSPersistentStoreIncompatibleVersionHashError`.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompatibleVersionHashError)
  }
  /// Code 134110, `NSMigrationError`.
  public static var migrationError: CocoaError.Code { .init(rawValue: NSMigrationError) }
  /// Code 134110, `NSMigrationError`.
  public static var migration: CocoaError.Code { .init(rawValue: NSMigrationError) }
  /// Code 134120, `NSMigrationCancelledError`.
  public static var migrationCancelledError: CocoaError.Code {
    .init(rawValue: NSMigrationCancelledError)
  }
  /// Code 134120, `NSMigrationCancelledError`.
  public static var migrationCancelled: CocoaError.Code {
    .init(rawValue: NSMigrationCancelledError)
  }
  /// Code 134130, `NSMigrationMissingSourceModelError`.
  public static var migrationMissingSourceModelError: CocoaError.Code {
    .init(rawValue: NSMigrationMissingSourceModelError)
  }
  /// Code 134130, `NSMigrationMissingSourceModelError`.
  public static var migrationMissingSourceModel: CocoaError.Code {
    .init(rawValue: NSMigrationMissingSourceModelError)
  }
  /// Code 134140, `NSMigrationMissingMappingModelError`.
  public static var migrationMissingMappingModelError: CocoaError.Code {
    .init(rawValue: NSMigrationMissingMappingModelError)
  }
  /// Code 134140, `NSMigrationMissingMappingModelError`.
  public static var migrationMissingMappingModel: CocoaError.Code {
    .init(rawValue: NSMigrationMissingMappingModelError)
  }
  /// Code 134150, `NSMigrationManagerSourceStoreError`.
  public static var migrationManagerSourceStoreError: CocoaError.Code {
    .init(rawValue: NSMigrationManagerSourceStoreError)
  }
  /// Code 134150, `NSMigrationManagerSourceStoreError`.
  public static var migrationManagerSourceStore: CocoaError.Code {
    .init(rawValue: NSMigrationManagerSourceStoreError)
  }
  /// Code 134160, `NSMigrationManagerDestinationStoreError`.
  public static var migrationManagerDestinationStoreError: CocoaError.Code {
    .init(rawValue: NSMigrationManagerDestinationStoreError)
  }
  /// Code 134160, `NSMigrationManagerDestinationStoreError`.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    .init(rawValue: NSMigrationManagerDestinationStoreError)
  }
  /// Code 134170, `NSEntityMigrationPolicyError`.
  public static var entityMigrationPolicyError: CocoaError.Code {
    .init(rawValue: NSEntityMigrationPolicyError)
  }
  /// Code 134170, `NSEntityMigrationPolicyError`.
  public static var entityMigrationPolicy: CocoaError.Code {
    .init(rawValue: NSEntityMigrationPolicyError)
  }
  /// Code 134180, `NSSQLiteError`.
  public static var sqliteError: CocoaError.Code { .init(rawValue: NSSQLiteError) }
  /// Code 134180, `NSSQLiteError`.
  public static var sqlite: CocoaError.Code { .init(rawValue: NSSQLiteError) }
  /// Code 134190, `NSInferredMappingModelError`.
  public static var inferredMappingModelError: CocoaError.Code {
    .init(rawValue: NSInferredMappingModelError)
  }
  /// Code 134190, `NSInferredMappingModelError`.
  public static var inferredMappingModel: CocoaError.Code {
    .init(rawValue: NSInferredMappingModelError)
  }
  /// Code 134200, `NSExternalRecordImportError`.
  public static var externalRecordImportError: CocoaError.Code {
    .init(rawValue: NSExternalRecordImportError)
  }
  /// Code 134200, `NSExternalRecordImportError`.
  public static var externalRecordImport: CocoaError.Code {
    .init(rawValue: NSExternalRecordImportError)
  }
}
