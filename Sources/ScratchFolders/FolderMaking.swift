package import Foundation

/// The making of folders, so that what stands in the way can be told.
package enum FolderMaking {
  /// Makes a folder, and those above it that are missing; one that is there is left as it is.
  ///
  /// - Throws: ``FolderFailure``.
  package static func make(
    _ folder: URL, isPrivate: Bool, remedy: String
  ) throws(FolderFailure) {
    let path = folder.standardizedFileURL.path
    var missing: [String] = []
    var above = path
    while !exists(above), above != "/", !above.isEmpty {
      missing.append(above)
      above = URL(fileURLWithPath: above).deletingLastPathComponent().path
    }
    guard isFolder(above) else {
      throw FolderFailure(path: path, reason: "\(above) is not a folder", remedy: remedy)
    }
    for next in missing.reversed() {
      guard mkdir(next, isPrivate ? 0o700 : 0o755) == 0 || errno == EEXIST && isFolder(next) else {
        throw FolderFailure(
          path: path, reason: "\(above): \(String(cString: strerror(errno)))", remedy: remedy)
      }
      above = next
    }
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 || errno != ENOENT && errno != ENOTDIR
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    // Where nobody may look the making says what is wrong.
    guard stat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Why a folder could not be made.
package struct FolderFailure: LocalizedError, Sendable {
  package let path: String
  package let reason: String
  package let remedy: String

  package var errorDescription: String? {
    "cannot make the folder \(path): \(reason); \(remedy)"
  }
}
