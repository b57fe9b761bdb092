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
      queue = Self.main
    case .confinementConcurrencyType: queue = nil
    }
  }

  /// The main queue, which knows itself from now on.
  private static let main: DispatchQueue = {
    let main = DispatchQueue.main
    main.setSpecific(key: key, value: mainMark)
    return main
  }()

  /// What the main queue knows itself by: each `DispatchQueue.main` is another object.
  private static let mainMark = ObjectIdentifier(ContextQueue.self)

  /// Whether the caller runs on the main queue. That need not be on the main thread: a program whose
  /// `main` is asynchronous gives that thread up.
  static var isMain: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: key) == mainMark
  }

  /// Whether the caller already runs on this queue.
  var isCurrent: Bool {
    guard let queue else { return true }
    if type == .mainQueueConcurrencyType { return Self.isMain }
    return DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue)
  }

  /// Runs a block on the queue, later.
  func async(_ block: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: block) } else { block() }
  }

  /// Runs a context's block on the queue and waits for it; at once if the caller is there already, or
  /// waits within a block that is.
  func sync<T>(_ chain: WorkChain, _ block: () throws -> T) rethrows -> T {
    guard let queue, !isCurrent, !chain.isWaitedForOn(self) else { return try chain.run(block) }
    return try queue.sync { try chain.run(block) }
  }
}
