import Foundation

/// What a context can fail to do, in Apple's codes.
///
/// `@unchecked Sendable`: bridged to an NSError on the context's queue, where it was made.
package enum ContextError: Error, @unchecked Sendable {
  case missingObject(String)
  case noCoordinator
  case noStores
  case unknownEntity(String)
  case noStoreForEntity(String)
  case tooManyWillSaveRounds
  case unsupportedRequest(String)
  case generationOfChild
  case conflictsRemain
  case abstractEntity(String)
  case assignment(String)
  case foreignGeneration
  case foreignObject(String, verb: String)
  case neverInserted([NSManagedObject], verb: String)
}

extension ContextError: CoreDataErrorConvertible {
  package var property: String? { nil }

  package var cocoaCode: Int {
    switch self {
    case .missingObject: NSManagedObjectReferentialIntegrityError
    case .noCoordinator, .noStores, .noStoreForEntity, .tooManyWillSaveRounds, .neverInserted:
      NSPersistentStoreSaveError
    case .unknownEntity, .abstractEntity, .assignment, .foreignObject: NSCoreDataError
    case .conflictsRemain: NSManagedObjectMergeError
    case .unsupportedRequest, .generationOfChild, .foreignGeneration:
      NSPersistentStoreUnsupportedRequestTypeError
    }
  }

  package var reason: String? {
    switch self {
    case .missingObject(let name):
      "CoreData could not fulfill a fault for '\(name)': its row does not exist (any more)."
    case .noCoordinator:
      "The context has no coordinator and no parent, so there is nowhere to save to or fetch from."
    case .noStores:
      "The coordinator has no stores. Add one with addPersistentStore before fetching or saving."
    case .unknownEntity(let name):
      "+entityForName: could not locate an entity named '\(name)' in this model."
    case .abstractEntity(let name): ObjectError.abstractEntity(name).explanation
    case .assignment(let text): text
    case .noStoreForEntity(let name):
      "No store of the coordinator takes objects of the entity \"\(name)\": none has a "
        + "configuration with it, or all of them are read-only."
    case .tooManyWillSaveRounds:
      "willSave kept making changes a thousand times over. Change a value in willSave only if it "
        + "differs from the one it has."
    case .conflictsRemain:
      "Rows went on changing while the save tried to settle conflicts. Save again."
    case .generationOfChild:
      "Only a context with a coordinator of its own reads a query generation; a child reads what "
        + "its parent does."
    case .foreignGeneration:
      "The query generation token comes from the stores of another coordinator."
    case .foreignObject(let name, let verb):
      "An NSManagedObjectContext cannot \(verb) objects in other contexts: \(name). Ask this context "
        + "for the object first, with object(with: other.objectID)."
    case .neverInserted(let objects, let verb):
      "Cannot \(verb) object that was never inserted: the parent context has "
        + objects.map(\.shortName).joined(separator: ", ")
        + " no more, and never saved it. Refresh the object, or roll this context back."
    case .unsupportedRequest(let kind): "The store does not support requests of the kind \(kind)."
    }
  }

  package var userInfo: [String: Any] {
    guard case .neverInserted(let objects, _) = self else { return [:] }
    return [NSAffectedObjectsErrorKey: objects]
  }
}
