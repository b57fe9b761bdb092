import Foundation

/// How work gets onto a context's queue.
extension NSManagedObjectContext {
  /// When a block given to ``perform(schedule:_:)`` is run.
  public enum ScheduledTaskType: Sendable {
    /// As soon as the queue is free. (On Apple's systems at once if the caller is on the queue already;
    /// here an asynchronous function never is.)
    case immediate
    /// After what waits on the queue.
    case enqueued
  }

  /// The context whose block the calling thread is in.
  static var current: NSManagedObjectContext? { WorkChain.current?.context }

  final func enqueue(_ block: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      WorkChain(self).run {
        block()
        processPendingChanges()
      }
    }
  }

  /// Runs a block on the context's queue and waits for it. May be called within a block of the context,
  /// and within a block of another one that such a block waits for.
  ///
  /// - Parameter block: the work.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws.
  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try queue.sync(WorkChain(waitingFor: self), block)
  }

  /// Runs a block on the context's queue and suspends until it is done.
  ///
  /// - Parameters:
  ///   - schedule: whether the block may run before what waits on the queue.
  ///   - block: the work.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws.
  public final func perform<T>(
    schedule: ScheduledTaskType = .immediate, _ block: @escaping @Sendable () throws -> T
  ) async rethrows -> T {
    let outcome = await withCheckedContinuation { continuation in
      queue.async { [self] in
        WorkChain(self).run {
          let outcome = Outcome(Result { try block() })
          processPendingChanges()
          continuation.resume(returning: outcome)
        }
      }
    }
    return try outcome.get(rethrowingAs: block)
  }
}

/// Carries a block's result from the context's queue to the caller.
///
/// `@unchecked Sendable`: made on one side, read on the other, never on both at once.
struct Outcome<T>: @unchecked Sendable {
  private let result: Result<T, any Error>

  init(_ result: Result<T, any Error>) { self.result = result }

  /// The value, or the block's error. The block is named only so that `rethrows` holds: an error
  /// can have come from nowhere else.
  func get(rethrowingAs block: () throws -> T) rethrows -> T {
    switch result {
    case .success(let value): return value
    case .failure(let error):
      func raise(_ block: () throws -> T) rethrows -> T {
        try { () throws -> T in throw error }()
      }
      return try raise(block)
    }
  }
}
