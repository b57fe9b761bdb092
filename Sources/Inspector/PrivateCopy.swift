package import Foundation

/// A store copied into a folder of its own, with its write-ahead log and its external data, so
/// that looking at it changes nothing in the folder where it lies.
///
/// The copy goes when the last reference to it goes. Copy only stores that this process has not
/// opened: reading a file through the file manager ends the locks SQLite holds on it.
package final class PrivateCopy {
  /// The copied store.
  package let url: URL
  private let folder: URL

  /// Copies the store at `original`.
  ///
  /// - Throws: what the file manager says when something cannot be read or written.
  package init(of original: URL) throws {
    let manager = FileManager.default
    let kind = try? manager.attributesOfItem(atPath: original.resolvingSymlinksInPath().path)[.type]
    if manager.fileExists(atPath: original.path),
      kind as? FileAttributeType != .typeRegular
    {
      throw NoOrdinaryFile(name: original.lastPathComponent)
    }
    folder = try TemporaryFolder.make(prefix: "corebook-copy")
    url = folder.appendingPathComponent(original.lastPathComponent)
    do {
      try manager.copyItem(at: original, to: url)
      try copyCompanions(of: original)
    } catch {
      TemporaryFolder.remove(folder)
      throw error
    }
  }

  deinit {
    TemporaryFolder.remove(folder)
  }

  /// The write-ahead log or the rollback journal, and `.NAME_SUPPORT` where external data lies.
  private func copyCompanions(of original: URL) throws {
    let manager = FileManager.default
    for suffix in ["-wal", "-journal"] {
      let companion = URL(fileURLWithPath: original.path + suffix)
      guard manager.fileExists(atPath: companion.path) else { continue }
      try manager.copyItem(at: companion, to: URL(fileURLWithPath: url.path + suffix))
    }
    let stem = original.deletingPathExtension().lastPathComponent
    let support = original.deletingLastPathComponent().appendingPathComponent(".\(stem)_SUPPORT")
    if manager.fileExists(atPath: support.path) {
      try manager.copyItem(at: support, to: folder.appendingPathComponent(".\(stem)_SUPPORT"))
    }
    // The original may be write-protected; the copy is ours.
    try Self.makeWritable(folder)
  }

  private static func makeWritable(_ folder: URL) throws {
    let manager = FileManager.default
    for path in try manager.subpathsOfDirectory(atPath: folder.path) {
      let item = folder.appendingPathComponent(path)
      var isFolder: ObjCBool = false
      _ = manager.fileExists(atPath: item.path, isDirectory: &isFolder)
      try manager.setAttributes(
        [.posixPermissions: isFolder.boolValue ? 0o700 : 0o600], ofItemAtPath: item.path)
    }
  }
}

/// What was to be copied is a folder, a device or a pipe.
private struct NoOrdinaryFile: LocalizedError {
  let name: String
  var errorDescription: String? { "\(name) is no ordinary file, and a store is one" }
}
