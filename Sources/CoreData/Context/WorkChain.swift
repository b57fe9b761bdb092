import Foundation

/// The blocks that a thread is in the middle of, one within the other: each link is a context's.
///
/// A block that waits for a block of another context holds its own queue meanwhile. So a queue that is
/// in the chain is free for whoever is at its end, and asking it to run something would wait for ever.
/// Tasks do not inherit the chain: they go on when the blocks are over.
final class WorkChain {
  /// The context whose block it is.
  let context: NSManagedObjectContext
  private let outer: WorkChain?
  /// Whether somebody on the main queue waits for the block, in a block of a context or not.
  private let holdsMain: Bool

  /// A block that somebody waits for. It may run on another thread.
  init(waitingFor context: NSManagedObjectContext) {
    self.context = context
    outer = Self.current
    holdsMain = outer?.holdsMain ?? false || ContextQueue.isMain
  }

  /// A block that nobody waits for.
  init(_ context: NSManagedObjectContext) {
    self.context = context
    outer = nil
    holdsMain = false
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The innermost block of the calling thread; nil outside of any.
  static var current: WorkChain? {
    pthread_getspecific(key).map { Unmanaged<WorkChain>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether those who wait for the block, one for the other, hold a queue.
  func isWaitedForOn(_ queue: ContextQueue) -> Bool {
    if holdsMain && queue.type == .mainQueueConcurrencyType { return true }
    var link = outer
    while let here = link {
      if here.context.queue === queue { return true }
      link = here.outer
    }
    return false
  }

  /// Runs the block.
  func run<T>(_ block: () throws -> T) rethrows -> T {
    let before = pthread_getspecific(Self.key)
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.key, before) }
    return try withExtendedLifetime(self) { try block() }
  }
}
