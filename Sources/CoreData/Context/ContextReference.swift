import CRuntime
import Foundation

/// A way to a context that does not keep it alive, without Swift's `weak`: whoever is referred to weakly
/// counts its references in a table apart, which takes three times as long each time, and a context's are
/// counted for every object.
final class ContextReference: @unchecked Sendable {
  // @unchecked Sendable: guarded by the lock.
  private var address: UnsafeMutableRawPointer?
  private let lock = NSLock()

  /// The context; nil once it goes.
  var context: NSManagedObjectContext? {
    lock.lock()
    defer { lock.unlock() }
    // Whoever goes clears this under the lock before its memory does.
    guard let address, let held = retain_if_alive(address) else { return nil }
    return Unmanaged<NSManagedObjectContext>.fromOpaque(held).takeRetainedValue()
  }

  /// Names the context, when it is made.
  func settle(in context: NSManagedObjectContext) {
    lock.lock()
    defer { lock.unlock() }
    address = Unmanaged.passUnretained(context).toOpaque()
  }

  /// The context goes.
  func clear() {
    lock.lock()
    defer { lock.unlock() }
    address = nil
  }
}
