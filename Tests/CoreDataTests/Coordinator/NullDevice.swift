import Foundation
import XCTest

/// A folder with special files in it. The machine's own `/dev/null` is never used by root, who could
/// remove it.
final class SpecialFiles {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "corebook-special-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// A node that is the null device by its number; for who may not make one, `/dev/null` itself, which
  /// they cannot harm.
  func nullDevice() throws -> URL {
    let url = url("null")
    if mknod(url.path, S_IFCHR | 0o666, 1 << 8 | 3) == 0 { return url }
    try XCTSkipIf(
      geteuid() == 0, "root that may not make device files: the machine's are left alone")
    return URL(fileURLWithPath: "/dev/null")
  }

  /// A pipe, a folder, a socket, and devices where they may be made.
  func others() throws -> [URL] {
    XCTAssertEqual(mkfifo(url("pipe").path, 0o666), 0)
    try FileManager.default.createDirectory(at: url("folder"), withIntermediateDirectories: true)
    try Data("kept".utf8).write(to: url("folder").appendingPathComponent("inside"))
    var found = [url("pipe"), url("folder")]
    for (name, kind, number) in [
      ("zero", S_IFCHR, UInt(1 << 8 | 5)), ("block", S_IFBLK, 7 << 8 | 250),
      ("socket", S_IFSOCK, 0),
    ] where mknod(url(name).path, kind | 0o666, number) == 0 {
      found.append(url(name))
    }
    return found
  }

  /// What is there: names with the kind, number and inode of each.
  func listing() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().map { name in
      var found = stat()
      XCTAssertEqual(lstat(url(name).path, &found), 0)
      return "\(name) \(found.st_mode & S_IFMT) \(found.st_rdev) \(found.st_ino)"
    }
  }
}
