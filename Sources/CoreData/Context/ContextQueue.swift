import Dispatch
import Foundation

/// The queue a context is confined to.
final class ContextQueue: Sendable {
  let type: NSManagedObjectContextConcurrencyType
  private let queue: DispatchQueue?
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  init(_ type: NSManagedObjectContextConcurrencyType) {
    self.type = type
    switch type {
    case .privateQueueConcurrencyType:
      let own = DispatchQueue(label: "NSManagedObjectContext")
      queue = own
      own.setSpecific(key: Self.key, value: ObjectIdentifier(own))
    case .mainQueueConcurrencyType:
      queue = DispatchQueue.main
      DispatchQueue.main.setSpecific(key: Self.key, value: ObjectIdentifier(DispatchQueue.main))
    case .confinementConcurrencyType: queue = nil
    }
  }

  /// Whether the caller already runs on this queue. The main queue need not be on the main thread: a
  /// program whose `main` is asynchronous gives that thread up.
  var isCurrent: Bool {
    guard let queue else { return true }
    if type == .mainQueueConcurrencyType && Thread.isMainThread { return true }
    return DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue)
  }

  /// Whether both stand for one queue: all contexts of the main queue share it.
  func isSame(as other: ContextQueue) -> Bool {
    self === other || type == .mainQueueConcurrencyType && other.type == type
  }

  /// Runs a block on the queue, later.
  func async(_ block: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: block) } else { block() }
  }

  /// Runs a block on the queue and waits for it; at once if the caller is there already, or waits
  /// within a block that is.
  ///
  /// - Parameter chain: the blocks that the caller is in.
  func sync<T>(within chain: WorkChain?, _ block: () throws -> T) rethrows -> T {
    guard let queue, !isCurrent, chain?.holds(self) != true else { return try block() }
    return try queue.sync(execute: block)
  }
}
