import Foundation

/// Contexts, not kept alive: those of a coordinator, or the children of a context.
final class ContextList: @unchecked Sendable {
  // @unchecked Sendable: guarded by the lock.
  private var entries: [ContextReference] = []
  private let lock = NSLock()

  func add(_ context: NSManagedObjectContext) {
    lock.lock()
    defer { lock.unlock() }
    entries.removeAll { $0.context == nil || $0 === context.ownReference }
    entries.append(context.ownReference)
  }

  func remove(_ context: NSManagedObjectContext) {
    lock.lock()
    defer { lock.unlock() }
    entries.removeAll { $0.context == nil || $0.context === context }
  }

  var isEmpty: Bool { all.isEmpty }

  var all: [NSManagedObjectContext] {
    lock.lock()
    defer { lock.unlock() }
    return entries.compactMap(\.context)
  }
}
