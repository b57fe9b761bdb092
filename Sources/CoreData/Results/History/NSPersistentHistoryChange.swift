public import Foundation
package import PredicateCore

/// One changed row in the history.
///
/// Apple's class of the same name. It may cross threads; it is constant.
open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable: constant once the request that made it returns.
  private let row: HistoryChangeRow

  /// The id of the changed object.
  public final let changedObjectID: NSManagedObjectID

  /// The transaction it belongs to; nil if the request asked for changes alone.
  public internal(set) final weak var transaction: NSPersistentHistoryTransaction?

  init(_ row: HistoryChangeRow, _ store: StoreIdentity) {
    self.row = row
    changedObjectID = NSManagedObjectID(layout: row.layout, pk: row.pk, store: store)
  }

  /// The number of the transaction it belongs to.
  final var transactionNumber: Int64 { row.transaction }

  /// The number of the change in its store.
  open var changeID: Int64 { row.number }

  /// What was done to the row.
  open var changeType: NSPersistentHistoryChangeType {
    switch row.kind {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }

  /// Of a deleted row: the values of the attributes that are to be preserved after deletion, by
  /// name; nil for other changes, and where there are none.
  open var tombstone: [AnyHashable: Any]? {
    guard !row.tombstone.isEmpty else { return nil }
    return Dictionary(
      row.tombstone.map { (AnyHashable($0.key), $0.value) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// Of an updated row: the properties that were changed; nil for other changes.
  open var updatedProperties: Set<NSPropertyDescription>? {
    row.kind == .update ? Set(row.updated.map(\.description)) : nil
  }

  /// Returns the change itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The entity that requests on changes fetch.
  open class var entityDescription: NSEntityDescription? { HistoryEntities.change }

  /// The entity that requests on changes fetch.
  ///
  /// - Parameter context: any context.
  open class func entityDescription(
    with context: NSManagedObjectContext
  ) -> NSEntityDescription? { HistoryEntities.change }

  /// A request on changes, for ``NSPersistentHistoryChangeRequest/fetchHistory(withFetch:)``. Its
  /// predicate may use `changedObjectID`, `changedEntity` (a name), `changeType`, `changeID` and
  /// `transaction`.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = HistoryEntities.change
    return request
  }
}

extension NSPersistentHistoryChange: KeyPathResolving {
  /// The value of a key for a predicate.
  package final func predicateValue(forKey key: String) throws -> PredicateValue {
    switch key {
    case "changedObjectID": .object(PredicateObject(changedObjectID))
    case "changedEntity": .string(changedObjectID.layout.name)
    case "changeID": .int(changeID)
    case "changeType": .int(Int64(changeType.rawValue))
    case "transaction": transaction.map { .object(PredicateObject($0)) } ?? .null
    case "updatedProperties": .set(row.updated.map { .string($0.name) })
    default: throw PredicateEvaluationError.unknownKey(key, object: "Change")
    }
  }
}

/// What was done to a row. Apple's raw values, which are those in the store (format fact 52).
public enum NSPersistentHistoryChangeType: Int, Sendable {
  /// It was inserted.
  case insert = 0
  /// It was changed.
  case update = 1
  /// It was deleted.
  case delete = 2
}
