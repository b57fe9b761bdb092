import Foundation
import SQLiteDriver

/// The files of stores as wholes: destroying and replacing them.
enum StoreFiles {
  /// Removes a store's files. A missing store is as good as a destroyed one.
  ///
  /// - Throws: when somebody keeps the store locked, or the file is no store of the type.
  static func destroy(_ url: URL, type: String, options: [AnyHashable: Any]?) throws {
    if type == NSInMemoryStoreType { return }
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    if type == NSSQLiteStoreType {
      let connection = try lock(url, options)
      try removeFiles(url)
      try? connection.rollback()
    } else {
      _ = try StoreOpening.metadata(type, url)
      try FileManager.default.removeItem(at: url)
    }
  }

  /// Puts a copy of a store in another's place, which need not exist.
  static func replace(
    _ url: URL, _ options: [AnyHashable: Any]?, with source: URL, type: String
  ) throws {
    guard FileManager.default.fileExists(atPath: source.path) else {
      throw CoordinatorError.missingReadOnly(source)
    }
    _ = try StoreOpening.metadata(type, source)
    if type == NSSQLiteStoreType {
      let from = try SQLiteConnection(
        path: source.path, options: SQLiteOpenOptions(mode: .readOnly))
      let to = try SQLiteConnection(
        path: url.path, options: SQLiteOpenOptions(busyTimeout: timeout(options)))
      try from.backup(to: to)
      try copyFolder(support(source), to: support(url))
    } else {
      let copy = url.appendingPathExtension(UUID().uuidString)
      try FileManager.default.copyItem(at: source, to: copy)
      guard rename(copy.path, url.path) == 0 else {
        try? FileManager.default.removeItem(at: copy)
        throw CoordinatorError.unwritable(url, why: String(cString: strerror(errno)))
      }
    }
  }

  /// A connection that alone may use the store.
  private static func lock(
    _ url: URL, _ options: [AnyHashable: Any]?
  ) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path: url.path,
      options: SQLiteOpenOptions(mode: .readWrite, busyTimeout: timeout(options)))
    do {
      // Out of the write-ahead log, where an exclusive lock keeps readers out, too.
      _ = try connection.rows("PRAGMA locking_mode = EXCLUSIVE")
      try connection.begin(.exclusive)
      _ = try connection.integer("SELECT count(*) FROM sqlite_master")
    } catch {
      throw CoordinatorError.notDestroyed(url, why: error.message)
    }
    return connection
  }

  private static func timeout(_ options: [AnyHashable: Any]?) -> Int32 {
    let seconds = (options?[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 5
    return Int32(min(seconds * 1000, 2_000_000))
  }

  private static func removeFiles(_ url: URL) throws {
    let manager = FileManager.default
    try manager.removeItem(at: url)
    for suffix in ["-wal", "-shm", "-journal"] {
      try? manager.removeItem(atPath: url.path + suffix)
    }
    try? manager.removeItem(at: support(url))
  }

  /// The folder beside a store with the data kept outside of it (format fact 71).
  private static func support(_ url: URL) -> URL {
    ExternalData(store: url).folder.deletingLastPathComponent()
  }

  private static func copyFolder(_ from: URL, to: URL) throws {
    let manager = FileManager.default
    if manager.fileExists(atPath: to.path) { try manager.removeItem(at: to) }
    if manager.fileExists(atPath: from.path) { try manager.copyItem(at: from, to: to) }
  }
}
