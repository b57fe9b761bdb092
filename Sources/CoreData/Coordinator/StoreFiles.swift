import Foundation
import SQLiteDriver

/// The files of stores as wholes: destroying and replacing them.
package enum StoreFiles {
  /// Removes a store's files. A missing store is as good as a destroyed one.
  ///
  /// - Throws: when somebody keeps the store locked, or the file is no store of the type.
  static func destroy(_ url: URL, type: String, options: [AnyHashable: Any]?) throws {
    if type == NSInMemoryStoreType || StoreSite.of(url) == .memory { return }
    try StoreSite.refuseOther(url)
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    if type == NSSQLiteStoreType {
      let connection = try lock(url, options)
      try removeFiles(url)
      // The file is gone; what closing its connection says does not matter any more.
      try? connection.rollback()
    } else {
      _ = try StoreOpening.metadata(type, url)
      try FileManager.default.removeItem(at: LinkTarget.of(url))
    }
  }

  /// Puts a copy of a store in another's place, which need not exist. Where that fails, what was begun
  /// of a new file goes again.
  static func replace(
    _ url: URL, _ options: [AnyHashable: Any]?, with source: URL, type: String
  ) throws {
    guard FileManager.default.fileExists(atPath: source.path) else {
      throw CoordinatorError.missingReadOnly(source)
    }
    try StoreSite.requireFile(url, type: type)
    _ = try StoreOpening.metadata(type, source)
    let isNew = !FileManager.default.fileExists(atPath: url.path)
    do {
      try copy(source, to: url, options, type: type)
    } catch {
      if isNew { removeBeginning(of: url) }
      throw error
    }
  }

  /// Removes what is left of a store that could not be written.
  static func removeBeginning(of url: URL) {
    // What stays only takes room; what has to be told is why the store could not be written.
    guard StoreSite.of(url) != .memory else { return }
    StoreSite.removeFiles(url)
    try? FileManager.default.removeItem(at: support(url))
  }

  private static func copy(
    _ source: URL, to url: URL, _ options: [AnyHashable: Any]?, type: String
  ) throws {
    if type == NSSQLiteStoreType {
      let from = try SQLiteConnection(
        path: source.path, options: SQLiteOpenOptions(mode: .readOnly))
      let to = try SQLiteConnection(
        path: url.path,
        options: SQLiteOpenOptions(busyTimeout: SQLiteOpenOptions.busyTimeout(options)))
      try from.backup(to: to)
      try copyFolder(support(source), to: support(url))
    } else {
      let target = LinkTarget.of(url)
      let copy = target.appendingPathExtension(UUID().uuidString)
      try FileManager.default.copyItem(at: LinkTarget.of(source), to: copy)
      guard rename(copy.path, target.path) == 0 else {
        // The copy may stay behind: what went wrong with renaming it is what has to be told.
        try? FileManager.default.removeItem(at: copy)
        throw CoordinatorError.unwritable(url, why: String(cString: strerror(errno)))
      }
    }
  }

  /// Puts a finished store in another's place and leaves its own for the caller to remove. Whatever
  /// happens in between, the place has the old store or the new one.
  ///
  /// An SQLite file is written over in one transaction, so that other connections to it notice; files
  /// of other types are renamed. Files beside the store come before, and the old ones go after.
  static func take(
    _ url: URL, from work: URL, type: String, options: [AnyHashable: Any]?
  ) throws {
    try StoreSite.requireFile(url, type: type)
    guard type == NSSQLiteStoreType else {
      let target = LinkTarget.of(url)
      // A place without a file has no permissions to keep.
      let attributes = try? FileManager.default.attributesOfItem(atPath: target.path)
      if let permissions = attributes?[.posixPermissions] {
        try FileManager.default.setAttributes(
          [.posixPermissions: permissions], ofItemAtPath: work.path)
      }
      guard rename(work.path, target.path) == 0 else {
        throw CoordinatorError.unwritable(url, why: String(cString: strerror(errno)))
      }
      return
    }
    let (old, new) = (ExternalData(store: url).folder, ExternalData(store: work).folder)
    let kept = try copyMissing(from: new, to: old)
    let from = try SQLiteConnection(
      path: work.path, options: SQLiteOpenOptions(mode: .readOnly))
    let to = try SQLiteConnection(
      path: url.path,
      options: SQLiteOpenOptions(
        mode: .readWrite, busyTimeout: SQLiteOpenOptions.busyTimeout(options)))
    let size = "PRAGMA page_size"
    if try from.integer(size) != to.integer(size) {
      // A file with a write-ahead log cannot get pages of another size.
      _ = try to.rows("PRAGMA journal_mode = DELETE")
    }
    try from.backup(to: to)
    for name in names(old) where !kept.contains(name) {
      // The store does not name the file any more; one that cannot be removed only takes room.
      try? FileManager.default.removeItem(at: old.appendingPathComponent(name))
    }
  }

  /// Takes back what a program has left in a file that was killed while it wrote, which a connection
  /// that only reads cannot do. Where this cannot be done either, reading the file will say so.
  static func recover(_ url: URL) {
    guard FileManager.default.fileExists(atPath: url.path + "-journal"),
      let connection = try? SQLiteConnection(
        path: url.path, options: SQLiteOpenOptions(mode: .readWrite))
    else { return }
    _ = try? connection.integer("SELECT count(*) FROM sqlite_master")
  }

  /// Does what reads an SQLite store; where that fails, no log is left that was not there before.
  package static func leavingNoLog<Result>(
    of url: URL, type: String, isReadOnly: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    let hadLog = FileManager.default.fileExists(atPath: url.path + "-wal")
    do {
      return try body()
    } catch {
      if type == NSSQLiteStoreType, !hadLog, !isReadOnly { removeEmptyLog(url) }
      throw error
    }
  }

  /// Removes the empty log that a connection has made which only read, or had no room for its index, and
  /// could not remove again. Whoever else uses the file keeps it.
  private static func removeEmptyLog(_ url: URL) {
    var log = stat()
    guard stat(url.path + "-wal", &log) == 0, log.st_size == 0,
      let connection = try? SQLiteConnection(
        path: url.path, options: SQLiteOpenOptions(mode: .readWrite, busyTimeout: 0)),
      // Alone with the file, it needs no index, for which there may be no room.
      (try? connection.rows("PRAGMA locking_mode = EXCLUSIVE")) != nil,
      (try? connection.integer("SELECT count(*) FROM sqlite_master")) != nil
    else { return }
    // The log goes when the connection closes, and the index of others means nothing without it.
    _ = unlink(url.path + "-shm")
  }

  /// The names of a folder's files; none of a folder that is not there.
  private static func names(_ folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  /// Copies the files that the other folder does not have.
  ///
  /// - Returns: the names of all files of the first folder.
  private static func copyMissing(from source: URL, to target: URL) throws -> Set<String> {
    let wanted = Set(names(source))
    guard !wanted.isEmpty else { return [] }
    let manager = FileManager.default
    try manager.createDirectory(at: target, withIntermediateDirectories: true)
    for name in wanted.subtracting(names(target)) {
      try manager.copyItem(
        at: source.appendingPathComponent(name), to: target.appendingPathComponent(name))
    }
    return wanted
  }

  /// A connection that alone may use the store.
  private static func lock(
    _ url: URL, _ options: [AnyHashable: Any]?
  ) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path: url.path,
      options: SQLiteOpenOptions(
        mode: .readWrite, busyTimeout: SQLiteOpenOptions.busyTimeout(options)))
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

  private static func removeFiles(_ url: URL) throws {
    let manager = FileManager.default
    // A link stays, and leads to where the next store will be.
    try manager.removeItem(at: LinkTarget.of(url))
    // What stays of the others means nothing without its store.
    StoreSite.removeFiles(url)
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
