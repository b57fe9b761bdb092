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
    case .mainQueueConcurrencyType: queue = DispatchQueue.main
    case .confinementConcurrencyType: queue = nil
    }
  }

  /// Whether the caller already runs on this queue.
  var isCurrent: Bool {
    guard let queue else { return true }
    if type == .mainQueueConcurrencyType { return Thread.isMainThread }
    return DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue)
  }

  /// Runs a block on the queue, later.
  func async(_ block: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: block) } else { block() }
  }

  /// Runs a block on the queue and waits for it; at once if the caller is there already.
  func sync<T>(_ block: () throws -> T) rethrows -> T {
    guard let queue, !isCurrent else { return try block() }
    return try queue.sync(execute: block)
  }
}
