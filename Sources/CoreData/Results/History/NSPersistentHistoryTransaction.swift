public import Foundation
package import PredicateCore

/// One save or batch request as the history keeps it: who, when, and which changes.
///
/// Apple's class of the same name. It may cross threads; it is constant.
open class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable: constant once the request that made it returns.
  private let row: HistoryTransactionRow

  /// The UUID of the store.
  public final let storeID: String

  /// The changes; nil if the request asked for transactions alone.
  public internal(set) final var changes: [NSPersistentHistoryChange]?

  init(_ row: HistoryTransactionRow, storeID: String) {
    self.row = row
    self.storeID = storeID
  }

  /// When it was.
  open var timestamp: Date { Date(timeIntervalSinceReferenceDate: row.time) }

  /// The number of the transaction in its store.
  open var transactionNumber: Int64 { row.number }

  /// The bundle identifier of the program; its name where it has none.
  open var bundleID: String { row.bundleID ?? "" }

  /// The name of the program.
  open var processID: String { row.processID ?? "" }

  /// The name of the context that saved.
  open var contextName: String? { row.contextName }

  /// The `transactionAuthor` of the context that saved.
  open var author: String? { row.author }

  /// The place in the history after this transaction.
  open var token: NSPersistentHistoryToken { NSPersistentHistoryToken([storeID: row.number]) }

  /// The changes in the form of a save's notification, with ids, to be merged into contexts with
  /// `mergeChanges(fromContextDidSave:)`.
  open func objectIDNotification() -> Notification {
    var ids: [NSPersistentHistoryChangeType: Set<NSManagedObjectID>] = [:]
    for change in changes ?? [] {
      ids[change.changeType, default: []].insert(change.changedObjectID)
    }
    var info: [AnyHashable: Any] = [:]
    info[NSInsertedObjectIDsKey] = ids[.insert]
    info[NSUpdatedObjectIDsKey] = ids[.update]
    info[NSDeletedObjectIDsKey] = ids[.delete]
    return Notification(
      name: .NSManagedObjectContextDidSaveObjectIDs, object: nil, userInfo: info)
  }

  /// Returns the transaction itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The entity that requests on transactions fetch.
  open class var entityDescription: NSEntityDescription? { HistoryEntities.transaction }

  /// The entity that requests on transactions fetch.
  ///
  /// - Parameter context: any context.
  open class func entityDescription(
    with context: NSManagedObjectContext
  ) -> NSEntityDescription? { HistoryEntities.transaction }

  /// A request on transactions, for ``NSPersistentHistoryChangeRequest/fetchHistory(withFetch:)``.
  /// Its predicate may use `author`, `bundleID`, `contextName`, `processID`, `timestamp`,
  /// `transactionNumber`, `token` and `changes`.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = HistoryEntities.transaction
    return request
  }
}

extension NSPersistentHistoryTransaction: KeyPathResolving {
  /// The value of a key for a predicate. A token stands for the number of its transaction.
  package final func predicateValue(forKey key: String) throws -> PredicateValue {
    switch key {
    case "author": PredicateValue(author)
    case "bundleID": .string(bundleID)
    case "contextName": PredicateValue(contextName)
    case "processID": .string(processID)
    case "storeID": .string(storeID)
    case "timestamp": .date(timestamp)
    case "token", "transactionNumber": .int(transactionNumber)
    case "changes": .array((changes ?? []).map { .object(PredicateObject($0)) })
    default: throw PredicateEvaluationError.unknownKey(key, object: "Transaction")
    }
  }
}

/// The entities of the history, for requests on it. No store has rows of them in this form.
enum HistoryEntities {
  static let transaction = make(
    "Transaction",
    [
      ("author", .stringAttributeType), ("bundleID", .stringAttributeType),
      ("contextName", .stringAttributeType), ("processID", .stringAttributeType),
      ("timestamp", .dateAttributeType), ("token", .integer64AttributeType),
      ("transactionNumber", .integer64AttributeType),
    ])

  static let change = make(
    "Change",
    [
      ("changeID", .integer64AttributeType), ("changeType", .integer64AttributeType),
      ("changedObjectID", .transformableAttributeType), ("changedEntity", .stringAttributeType),
    ])

  private static func make(
    _ name: String, _ attributes: [(String, NSAttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      return attribute
    }
    return entity
  }
}
