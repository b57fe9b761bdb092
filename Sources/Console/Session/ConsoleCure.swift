import CoreData

/// What somebody at the console can do about an error, where the library's advice is for programs: it
/// names keys and properties of the API.
enum ConsoleCure {
  /// The advice in place of the library's; nil where that is good here too. Empty where there is
  /// nothing to add.
  static func text(for error: NSError) -> String? {
    // What the library says of the case itself is good everywhere.
    guard error.domain == NSCocoaErrorDomain,
      error.localizedRecoverySuggestion == ErrorCatalog.entry(for: error.code)?.cure
    else { return nil }
    if let object = error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject,
      let key = error.userInfo[NSValidationKeyErrorKey] as? String,
      let text = validation(error.code, object, key)
    {
      return text
    }
    return other(error.code)
  }

  /// A value that validation refuses: the command that sets it.
  private static func validation(_ code: Int, _ object: NSManagedObject, _ key: String) -> String? {
    let path = "\(object.shortName).\(key)"
    switch code {
    case NSValidationMissingMandatoryPropertyError:
      return "Give it one: " + assignment(path, object.entity.propertiesByName[key])
    case NSValidationRelationshipLacksMinimumCountError:
      return "Put objects in: \(path) += NAME. An optional relationship may be empty."
    case NSValidationRelationshipExceedsMaximumCountError:
      return "Take objects out: \(path) -= NAME."
    case NSValidationRelationshipDeniedDeleteError:
      let isToMany = object.entity.relationshipsByName[key]?.isToMany ?? true
      return isToMany
        ? "Delete those objects first, or take them out: \(path) = []"
        : "Delete that object first, or take it out: \(path) = nil"
    case NSManagedObjectValidationError, NSValidationInvalidDateError:
      return "Give it another: " + assignment(path, object.entity.propertiesByName[key])
    default: return nil
    }
  }

  private static func assignment(_ path: String, _ property: NSPropertyDescription?) -> String {
    if let relationship = property as? NSRelationshipDescription {
      return relationship.isToMany ? "\(path) += NAME" : "\(path) = NAME"
    }
    switch (property as? NSAttributeDescription)?.attributeType {
    case .stringAttributeType: return "\(path) = \"…\""
    case .dateAttributeType: return "\(path) = date(\"…\")"
    case .UUIDAttributeType: return "\(path) = uuid(\"…\")"
    case .URIAttributeType: return "\(path) = url(\"…\")"
    case .binaryDataAttributeType: return "\(path) = data(\"…\")"
    default: return "\(path) = …"
    }
  }

  private static func other(_ code: Int) -> String? {
    switch code {
    case NSManagedObjectMergeError:
      "'context merge object' keeps what is in memory, 'context merge store' what is stored; or "
        + "'refresh NAME', and make the change again."
    case NSManagedObjectConstraintMergeError, NSManagedObjectConstraintValidationError:
      "Give one of them another value or delete it; 'context merge object' keeps the newer values."
    case NSManagedObjectReferentialIntegrityError:
      "It was deleted elsewhere: 'refresh all', and fetch again."
    case NSPersistentStoreIncompatibleVersionHashError:
      "Without --model it is opened with its own model; "
        + "'corebook migrate STORE --to MODEL' brings it to this one."
    case NSMigrationMissingMappingModelError, NSInferredMappingModelError:
      "Say what became of what: renaming identifiers in the model, versions between, or a mapping "
        + "model behind --mapping."
    case NSMigrationMissingSourceModelError:
      "Keep every version of the model in the .momd or .xcdatamodeld that --to names."
    case NSPersistentStoreInvalidTypeError: "--type takes sqlite, binary, xml or memory."
    case NSPersistentStoreTypeMismatchError: "Leave --type away: the file says itself what it is."
    case NSPersistentStoreUnsupportedRequestTypeError:
      "Batch commands need an SQLite store; in others change the objects one by one, and save."
    case NSPersistentStoreIncompleteSaveError: "Mend the cause and save again."
    case NSPersistentStoreSaveConflictsError:
      "'context merge object' or 'context merge store' settles conflicts."
    case NSCoreDataError, NSPersistentStoreOperationError, NSValidationMultipleErrorsError: ""
    case NSSQLiteError: "'corebook doctor STORE' looks at the file."
    default: nil
    }
  }
}
