package import Foundation
internal import Synchronization

/// Folders of this process under the system's temporary folder.
///
/// Whoever makes one removes it; a process that is told to end removes what is left. One that is killed
/// cannot: so each folder is locked for as long as its process lives, and `sweep()` removes the
/// folders of this user that nobody holds any more.
package enum TemporaryFolder {
  /// The folders that are there, and the descriptors that hold their locks.
  private static let made = Mutex<[String: Int32]>([:])

  /// What the names of all our folders begin with, and of nobody else's: who makes a folder without
  /// locking it must not lose it to a sweep.
  static let mark = "corebook-held"

  private static let remedy = "TMPDIR names another place for temporary folders"

  /// Makes a folder and locks it.
  ///
  /// - Parameters:
  ///   - purpose: what it is for, a word for its name.
  ///   - isPrivate: whether nobody else may look into it.
  package static func make(_ purpose: String = "", isPrivate: Bool = true) throws -> URL {
    let parent = FileManager.default.temporaryDirectory
    let unique = UUID().uuidString
    // Until it is locked it has a name that no sweep takes for that of a folder left behind.
    let first = parent.appendingPathComponent("\(mark).\(unique)", isDirectory: true)
    let name = purpose.isEmpty ? "\(mark)-\(unique)" : "\(mark)-\(purpose)-\(unique)"
    let folder = parent.appendingPathComponent(name, isDirectory: true)
    try FolderMaking.make(first, isPrivate: isPrivate, remedy: remedy)
    let descriptor = open(first.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // Where a file system knows no locks the folder is used all the same: a sweep, which gets no lock
    // there either, leaves it alone.
    if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
    guard rename(first.path, folder.path) == 0 else {
      let code = errno
      if descriptor >= 0 { close(descriptor) }
      rmdir(first.path)
      throw NSError(
        domain: NSPOSIXErrorDomain, code: Int(code),
        userInfo: [NSFilePathErrorKey: folder.path])
    }
    made.withLock { $0[folder.path] = descriptor }
    return folder
  }

  /// Takes a file that lies elsewhere to be removed with the folders.
  package static func adopt(_ file: URL) {
    made.withLock { $0[file.path] = -1 }
  }

  /// Lets an adopted file stay.
  package static func release(_ file: URL) {
    made.withLock { _ = $0.removeValue(forKey: file.path) }
  }

  /// Removes a folder, or an adopted file, and lets its lock go.
  package static func remove(_ folder: URL) {
    guard let descriptor = made.withLock({ $0.removeValue(forKey: folder.path) }) else { return }
    remove(folder.path, descriptor)
  }

  private static func remove(_ path: String, _ descriptor: Int32) {
    guard descriptor >= 0 else {
      // What cannot be removed from the temporary folder the system removes.
      try? FileManager.default.removeItem(atPath: path)
      return
    }
    var removal = FolderRemoval(descriptor)
    removal?.run()
    rmdir(path)
    close(descriptor)
  }

  /// Removes every folder that is still there.
  package static func removeAll() {
    let left = made.withLock { folders in
      defer { folders = [:] }
      return folders
    }
    for (path, descriptor) in left { remove(path, descriptor) }
  }

  /// Removes the folders that killed processes of this user have left.
  package static func sweep() {
    FolderSweep(FileManager.default.temporaryDirectory.path).run()
  }
}
