public import Foundation

/// Asks stores for their history, or deletes the older part of it.
///
/// Apple's documentation: `NSPersistentHistoryChangeRequest`. A store keeps a history when it is
/// opened with `NSPersistentHistoryTrackingKey`.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest, @unchecked Sendable {
  // @unchecked Sendable: as its superclass.

  /// From where, and whether to delete.
  enum Place {
    case token(NSPersistentHistoryToken?)
    case date(Date)
  }

  final var place = Place.token(nil)
  final var deletes = false

  /// What the result holds: transactions with their changes, unless told otherwise; of a deletion,
  /// whether all went well.
  open var resultType = NSPersistentHistoryResultType.transactionsAndChanges

  /// Which transactions or changes are wanted, and in which order: made from
  /// `NSPersistentHistoryTransaction.fetchRequest` or `NSPersistentHistoryChange.fetchRequest`.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  /// A request for the whole history.
  public required override init() { super.init() }

  /// The place after which, or before which, transactions are meant; nil if it is a date.
  open var token: NSPersistentHistoryToken? {
    if case .token(let token) = place { return token }
    return nil
  }

  private class func request(_ place: Place, deletes: Bool) -> Self {
    let request = self.init()
    request.place = place
    request.deletes = deletes
    if deletes { request.resultType = .statusOnly }
    return request
  }

  /// Asks for what happened after a date.
  ///
  /// - Parameter date: the date.
  open class func fetchHistory(after date: Date) -> Self { request(.date(date), deletes: false) }

  /// Asks for what happened after a place.
  ///
  /// - Parameter token: the place; nil for everything.
  open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
    request(.token(token), deletes: false)
  }

  /// Asks for what happened after a transaction.
  ///
  /// - Parameter transaction: the transaction; nil for everything.
  open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
    request(.token(transaction?.token), deletes: false)
  }

  /// Asks for what a fetch finds.
  ///
  /// - Parameter fetchRequest: see ``fetchRequest``.
  open class func fetchHistory(
    withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  ) -> Self {
    let made = request(.token(nil), deletes: false)
    made.fetchRequest = fetchRequest
    return made
  }

  /// Deletes the transactions before a date, with their changes.
  ///
  /// - Parameter date: the date.
  open class func deleteHistory(before date: Date) -> Self { request(.date(date), deletes: true) }

  /// Deletes the transactions before that of a place, with their changes.
  ///
  /// - Parameter token: the place; nil deletes nothing.
  open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
    request(.token(token), deletes: true)
  }

  /// Deletes the transactions before another one, with their changes.
  ///
  /// - Parameter transaction: the transaction that stays; nil deletes nothing.
  open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
    request(.token(transaction?.token), deletes: true)
  }

  /// An independent copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.place = place
    copy.deletes = deletes
    copy.resultType = resultType
    copy.fetchRequest = fetchRequest
    copy.affectedStores = affectedStores
    return copy
  }
}

/// What the result of a look at the history holds. Apple's raw values.
public enum NSPersistentHistoryResultType: Int, Sendable {
  /// Whether all went well.
  case statusOnly = 0
  /// The ids of the changed objects.
  case objectIDs = 1
  /// How many transactions there are.
  case count = 2
  /// Transactions without changes.
  case transactionsOnly = 3
  /// Changes alone.
  case changesOnly = 4
  /// Transactions with their changes.
  case transactionsAndChanges = 5
}

/// What came of a look at the history.
open class NSPersistentHistoryResult: NSPersistentStoreResult, @unchecked Sendable {
  // @unchecked Sendable: constant.

  /// True, a number, ids, transactions or changes, as the result type says.
  public final let result: Any?

  /// What the result holds.
  public final let resultType: NSPersistentHistoryResultType

  init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
    self.result = result
    self.resultType = resultType
  }
}
