internal import Foundation

/// The removal of folders whose processes are dead.
///
/// A folder goes only if all of this holds: its name is one that `TemporaryFolder` gives; it is a folder
/// and no link to one; it belongs to this user; nobody holds its lock.
struct FolderSweep {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  func run() {
    let parent = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { return }
    defer { close(parent) }
    for name in FolderRemoval.names(in: parent) where Self.isOurs(name) { remove(name, in: parent) }
  }

  /// `corebook-held-PURPOSE-UUID`, or without a purpose.
  static func isOurs(_ name: String) -> Bool {
    guard name.hasPrefix(TemporaryFolder.mark + "-") else { return false }
    let unique = name.suffix(36)
    guard unique.count == 36, UUID(uuidString: String(unique)) != nil else { return false }
    let purpose = name.dropFirst(TemporaryFolder.mark.count + 1).dropLast(36)
    return purpose.isEmpty
      || (purpose.last == "-" && purpose.dropLast().allSatisfy { $0.isASCII && $0.isLetter })
  }

  private func remove(_ name: String, in parent: Int32) {
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    // The lock goes with the descriptor, after the folder: another sweep never sees it without.
    defer { close(folder) }
    var status = stat()
    guard fstat(folder, &status) == 0, status.st_uid == geteuid(),
      flock(folder, LOCK_EX | LOCK_NB) == 0
    else { return }
    var removal = FolderRemoval(folder)
    removal?.run()
    unlinkat(parent, name, AT_REMOVEDIR)
  }
}
