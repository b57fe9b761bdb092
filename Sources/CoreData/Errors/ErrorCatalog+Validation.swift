extension ErrorCatalog {
  /// Values that a save refuses.
  static let validation: [Entry] = [
    Entry(
      code: NSManagedObjectValidationError, name: "NSManagedObjectValidationError",
      message: "%{PROPERTY}@ is not valid.",
      cause: "A rule of the model, or a validation method of a class, refused a value, and no "
        + "more exact code fits; or a relationship refers to an object that will have no row, because "
        + "it is deleted or belongs to no context (a dangling reference).",
      reproduction: """
        attribute.setValidationPredicates([NSPredicate(format: "length >= 2")],
          withValidationWarnings: ["Name is too short."])
        object.setValue("A", forKey: "name")
        try object.validateForInsert()
        """,
      cure: "Read NSValidationKeyErrorKey for the property, NSValidationPredicateErrorKey for the "
        + "rule and NSValidationValueErrorKey for the value; then change the value. For a dangling "
        + "reference, let the relationship refer to another object or to none."),
    Entry(
      code: NSManagedObjectConstraintValidationError,
      name: "NSManagedObjectConstraintValidationError",
      message: "One or more constraints were violated.",
      cause: "Two objects would have equal values for a uniqueness constraint.",
      reproduction: """
        // entity.uniquenessConstraints = [["name"]]
        (one as NSManagedObject).setValue("A", forKey: "name")
        (two as NSManagedObject).setValue("A", forKey: "name")
        try two.validateForInsert()
        """,
      cure: "Give one of them another value, delete one, or set a merge policy other than "
        + "NSMergePolicy.error."),
    Entry(
      code: NSValidationMultipleErrorsError, name: "NSValidationMultipleErrorsError",
      message: "Multiple validation errors occurred.",
      cause: "More than one property, or more than one object, is invalid.",
      reproduction: """
        // name and number are both required
        context.insert(Book(context: context))
        try context.save()
        """,
      cure: "Go through the errors under NSDetailedErrorsKey in userInfo; each has its own code, "
        + "object and key."),
    Entry(
      code: NSValidationMissingMandatoryPropertyError,
      name: "NSValidationMissingMandatoryPropertyError",
      message: "%{PROPERTY}@ is a required value.",
      cause: "A property that is not optional has no value.",
      reproduction: """
        // name is required and has no default
        _ = Book(context: context)
        try context.save()
        """,
      cure: "Set the property named under NSValidationKeyErrorKey, give it a default value in the "
        + "model, or make it optional."),
    Entry(
      code: NSValidationRelationshipLacksMinimumCountError,
      name: "NSValidationRelationshipLacksMinimumCountError",
      message: "Too few items in %{PROPERTY}@.",
      cause: "A to-many relationship has fewer objects than its minCount.",
      reproduction: """
        // relationship.minCount = 1
        let team = Team(context: context)
        try context.save()
        """,
      cure: "Add objects to the relationship, or lower its minimum in the model. An optional "
        + "relationship may still be empty."),
    Entry(
      code: NSValidationRelationshipExceedsMaximumCountError,
      name: "NSValidationRelationshipExceedsMaximumCountError",
      message: "Too many items in %{PROPERTY}@.",
      cause: "A to-many relationship has more objects than its maxCount.",
      reproduction: """
        // relationship.maxCount = 2
        team.setValue(Set([a, b, c]), forKey: "players")
        try context.save()
        """,
      cure: "Take objects out of the relationship, or raise its maximum in the model (0 means "
        + "no limit)."),
    Entry(
      code: NSValidationRelationshipDeniedDeleteError,
      name: "NSValidationRelationshipDeniedDeleteError",
      message: "Items cannot be deleted from %{PROPERTY}@.",
      cause: "An object is to be deleted while a relationship whose delete rule is Deny still "
        + "has objects.",
      reproduction: """
        // department.employees has the delete rule Deny
        context.delete(department)
        try context.save()
        """,
      cure: "Empty the relationship or delete its objects first, or choose another delete rule "
        + "in the model."),
    Entry(
      code: NSValidationNumberTooLargeError, name: "NSValidationNumberTooLargeError",
      message: "%{PROPERTY}@ is too large.",
      cause: "A number is greater than the maximum in the model, or than its integer type can "
        + "hold.",
      reproduction: """
        // maximum 5 in the model
        object.setValue(6, forKey: "stars")
        try context.save()
        """,
      cure: "Set a smaller number, raise the maximum, or choose a wider integer type."),
    Entry(
      code: NSValidationNumberTooSmallError, name: "NSValidationNumberTooSmallError",
      message: "%{PROPERTY}@ is too small.",
      cause: "A number is less than the minimum in the model.",
      reproduction: """
        // minimum 0 in the model
        object.setValue(-1, forKey: "salary")
        try context.save()
        """,
      cure: "Set a greater number, or lower the minimum in the model."),
    Entry(
      code: NSValidationDateTooLateError, name: "NSValidationDateTooLateError",
      message: "%{PROPERTY}@ is too late.",
      cause: "A date lies after the latest one the model allows.",
      reproduction: """
        object.setValue(Date.distantFuture, forKey: "born")
        try context.save()
        """,
      cure: "Set an earlier date, or move the maximum in the model."),
    Entry(
      code: NSValidationDateTooSoonError, name: "NSValidationDateTooSoonError",
      message: "%{PROPERTY}@ is too soon.",
      cause: "A date lies before the earliest one the model allows.",
      reproduction: """
        object.setValue(Date.distantPast, forKey: "due")
        try context.save()
        """,
      cure: "Set a later date, or move the minimum in the model."),
    Entry(
      code: NSValidationInvalidDateError, name: "NSValidationInvalidDateError",
      message: "%{PROPERTY}@ is invalid.",
      cause: "A date does not match the pattern it has to match.",
      reproduction: """
        throw CocoaError(.validationInvalidDate)  // from a validation method of a class
        """,
      cure: "Set a date that the rule accepts; the rule is under NSValidationPredicateErrorKey."),
    Entry(
      code: NSValidationStringTooLongError, name: "NSValidationStringTooLongError",
      message: "%{PROPERTY}@ is too long.",
      cause: "A text is longer than the maximum length in the model.",
      reproduction: """
        // maximum length 3
        object.setValue("abcd", forKey: "code")
        try context.save()
        """,
      cure: "Set a shorter text, or raise the maximum length."),
    Entry(
      code: NSValidationStringTooShortError, name: "NSValidationStringTooShortError",
      message: "%{PROPERTY}@ is too short.",
      cause: "A text is shorter than the minimum length in the model.",
      reproduction: """
        // minimum length 2
        object.setValue("a", forKey: "code")
        try context.save()
        """,
      cure: "Set a longer text, or lower the minimum length."),
    Entry(
      code: NSValidationStringPatternMatchingError, name: "NSValidationStringPatternMatchingError",
      message: "%{PROPERTY}@ is invalid.",
      cause: "A text does not match the regular expression in the model.",
      reproduction: """
        // regular expression [0-9]{5}
        object.setValue("12a", forKey: "postcode")
        try context.save()
        """,
      cure: "Set a text that matches from its first to its last character, or change the "
        + "expression."),
    Entry(
      code: NSValidationInvalidURIError, name: "NSValidationInvalidURIError",
      message: "%{PROPERTY}@ is not a valid URI.",
      hasAppleText: false,
      cause: "The value of a URI attribute is not a usable resource identifier.",
      reproduction: """
        throw CocoaError(CocoaError.Code(rawValue: NSValidationInvalidURIError))  // from a validation method
        """,
      cure: "Set a URL that URL(string:) accepts."),
  ]
}
