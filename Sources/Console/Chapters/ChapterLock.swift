internal import Foundation
internal import ScratchFolders

/// A lock on a person's own store of a chapter, among all consoles that have it open.
///
/// Whoever has a chapter open shares the lock on its use; who throws the store away needs it alone.
/// Who makes the store holds another one meanwhile, so that the story is played once. Both end with the
/// process, however that ends.
final class ChapterLock {
  enum Purpose: String { case making, use }

  private let descriptor: Int32

  /// Opens the lock's file, beside the chapter's folder.
  ///
  /// - Throws: a ``Problem`` when the file cannot be made.
  init(_ purpose: Purpose, of store: URL) throws(Problem) {
    let folder = store.deletingLastPathComponent()
    let chapters = folder.deletingLastPathComponent()
    let file = chapters.appendingPathComponent(".\(folder.lastPathComponent).\(purpose.rawValue)")
    do {
      try FolderMaking.make(chapters, isPrivate: false, remedy: HomeFolder.remedy)
    } catch {
      throw Problem(error.localizedDescription, kind: .file)
    }
    descriptor = Foundation.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw Problem(
        "cannot open \(file.path): \(String(cString: strerror(errno))); \(HomeFolder.remedy)",
        kind: .file)
    }
  }

  deinit { Foundation.close(descriptor) }

  /// Waits until nobody else has it.
  func wait() {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Has it together with others.
  func share() {
    while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
  }

  /// Has it alone, if nobody else has it.
  func takeAlone() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}
