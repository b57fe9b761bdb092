import Foundation
import Glibc

/// What is at the place of a store, looked at before anything is done there: a store is an ordinary file,
/// and nothing else is ever opened as one, written over, renamed over or removed.
package enum StoreSite: Equatable, Sendable {
  /// Nothing yet.
  case free
  /// An ordinary file.
  case file
  /// The null device, which keeps nothing: an SQLite store there lives in memory (Apple: Xcode's
  /// template for SwiftUI, “Core Data Best Practices”, WWDC 2018).
  case memory
  /// Something that can be no store, in words.
  case other(String)

  /// What is at a place, links followed. The null device is told by its name, whatever is there, and by
  /// its number, whatever it is called.
  package static func of(_ url: URL) -> StoreSite {
    let path = LinkTarget.of(url.standardizedFileURL).standardizedFileURL.path
    guard path != "/dev/null" else { return .memory }
    var found = stat()
    // What may not be looked at cannot be opened either, which then says why.
    guard stat(path, &found) == 0 else { return .free }
    switch found.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .other("a folder")
    case S_IFIFO: return .other("a pipe")
    case S_IFSOCK: return .other("a socket")
    case S_IFCHR where found.st_rdev == nullDevice: return .memory
    default: return .other("a device")
    }
  }

  /// Major number 1, minor number 3 (the kernel's “devices.txt”).
  private static let nullDevice: dev_t = 1 << 8 | 3

  /// Refuses a place that is neither free nor an ordinary file.
  ///
  /// - Throws: 259 for what can be no store, 512 for the null device.
  package static func requireFile(_ url: URL, type: String) throws(CoordinatorError) {
    switch of(url) {
    case .free, .file: return
    case .other(let what): throw .notAStore(url, why: "it is \(what)")
    case .memory:
      throw .unwritable(
        url,
        why: type == NSSQLiteStoreType
          ? "a store there lives in memory, and only in the coordinator that it is added to"
          : "a store of the type \(type) is a file; for one in memory use NSInMemoryStoreType")
    }
  }

  /// Refuses what can be no store at all.
  package static func refuseOther(_ url: URL) throws(CoordinatorError) {
    if case .other(let what) = of(url) { throw .notAStore(url, why: "it is \(what)") }
  }

  /// Removes an ordinary file, not following links; whatever else is there stays.
  package static func removeFile(_ path: String) {
    var found = stat()
    guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return }
    _ = unlink(path)
  }

  /// Removes a store's file and what SQLite keeps beside it, links followed, as far as they are
  /// ordinary files.
  package static func removeFiles(_ url: URL) {
    let path = LinkTarget.of(url).path
    for suffix in ["", "-wal", "-shm", "-journal"] { removeFile(path + suffix) }
  }
}
