extension CocoaError {
  /// The object that failed to validate.
  public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }

  /// The name of the property that failed to validate.
  public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }

  /// The rule that failed.
  public var validationPredicate: NSPredicate? {
    userInfo[NSValidationPredicateErrorKey] as? NSPredicate
  }

  /// The value that failed to validate.
  public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }

  /// The stores that the error concerns.
  public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [AnyObject] }

  /// The objects that the error concerns.
  public var affectedObjects: [AnyObject]? {
    userInfo[NSAffectedObjectsErrorKey] as? [AnyObject]
  }

  /// The conflicts that a save met. Conflicts of uniqueness constraints are under the same key of
  /// `userInfo` and are none of these.
  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
  }
}
