// Apple's error codes of Core Data, in `NSCocoaErrorDomain` (CoreDataErrors.h; documentation
// page “Validation Error Codes”). `ErrorCatalog` has a reproduction and a cure for each.

/// A rule of the model, or a validation method of a class, refused a value, and no more exact
/// code fits.
public let NSManagedObjectValidationError = 1550

/// Two objects would have equal values for a uniqueness constraint.
public let NSManagedObjectConstraintValidationError = 1551

/// More than one property, or more than one object, is invalid.
public let NSValidationMultipleErrorsError = 1560

/// A property that is not optional has no value.
public let NSValidationMissingMandatoryPropertyError = 1570

/// A to-many relationship has fewer objects than its minCount.
public let NSValidationRelationshipLacksMinimumCountError = 1580

/// A to-many relationship has more objects than its maxCount.
public let NSValidationRelationshipExceedsMaximumCountError = 1590

/// An object is to be deleted while a relationship whose delete rule is Deny still has
/// objects.
public let NSValidationRelationshipDeniedDeleteError = 1600

/// A number is greater than the maximum in the model, or than its integer type can hold.
public let NSValidationNumberTooLargeError = 1610

/// A number is less than the minimum in the model.
public let NSValidationNumberTooSmallError = 1620

/// A date lies after the latest one the model allows.
public let NSValidationDateTooLateError = 1630

/// A date lies before the earliest one the model allows.
public let NSValidationDateTooSoonError = 1640

/// A date does not match the pattern it has to match.
public let NSValidationInvalidDateError = 1650

/// A text is longer than the maximum length in the model.
public let NSValidationStringTooLongError = 1660

/// A text is shorter than the minimum length in the model.
public let NSValidationStringTooShortError = 1670

/// A text does not match the regular expression in the model.
public let NSValidationStringPatternMatchingError = 1680

/// The value of a URI attribute is not a usable resource identifier.
public let NSValidationInvalidURIError = 1690

/// A context could not be locked. Contexts with queues do not meet this; it is kept for code
/// that expects it.
public let NSManagedObjectContextLockingError = 132000

/// A coordinator could not be locked. It is kept for code that expects it.
public let NSPersistentStoreCoordinatorLockingError = 132010

/// A fault was fired, or an object asked for by its identifier, and the store has no such
/// row.
public let NSManagedObjectReferentialIntegrityError = 133000

/// An object to be saved is related to an object in another store.
public let NSManagedObjectExternalRelationshipError = 133010

/// A row was changed by somebody else since this context read it, and the merge policy is
/// NSMergePolicy.error.
public let NSManagedObjectMergeError = 133020

/// Two objects have equal values for a uniqueness constraint, and the merge policy is
/// NSMergePolicy.error.
public let NSManagedObjectConstraintMergeError = 133021

/// No store class is registered for the store type, or the file says it has another format or
/// version.
public let NSPersistentStoreInvalidTypeError = 134000

/// The file was opened as a type of store that it is not.
public let NSPersistentStoreTypeMismatchError = 134010

/// The database lacks a table or a column that the model needs, or the configuration does not
/// exist.
public let NSPersistentStoreIncompatibleSchemaError = 134020

/// A store could not write what was to be saved.
public let NSPersistentStoreSaveError = 134030

/// Several stores were to be saved, and some of them failed.
public let NSPersistentStoreIncompleteSaveError = 134040

/// A store met merge conflicts that the merge policy did not resolve.
public let NSPersistentStoreSaveConflictsError = 134050

/// An error that no other code describes; the reason says what happened.
public let NSCoreDataError = 134060

/// An operation of a store failed, such as a batch request.
public let NSPersistentStoreOperationError = 134070

/// A store could not be opened.
public let NSPersistentStoreOpenError = 134080

/// The file stayed locked longer than NSPersistentStoreTimeoutOption allows.
public let NSPersistentStoreTimeoutError = 134090

/// A store was given a request of a type that it does not carry out.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091

/// The version hashes of the entities in the store are not those of the model.
public let NSPersistentStoreIncompatibleVersionHashError = 134100

/// A migration failed; the reason says where.
public let NSMigrationError = 134110

/// After a migration several rows have equal values for a uniqueness constraint of the new
/// model.
public let NSMigrationConstraintViolationError = 134111

/// The migration manager was told to cancel.
public let NSMigrationCancelledError = 134120

/// No model was found whose version hashes are those of the store.
public let NSMigrationMissingSourceModelError = 134130

/// There is no mapping model from the old to the new model, and none may be inferred.
public let NSMigrationMissingMappingModelError = 134140

/// The store to be migrated could not be read.
public let NSMigrationManagerSourceStoreError = 134150

/// The migrated store could not be written.
public let NSMigrationManagerDestinationStoreError = 134160

/// A migration policy of an entity threw, or its class was not found.
public let NSEntityMigrationPolicyError = 134170

/// SQLite refused a statement; its own code is under NSSQLiteErrorDomain.
public let NSSQLiteError = 134180

/// The difference between two models is more than can be inferred.
public let NSInferredMappingModelError = 134190

/// External records, which Spotlight used on the Mac, could not be imported. It is kept for
/// code that expects it.
public let NSExternalRecordImportError = 134200

/// The history after a token was asked for, but the transactions it points to have been
/// deleted.
public let NSPersistentHistoryTokenExpiredError = 134301

/// A model reference names a file, or has a version checksum, that no model has.
public let NSManagedObjectModelReferenceNotFoundError = 134504

/// The metadata of the store lacks what a staged migration needs.
public let NSStagedMigrationFrameworkVersionMismatchError = 134505

/// The store is newer than the model it is opened with.
public let NSStagedMigrationBackwardMigrationError = 134506
