import Foundation
import Glibc

/// Which file is at a path, and in which state: to see before writing that it is still the one that was
/// read, by this process. (`FileMark` is remembered from launch to launch; it heeds changes of attributes,
/// which hinder no save, and knows no device.)
struct FileStamp: Equatable, Sendable {
  private let device: dev_t
  private let number: ino_t
  private let size: off_t
  private let seconds: Int
  private let nanoseconds: Int

  /// The stamp of the file at a place, links followed; nil if there is none, or none that may be looked
  /// at.
  static func of(_ url: URL) -> FileStamp? {
    var found = stat()
    guard stat(url.path, &found) == 0 else { return nil }
    return FileStamp(
      device: found.st_dev, number: found.st_ino, size: found.st_size,
      seconds: found.st_mtim.tv_sec, nanoseconds: found.st_mtim.tv_nsec)
  }

  /// Whether both are the same file, whatever was written to it.
  func isSameFile(as other: FileStamp) -> Bool { device == other.device && number == other.number }
}
