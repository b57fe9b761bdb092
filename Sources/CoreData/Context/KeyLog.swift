import Foundation

/// The permanent keys that a context's objects were given, for its children to follow: an object of
/// a child is the same object after its parents were saved.
///
/// `@unchecked Sendable`: guarded by its lock.
final class KeyLog: @unchecked Sendable {
  /// One object that was given its permanent key.
  struct Entry {
    let temporary: Int64
    let key: ObjectKey
    let storeIndex: Int16
  }

  private let lock = NSLock()
  private var entries: ContiguousArray<Entry> = []
  private var dropped = 0

  /// How many keys were ever logged.
  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return dropped + entries.count
  }

  func append(_ entry: Entry) {
    lock.lock()
    defer { lock.unlock() }
    entries.append(entry)
  }

  /// The entries after the first `seen` ones.
  func entries(after seen: Int) -> ArraySlice<Entry> {
    lock.lock()
    defer { lock.unlock() }
    return entries[min(max(0, seen - dropped), entries.count)...]
  }

  /// Forgets all entries, since nobody is there who has not seen them.
  func drop() {
    lock.lock()
    defer { lock.unlock() }
    dropped += entries.count
    entries = []
  }
}

/// Following the keys of a parent.
extension NSManagedObjectContext {
  /// Remembers a permanent key for whoever may still name the object by its temporary one.
  final func note(_ entry: KeyLog.Entry) {
    lowestFormerKey = min(lowestFormerKey, entry.temporary)
    if logsKeys || undoManager != nil { formerKeys.note(entry.temporary, entry.key) }
    if logsKeys { keyLog.append(entry) }
  }

  /// Gives objects the permanent keys that their twins in the parent have been given.
  final func adoptPermanentKeys() {
    guard let parentContext else { return }
    if parentContext.parentContext != nil {
      parentContext.performAndWait { parentContext.adoptPermanentKeys() }
    }
    let log = parentContext.keyLog
    guard log.count > keysSeen else { return }
    lookForChildren()
    let news = log.entries(after: keysSeen)
    keysSeen = log.count
    for entry in news {
      guard let object = registry.object(root: 0, pk: entry.temporary, storeIndex: -1),
        object.pk == entry.temporary
      else {
        // Not at hand here, but a child of this context may have it.
        note(entry)
        continue
      }
      object.storeIndex = entry.storeIndex
      rekey(object, entry.key.pk)
    }
  }
}
