// Apple gives every code two names in Swift, the second without “Error”.

extension CocoaError {
  /// Code 1550, `NSManagedObjectValidationError`.
  public static var managedObjectValidationError: CocoaError.Code { .managedObjectValidationError }
  /// Code 1550, `NSManagedObjectValidationError`.
  public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
  /// Code 1560, `NSValidationMultipleErrorsError`.
  public static var validationMultipleErrorsError: CocoaError.Code {
    .validationMultipleErrorsError
  }
  /// Code 1560, `NSValidationMultipleErrorsError`.
  public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
  /// Code 1570, `NSValidationMissingMandatoryPropertyError`.
  public static var validationMissingMandatoryPropertyError: CocoaError.Code {
    .validationMissingMandatoryPropertyError
  }
  /// Code 1570, `NSValidationMissingMandatoryPropertyError`.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .validationMissingMandatoryProperty
  }
  /// Code 1580, `NSValidationRelationshipLacksMinimumCountError`.
  public static var validationRelationshipLacksMinimumCountError: CocoaError.Code {
    .validationRelationshipLacksMinimumCountError
  }
  /// Code 1580, `NSValidationRelationshipLacksMinimumCountError`.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  /// Code 1590, `NSValidationRelationshipExceedsMaximumCountError`.
  public static var validationRelationshipExceedsMaximumCountError: CocoaError.Code {
    .validationRelationshipExceedsMaximumCountError
  }
  /// Code 1590, `NSValidationRelationshipExceedsMaximumCountError`.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// Code 1600, `NSValidationRelationshipDeniedDeleteError`.
  public static var validationRelationshipDeniedDeleteError: CocoaError.Code {
    .validationRelationshipDeniedDeleteError
  }
  /// Code 1600, `NSValidationRelationshipDeniedDeleteError`.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .validationRelationshipDeniedDelete
  }
  /// Code 1610, `NSValidationNumberTooLargeError`.
  public static var validationNumberTooLargeError: CocoaError.Code {
    .validationNumberTooLargeError
  }
  /// Code 1610, `NSValidationNumberTooLargeError`.
  public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
  /// Code 1620, `NSValidationNumberTooSmallError`.
  public static var validationNumberTooSmallError: CocoaError.Code {
    .validationNumberTooSmallError
  }
  /// Code 1620, `NSValidationNumberTooSmallError`.
  public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
  /// Code 1630, `NSValidationDateTooLateError`.
  public static var validationDateTooLateError: CocoaError.Code { .validationDateTooLateError }
  /// Code 1630, `NSValidationDateTooLateError`.
  public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
  /// Code 1640, `NSValidationDateTooSoonError`.
  public static var validationDateTooSoonError: CocoaError.Code { .validationDateTooSoonError }
  /// Code 1640, `NSValidationDateTooSoonError`.
  public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
  /// Code 1650, `NSValidationInvalidDateError`.
  public static var validationInvalidDateError: CocoaError.Code { .validationInvalidDateError }
  /// Code 1650, `NSValidationInvalidDateError`.
  public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
  /// Code 1660, `NSValidationStringTooLongError`.
  public static var validationStringTooLongError: CocoaError.Code { .validationStringTooLongError }
  /// Code 1660, `NSValidationStringTooLongError`.
  public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
  /// Code 1670, `NSValidationStringTooShortError`.
  public static var validationStringTooShortError: CocoaError.Code {
    .validationStringTooShortError
  }
  /// Code 1670, `NSValidationStringTooShortError`.
  public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
  /// Code 1680, `NSValidationStringPatternMatchingError`.
  public static var validationStringPatternMatchingError: CocoaError.Code {
    .validationStringPatternMatchingError
  }
  /// Code 1680, `NSValidationStringPatternMatchingError`.
  public static var validationStringPatternMatching: CocoaError.Code {
    .validationStringPatternMatching
  }
  /// Code 132000, `NSManagedObjectContextLockingError`.
  public static var managedObjectContextLockingError: CocoaError.Code {
    .managedObjectContextLockingError
  }
  /// Code 132000, `NSManagedObjectContextLockingError`.
  public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }
  /// Code 132010, `NSPersistentStoreCoordinatorLockingError`.
  public static var persistentStoreCoordinatorLockingError: CocoaError.Code {
    .persistentStoreCoordinatorLockingError
  }
  /// Code 132010, `NSPersistentStoreCoordinatorLockingError`.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    .persistentStoreCoordinatorLocking
  }
  /// Code 133000, `NSManagedObjectReferentialIntegrityError`.
  public static var managedObjectReferentialIntegrityError: CocoaError.Code {
    .managedObjectReferentialIntegrityError
  }
  /// Code 133000, `NSManagedObjectReferentialIntegrityError`.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    .managedObjectReferentialIntegrity
  }
  /// Code 133010, `NSManagedObjectExternalRelationshipError`.
  public static var managedObjectExternalRelationshipError: CocoaError.Code {
    .managedObjectExternalRelationshipError
  }
  /// Code 133010, `NSManagedObjectExternalRelationshipError`.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    .managedObjectExternalRelationship
  }
  /// Code 133020, `NSManagedObjectMergeError`.
  public static var managedObjectMergeError: CocoaError.Code { .managedObjectMergeError }
  /// Code 133020, `NSManagedObjectMergeError`.
  public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
  /// Code 133021, `NSManagedObjectConstraintMergeError`.
  public static var managedObjectConstraintMergeError: CocoaError.Code {
    .managedObjectConstraintMergeError
  }
  /// Code 133021, `NSManagedObjectConstraintMergeError`.
  public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }
  /// Code 134050, `NSPersistentStoreSaveConflictsError`.
  public static var persistentStoreSaveConflictsError: CocoaError.Code {
    .persistentStoreSaveConflictsError
  }
  /// Code 134050, `NSPersistentStoreSaveConflictsError`.
  public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
}
