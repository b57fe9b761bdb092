import Foundation

/// A kind of store that keeps a history of what was changed, transaction by transaction.
///
/// Every call is made under the coordinator's lock.
package protocol HistoryEngine: StoreEngine {
  /// Whether a history is kept.
  var keepsHistory: Bool { get }
  /// The number of the last transaction ever; 0 if there was none.
  func lastTransactionNumber() throws -> Int64
  /// The number of the first transaction that is still there; nil if there is none.
  func firstTransactionNumber() throws -> Int64?
  /// The transactions of a range, oldest first.
  func transactions(_ range: HistoryRange) throws -> [HistoryTransactionRow]
  /// The changes of the transactions of a range, oldest first.
  func changes(_ range: HistoryRange) throws -> [HistoryChangeRow]
  /// Deletes transactions with their changes.
  ///
  /// - Returns: how many transactions.
  func purge(_ range: HistoryRange) throws -> Int
}

/// Which transactions are meant.
package enum HistoryRange: Equatable {
  case all
  case afterNumber(Int64)
  case afterTime(Double)
  case beforeNumber(Int64)
  case beforeTime(Double)
}

/// A transaction as it is stored.
package struct HistoryTransactionRow {
  package let number: Int64
  /// Seconds since 2001-01-01 00:00:00 UTC.
  package let time: Double
  package let author: String?
  package let bundleID: String?
  package let contextName: String?
  package let processID: String?
}

/// A change as it is stored.
package struct HistoryChangeRow {
  /// What was done; raw values as in the store (format fact 52).
  package enum Kind: Int64 {
    case insert = 0
    case update = 1
    case delete = 2
  }

  package let number: Int64
  package let transaction: Int64
  package let kind: Kind
  package let layout: EntityLayout
  package let pk: Int64
  /// Of an update: the changed properties.
  package let updated: [PropertyLayout]
  /// Of a deletion: what was kept, by attribute name.
  package let tombstone: [String: Any]
}

/// A kind of store that notices what other connections and programs write.
package protocol RemoteChangeSource: StoreEngine {
  /// Calls a closure, on some thread, when something was written to the files: perhaps by this
  /// store itself.
  func watchFiles(_ handler: @escaping @Sendable () -> Void)
  /// Whether another connection has committed since this was last asked.
  func takeForeignCommit() throws -> Bool
}

/// A kind of store whose reading can be watched and stopped.
package protocol InterruptibleEngine: StoreEngine {
  /// Stops the statement that runs, from any thread.
  var interrupter: @Sendable () -> Void { get }
  /// Told now and then how many rows were read; false to stop.
  var rowsRead: ((Int) -> Bool)? { get set }
}
