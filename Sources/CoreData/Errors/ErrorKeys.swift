// The keys of `userInfo` in Core Data's errors (CoreDataErrors.h). Their texts are those that
// show in logs of Apple's framework, so that code which spells them out works too.

/// Several errors that occurred in one operation: an array of `NSError` (B063).
public let NSDetailedErrorsKey = "NSDetailedErrors"

/// The object that failed to validate (B062).
public let NSValidationObjectErrorKey = "NSValidationErrorObject"

/// The name of the property that failed to validate (B062).
public let NSValidationKeyErrorKey = "NSValidationErrorKey"

/// The rule that failed, an `NSPredicate` (B064).
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"

/// The value that failed to validate, absent when it is nil (B064).
public let NSValidationValueErrorKey = "NSValidationErrorValue"

/// The stores that an error concerns: an array of `NSPersistentStore`.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"

/// The objects that an error concerns: an array of `NSManagedObject`.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"

/// The conflicts that a save met: an array of `NSMergeConflict` or `NSConstraintConflict`
/// (B069, B071).
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"

/// SQLite's own result code, a number in `userInfo` of an error of another domain.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"
