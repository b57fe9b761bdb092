import CoreData
import Foundation

/// A place that shall be written to, looked at before anything is opened.
struct WritingPlace {
  /// The file itself, links followed.
  let target: URL
  let exists: Bool
  /// Whether a finished file can take its place: no device, no pipe.
  let isReplaceable: Bool
  private let status: stat?

  /// - Parameter sources: files that are being read.
  /// - Throws: that the place is a folder, a store, a store's log, or a file that is being read.
  init(_ url: URL, path: String, reading sources: [String] = []) throws(Problem) {
    target = LinkTarget.of(url.absoluteURL)
    let found = Self.status(of: target)
    status = found
    exists = found != nil
    let kind = found.map { $0.st_mode & S_IFMT } ?? S_IFREG
    // What /dev and /proc name is a file that somebody has open.
    let isNamed = !["/dev/", "/proc/"].contains { url.path.hasPrefix($0) }
    isReplaceable = kind == S_IFREG && isNamed
    guard kind != S_IFDIR, !path.hasSuffix("/") else {
      throw Problem("\(path) is a folder, not a file", kind: .file)
    }
    if let store = Self.store(keeping: target) {
      throw Problem("cannot write \(path): it belongs to the store \(store)", kind: .file)
    }
    guard let found, kind == S_IFREG else { return }
    // Before the file is opened: closing it again would end the locks that SQLite holds on it.
    let isRead =
      sources.contains { Self.status(of: URL(fileURLWithPath: $0)).map { $0 == found } ?? false }
      || Self.isOpen(found)
    guard !isRead || !isNamed else {
      throw Problem("cannot write \(path): it is being read; name another file", kind: .file)
    }
    guard isRead || !StoreFile.isStore(target) else {
      throw Problem(
        "cannot write \(path): it is a store, and none is written over; name another file",
        kind: .file)
    }
  }

  /// Gives a new file the rights of the one whose place it will take.
  func keepRights(of descriptor: Int32) {
    guard let status else { return }
    // Only root can give a file away; whoever cannot has a file of their own.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    _ = fchmod(descriptor, status.st_mode & 0o777)
  }

  private static func status(of url: URL) -> stat? {
    var found = stat()
    return stat(url.path, &found) == 0 ? found : nil
  }

  /// The store whose log, index of a log, or journal a file is called.
  private static func store(keeping url: URL) -> String? {
    for suffix in ["-wal", "-shm", "-journal"] where url.path.hasSuffix(suffix) {
      let base = URL(fileURLWithPath: String(url.path.dropLast(suffix.count)))
      guard let found = status(of: base) else { continue }
      if isOpen(found) || StoreFile.isStore(base) { return base.lastPathComponent }
    }
    return nil
  }

  /// Whether this process has a file open to read.
  private static func isOpen(_ file: stat) -> Bool {
    // Where /proc is not there, what the caller names is what is known.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.contains { descriptor in
      var found = stat()
      guard fstat(descriptor, &found) == 0, found == file else { return false }
      return fcntl(descriptor, F_GETFL) & O_ACCMODE != O_WRONLY
    }
  }
}

/// The same file.
private func == (left: stat, right: stat) -> Bool {
  left.st_dev == right.st_dev && left.st_ino == right.st_ino
}
