import Foundation

/// Why a request cannot be carried out.
package enum RequestError: CoreDataErrorConvertible, Equatable {
  /// The store has no way to do it.
  case unsupported(request: String, storeType: String)
  case noContextQueue
  case noBlock
  case cancelled
  case unknownProperty(String, entity: String)
  case badValue(property: String, entity: String, value: String)
  case unwritable(property: String, entity: String, why: String)
  case abstractEntity(String)
  case temporaryID(String)
  case foreignObject(String)
  case noHistory
  case expiredToken(number: Int64, first: Int64)
  case sectionsOutOfOrder(name: String, index: Int)
  case cacheMismatch(String)

  package var property: String? { nil }

  package var cocoaCode: Int {
    switch self {
    case .unsupported, .noHistory, .noContextQueue: NSPersistentStoreUnsupportedRequestTypeError
    case .cancelled: CocoaError.Code.userCancelled.rawValue
    case .expiredToken: NSPersistentHistoryTokenExpiredError
    case .temporaryID, .foreignObject: NSManagedObjectReferentialIntegrityError
    default: NSCoreDataError
    }
  }

  package var reason: String? {
    switch self {
    case .unsupported(let request, let type):
      "A store of the type \(type) does not carry out \(request)s; SQLite stores do."
    case .noContextQueue:
      "An asynchronous fetch needs a context with a queue, private or main."
    case .noBlock:
      "A fetch request executes itself only in a block that a context performs, which then fetches."
    case .cancelled: "The fetch was cancelled."
    case .unknownProperty(let name, let entity): "\(entity) has no property named \"\(name)\"."
    case .badValue(let name, let entity, let value):
      "\(value) is no value for \"\(name)\" of \(entity)."
    case .unwritable(let name, let entity, let why):
      "\"\(name)\" of \(entity) cannot be written by a batch request: \(why)."
    case .abstractEntity(let name): "\(name) is abstract; no row can be inserted."
    case .temporaryID(let name): "\(name) has never been saved, so no store has a row of it."
    case .foreignObject(let name): "\(name) is not in the store that the request goes to."
    case .noHistory: "The store keeps no history."
    case .expiredToken(let number, let first):
      "The history after transaction \(number) is not complete any more: what is left begins with "
        + "transaction \(first)."
    case .sectionsOutOfOrder(let name, let index):
      "The fetched object at index \(index) has an out of order section name \"\(name)\". Objects "
        + "must be sorted by section name."
    case .cacheMismatch(let name):
      "The cache \"\(name)\" was made for another fetch request or section key path."
    }
  }

  package var suggestion: String? {
    switch self {
    case .unsupported: "Fetch the objects and change them, or keep them in an SQLite store."
    case .noBlock: "Call context.fetch(request), or execute() inside context.perform { … }."
    case .noHistory:
      "Open the store with the option NSPersistentHistoryTrackingKey set to true."
    case .expiredToken:
      "Fetch the history from its beginning (a nil token), or refresh all objects."
    case .sectionsOutOfOrder: "Make the first sort descriptor agree with the section key path."
    case .cacheMismatch:
      "Call NSFetchedResultsController.deleteCache(withName:) before changing the request, or use "
        + "another name."
    case .temporaryID: "Save first, or delete the object in its context."
    default: nil
    }
  }
}
