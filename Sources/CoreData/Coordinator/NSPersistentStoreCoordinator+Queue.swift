import Dispatch
import Foundation

/// Work with a coordinator that nobody else may interrupt.
extension NSPersistentStoreCoordinator {
  private static let queue = DispatchQueue(
    label: "NSPersistentStoreCoordinator", attributes: .concurrent)

  /// Runs a block later, while nobody else uses the coordinator.
  ///
  /// - Parameter block: the work.
  public final func perform(_ block: @escaping @Sendable () -> Void) {
    Self.queue.async { [self] in locked(block) }
  }

  /// Runs a block now, while nobody else uses the coordinator.
  ///
  /// - Parameter block: the work.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws.
  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try locked(block)
  }

  /// Runs a block while nobody else uses the coordinator, and suspends until it is done.
  ///
  /// - Parameter block: the work.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws.
  public final func perform<T>(
    _ block: @escaping @Sendable () throws -> T
  ) async rethrows -> T {
    let outcome = await withCheckedContinuation { continuation in
      Self.queue.async { [self] in
        continuation.resume(returning: Outcome(Result { try locked(block) }))
      }
    }
    return try outcome.get(rethrowingAs: block)
  }

  /// Keeps others from using the coordinator. Deprecated by Apple in favour of `performAndWait`.
  public final func lock() { guardingLock.lock() }

  /// Lets others use the coordinator again.
  public final func unlock() { guardingLock.unlock() }

  /// Keeps others from using the coordinator, if nobody uses it now.
  ///
  /// - Returns: whether it does.
  public final func tryLock() -> Bool { guardingLock.try() }

  /// Runs a closure while nobody else uses the coordinator.
  ///
  /// - Throws: what the closure throws.
  public final func withLock<R>(_ body: () throws -> R) rethrows -> R { try locked(body) }
}
