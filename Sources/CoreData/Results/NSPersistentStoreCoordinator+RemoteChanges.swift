import Foundation

/// Telling of what was written to stores, by this coordinator or by others.
///
/// A store opened with `NSPersistentStoreRemoteChangeNotificationPostOptionKey` posts
/// `NSPersistentStoreRemoteChange` after each of its own commits, and when another connection, in
/// this or another process, has committed. How that is noticed: the folder of the store is watched
/// (inotify); when the file or its write-ahead log was written, `PRAGMA data_version` says whether
/// somebody else's commit did it.
extension NSPersistentStoreCoordinator {
  /// Begins to watch a store if its options ask for it.
  final func watchRemoteChanges(of store: NSPersistentStore) {
    guard Self.postsRemoteChanges(store) else { return }
    locked {
      guard let engine = store.engine as? any RemoteChangeSource else { return }
      let watched = WatchedStore(coordinator: self, store: store)
      engine.watchFiles { watched.look() }
    }
  }

  /// Tells of commits of this coordinator.
  final func announceStoreChanges(_ indexes: some Sequence<Int16>) {
    for index in indexes {
      guard let store = store(at: index), Self.postsRemoteChanges(store) else { continue }
      postRemoteChange(of: store)
    }
  }

  private static func postsRemoteChanges(_ store: NSPersistentStore) -> Bool {
    (store.options?[NSPersistentStoreRemoteChangeNotificationPostOptionKey] as? NSNumber)?
      .boolValue ?? false
  }

  fileprivate final func postRemoteChange(of store: NSPersistentStore) {
    var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.identifier ?? ""]
    if let url = store.url { info[NSPersistentStoreURLKey] = url }
    if let token = currentPersistentHistoryToken(fromStores: [store]) {
      info[NSPersistentHistoryTokenKey] = token
    }
    NotificationCenter.default.post(
      name: .NSPersistentStoreRemoteChange, object: self, userInfo: info)
  }
}

/// A store whose files are watched, held by the watcher.
private final class WatchedStore: @unchecked Sendable {
  // @unchecked Sendable: the references are weak and constant; the store is used under the
  // coordinator's lock.
  private weak var coordinator: NSPersistentStoreCoordinator?
  private weak var store: NSPersistentStore?

  init(coordinator: NSPersistentStoreCoordinator, store: NSPersistentStore) {
    self.coordinator = coordinator
    self.store = store
  }

  func look() {
    guard let coordinator, let store else { return }
    let isForeign = coordinator.locked {
      // A store that cannot be read now has nothing to tell: its next reader hears why.
      let engine = store.engine as? any RemoteChangeSource
      return (try? engine?.takeForeignCommit()) ?? false
    }
    if isForeign { coordinator.postRemoteChange(of: store) }
  }
}
