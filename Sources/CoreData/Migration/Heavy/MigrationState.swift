internal import Synchronization

/// Progress and cancellation of a migration, on every thread.
final class MigrationState: Sendable {
  private struct Values: @unchecked Sendable {
    // @unchecked Sendable: handed around under the lock of `values` only.
    var progress: Float = 0
    var cancellation: (any Error)?
    var isRunning = false
    var observers: [Int: (Float) -> Void] = [:]
    var lastObserver = 0
  }

  private let values = Mutex(Values())

  var progress: Float { values.withLock { $0.progress } }

  /// Begins a migration.
  ///
  /// - Returns: false if one is going on.
  func begin() -> Bool {
    values.withLock {
      if $0.isRunning { return false }
      $0.isRunning = true
      $0.progress = 0
      $0.cancellation = nil
      return true
    }
  }

  func end() {
    values.withLock {
      $0.isRunning = false
      $0.cancellation = nil
    }
  }

  func cancel(_ error: any Error) { values.withLock { $0.cancellation = error } }

  /// Throws if the migration was cancelled.
  func check() throws {
    if let error = values.withLock({ $0.cancellation }) {
      throw HeavyMigrationError.cancelled(error)
    }
  }

  /// Sets the progress, which never goes back, and tells the observers.
  func report(_ progress: Float) {
    let told = values.withLock { values -> [(Float) -> Void] in
      guard progress > values.progress else { return [] }
      values.progress = min(progress, 1)
      return values.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    for handler in told { handler(min(progress, 1)) }
  }

  func observe(_ handler: @escaping (Float) -> Void) -> MigrationProgressObservation {
    let box = UncheckedHandler(handler)
    let number = values.withLock {
      $0.lastObserver += 1
      $0.observers[$0.lastObserver] = box.handler
      return $0.lastObserver
    }
    return MigrationProgressObservation(self, number)
  }

  func removeObserver(_ number: Int) { values.withLock { $0.observers[number] = nil } }

  /// A closure on its way under the lock.
  private struct UncheckedHandler: @unchecked Sendable {
    // @unchecked Sendable: called only on the thread that migrates.
    let handler: (Float) -> Void

    init(_ handler: @escaping (Float) -> Void) { self.handler = handler }
  }
}

/// Keeps an observation of a migration's progress alive; it ends when the token is released or
/// ``invalidate()`` is called.
public final class MigrationProgressObservation {
  private weak var state: MigrationState?
  private let number: Int

  init(_ state: MigrationState, _ number: Int) {
    self.state = state
    self.number = number
  }

  deinit { invalidate() }

  /// Ends the observation. Doing so twice does nothing.
  public func invalidate() {
    state?.removeObserver(number)
    state = nil
  }
}
