package import Foundation
internal import Synchronization

/// Folders of this process under the system's temporary folder. Whoever makes one removes it; a
/// process that is told to end removes what is left.
package enum TemporaryFolder {
  private static let made = Mutex<Set<String>>([])

  package static func make(prefix: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(prefix)-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    made.withLock { _ = $0.insert(folder.path) }
    return folder
  }

  package static func remove(_ folder: URL) {
    made.withLock { _ = $0.remove(folder.path) }
    // What cannot be removed from the temporary folder the system removes.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Removes every folder that is still there.
  package static func removeAll() {
    let left = made.withLock { folders in
      defer { folders = [] }
      return folders
    }
    // As in `remove(_:)`.
    for path in left { try? FileManager.default.removeItem(atPath: path) }
  }
}
