// Apple gives every code two names in Swift, the second without “Error”.

extension CocoaError.Code {
  /// Code 1550, `NSManagedObjectValidationError`.
  public static var managedObjectValidationError: CocoaError.Code {
    .init(rawValue: NSManagedObjectValidationError)
  }
  /// Code 1550, `NSManagedObjectValidationError`.
  public static var managedObjectValidation: CocoaError.Code {
    .init(rawValue: NSManagedObjectValidationError)
  }
  /// Code 1560, `NSValidationMultipleErrorsError`.
  public static var validationMultipleErrorsError: CocoaError.Code {
    .init(rawValue: NSValidationMultipleErrorsError)
  }
  /// Code 1560, `NSValidationMultipleErrorsError`.
  public static var validationMultipleErrors: CocoaError.Code {
    .init(rawValue: NSValidationMultipleErrorsError)
  }
  /// Code 1570, `NSValidationMissingMandatoryPropertyError`.
  public static var validationMissingMandatoryPropertyError: CocoaError.Code {
    .init(rawValue: NSValidationMissingMandatoryPropertyError)
  }
  /// Code 1570, `NSValidationMissingMandatoryPropertyError`.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .init(rawValue: NSValidationMissingMandatoryPropertyError)
  }
  /// Code 1580, `NSValidationRelationshipLacksMinimumCountError`.
  public static var validationRelationshipLacksMinimumCountError: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipLacksMinimumCountError)
  }
  /// Code 1580, `NSValidationRelationshipLacksMinimumCountError`.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipLacksMinimumCountError)
  }
  /// Code 1590, `NSValidationRelationshipExceedsMaximumCountError`.
  public static var validationRelationshipExceedsMaximumCountError: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipExceedsMaximumCountError)
  }
  /// Code 1590, `NSValidationRelationshipExceedsMaximumCountError`.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipExceedsMaximumCountError)
  }
  /// Code 1600, `NSValidationRelationshipDeniedDeleteError`.
  public static var validationRelationshipDeniedDeleteError: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipDeniedDeleteError)
  }
  /// Code 1600, `NSValidationRelationshipDeniedDeleteError`.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipDeniedDeleteError)
  }
  /// Code 1610, `NSValidationNumberTooLargeError`.
  public static var validationNumberTooLargeError: CocoaError.Code {
    .init(rawValue: NSValidationNumberTooLargeError)
  }
  /// Code 1610, `NSValidationNumberTooLargeError`.
  public static var validationNumberTooLarge: CocoaError.Code {
    .init(rawValue: NSValidationNumberTooLargeError)
  }
  /// Code 1620, `NSValidationNumberTooSmallError`.
  public static var validationNumberTooSmallError: CocoaError.Code {
    .init(rawValue: NSValidationNumberTooSmallError)
  }
  /// Code 1620, `NSValidationNumberTooSmallError`.
  public static var validationNumberTooSmall: CocoaError.Code {
    .init(rawValue: NSValidationNumberTooSmallError)
  }
  /// Code 1630, `NSValidationDateTooLateError`.
  public static var validationDateTooLateError: CocoaError.Code {
    .init(rawValue: NSValidationDateTooLateError)
  }
  /// Code 1630, `NSValidationDateTooLateError`.
  public static var validationDateTooLate: CocoaError.Code {
    .init(rawValue: NSValidationDateTooLateError)
  }
  /// Code 1640, `NSValidationDateTooSoonError`.
  public static var validationDateTooSoonError: CocoaError.Code {
    .init(rawValue: NSValidationDateTooSoonError)
  }
  /// Code 1640, `NSValidationDateTooSoonError`.
  public static var validationDateTooSoon: CocoaError.Code {
    .init(rawValue: NSValidationDateTooSoonError)
  }
  /// Code 1650, `NSValidationInvalidDateError`.
  public static var validationInvalidDateError: CocoaError.Code {
    .init(rawValue: NSValidationInvalidDateError)
  }
  /// Code 1650, `NSValidationInvalidDateError`.
  public static var validationInvalidDate: CocoaError.Code {
    .init(rawValue: NSValidationInvalidDateError)
  }
  /// Code 1660, `NSValidationStringTooLongError`.
  public static var validationStringTooLongError: CocoaError.Code {
    .init(rawValue: NSValidationStringTooLongError)
  }
  /// Code 1660, `NSValidationStringTooLongError`.
  public static var validationStringTooLong: CocoaError.Code {
    .init(rawValue: NSValidationStringTooLongError)
  }
  /// Code 1670, `NSValidationStringTooShortError`.
  public static var validationStringTooShortError: CocoaError.Code {
    .init(rawValue: NSValidationStringTooShortError)
  }
  /// Code 1670, `NSValidationStringTooShortError`.
  public static var validationStringTooShort: CocoaError.Code {
    .init(rawValue: NSValidationStringTooShortError)
  }
  /// Code 1680, `NSValidationStringPatternMatchingError`.
  public static var validationStringPatternMatchingError: CocoaError.Code {
    .init(rawValue: NSValidationStringPatternMatchingError)
  }
  /// Code 1680, `NSValidationStringPatternMatchingError`.
  public static var validationStringPatternMatching: CocoaError.Code {
    .init(rawValue: NSValidationStringPatternMatchingError)
  }
  /// Code 132000, `NSManagedObjectContextLockingError`.
  public static var managedObjectContextLockingError: CocoaError.Code {
    .init(rawValue: NSManagedObjectContextLockingError)
  }
  /// Code 132000, `NSManagedObjectContextLockingError`.
  public static var managedObjectContextLocking: CocoaError.Code {
    .init(rawValue: NSManagedObjectContextLockingError)
  }
  /// Code 132010, `NSPersistentStoreCoordinatorLockingError`.
  public static var persistentStoreCoordinatorLockingError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreCoordinatorLockingError)
  }
  /// Code 132010, `NSPersistentStoreCoordinatorLockingError`.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    .init(rawValue: NSPersistentStoreCoordinatorLockingError)
  }
  /// Code 133000, `NSManagedObjectReferentialIntegrityError`.
  public static var managedObjectReferentialIntegrityError: CocoaError.Code {
    .init(rawValue: NSManagedObjectReferentialIntegrityError)
  }
  /// Code 133000, `NSManagedObjectReferentialIntegrityError`.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    .init(rawValue: NSManagedObjectReferentialIntegrityError)
  }
  /// Code 133010, `NSManagedObjectExternalRelationshipError`.
  public static var managedObjectExternalRelationshipError: CocoaError.Code {
    .init(rawValue: NSManagedObjectExternalRelationshipError)
  }
  /// Code 133010, `NSManagedObjectExternalRelationshipError`.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    .init(rawValue: NSManagedObjectExternalRelationshipError)
  }
  /// Code 133020, `NSManagedObjectMergeError`.
  public static var managedObjectMergeError: CocoaError.Code {
    .init(rawValue: NSManagedObjectMergeError)
  }
  /// Code 133020, `NSManagedObjectMergeError`.
  public static var managedObjectMerge: CocoaError.Code {
    .init(rawValue: NSManagedObjectMergeError)
  }
  /// Code 133021, `NSManagedObjectConstraintMergeError`.
  public static var managedObjectConstraintMergeError: CocoaError.Code {
    .init(rawValue: NSManagedObjectConstraintMergeError)
  }
  /// Code 133021, `NSManagedObjectConstraintMergeError`.
  public static var managedObjectConstraintMerge: CocoaError.Code {
    .init(rawValue: NSManagedObjectConstraintMergeError)
  }
  /// Code 134050, `NSPersistentStoreSaveConflictsError`.
  public static var persistentStoreSaveConflictsError: CocoaError.Code {
    .init(rawValue: NSPersistentStoreSaveConflictsError)
  }
  /// Code 134050, `NSPersistentStoreSaveConflictsError`.
  public static var persistentStoreSaveConflicts: CocoaError.Code {
    .init(rawValue: NSPersistentStoreSaveConflictsError)
  }
}
