import Foundation

/// A flag that any thread may read.
final class SharedFlag: @unchecked Sendable {
  // @unchecked Sendable: guarded by the lock.
  private var flag = false
  private let lock = NSLock()

  var value: Bool {
    get {
      lock.lock()
      defer { lock.unlock() }
      return flag
    }
    set {
      lock.lock()
      defer { lock.unlock() }
      flag = newValue
    }
  }
}
