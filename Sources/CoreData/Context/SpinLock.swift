import Foundation
import Synchronization

/// A lock for sections of a few instructions that are hardly ever contended.
struct SpinLock: ~Copyable {
  private let isHeld = Atomic<Bool>(false)

  /// Waits until nobody holds the lock, and holds it.
  @inline(__always)
  borrowing func lock() {
    if isHeld.exchange(true, ordering: .acquiring) { wait() }
  }

  /// Lets go of the lock.
  @inline(__always)
  borrowing func unlock() { isHeld.store(false, ordering: .releasing) }

  @inline(never)
  private borrowing func wait() {
    repeat {
      var looks = 0
      while isHeld.load(ordering: .relaxed) {
        looks += 1
        if looks > 64 { sched_yield() }
      }
    } while isHeld.exchange(true, ordering: .acquiring)
  }
}

/// The locks under which objects leave their contexts when they die, one of 64 by the context's
/// address.
///
/// An object may die on any thread, also while its context dies on another: so the lock must not be
/// part of the context.
enum DeathLocks {
  private static let count = 64
  /// A cache line each, so that contexts do not disturb each other.
  private static let stride = 64

  private nonisolated(unsafe) static let locks: UnsafeMutableRawPointer = {
    let room = UnsafeMutableRawPointer.allocate(byteCount: count * stride, alignment: stride)
    for index in 0..<count {
      (room + index * stride).bindMemory(to: SpinLock.self, capacity: 1).initialize(to: SpinLock())
    }
    return room
  }()

  /// Any of them, for who has no context yet.
  static var first: UnsafeMutablePointer<SpinLock> {
    locks.assumingMemoryBound(to: SpinLock.self)
  }

  /// The lock of a context.
  @inline(__always)
  static func lock(of context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<SpinLock> {
    // Contexts stand some hundred bytes apart.
    let number = UInt(bitPattern: context) >> 7
    let index = Int(truncatingIfNeeded: (number ^ number >> 6) % UInt(count))
    return (locks + index * stride).assumingMemoryBound(to: SpinLock.self)
  }
}
