import CoreData
package import Foundation
import SQLiteDriver
import ScratchFolders

/// A store copied into a folder of its own, with its write-ahead log and its external data, so
/// that looking at it changes nothing in the folder where it lies.
///
/// The copy goes when the last reference to it goes. Copy only stores that this process has not
/// opened: reading a file through the file manager ends the locks SQLite holds on it.
package final class PrivateCopy {
  /// The copied store.
  package let url: URL
  private let folder: URL

  /// Copies the store at `original`; where that is a link, the store that it leads to.
  ///
  /// - Throws: what the file manager says when something cannot be read or written.
  package init(of original: URL) throws {
    let source = LinkTarget.of(original)
    let manager = FileManager.default
    if manager.fileExists(atPath: source.path), Self.type(of: source) != .typeRegular {
      throw NoOrdinaryFile(name: original.lastPathComponent)
    }
    folder = try TemporaryFolder.make("copy")
    url = folder.appendingPathComponent(original.lastPathComponent)
    do {
      try Self.copyFile(source, to: url)
      try copyLogs(of: source)
      try copySupport(of: original, source)
    } catch {
      TemporaryFolder.remove(folder)
      throw error
    }
  }

  deinit {
    TemporaryFolder.remove(folder)
  }

  /// The write-ahead log or the rollback journal.
  private func copyLogs(of source: URL) throws {
    for suffix in ["-wal", "-journal"] {
      let log = LinkTarget.of(URL(fileURLWithPath: source.path + suffix))
      guard Self.type(of: log) == .typeRegular else { continue }
      try Self.copyFile(log, to: URL(fileURLWithPath: url.path + suffix))
    }
  }

  /// `.NAME_SUPPORT`, where external data lies: by the name that the store was asked for under, else
  /// by its own.
  private func copySupport(of original: URL, _ source: URL) throws {
    let found = [original, source].map(Self.support).first {
      Self.type(of: $0) == .typeDirectory
    }
    if let found { try Self.copyFolder(found, to: Self.support(of: url)) }
  }

  private static func support(of store: URL) -> URL {
    let stem = store.deletingPathExtension().lastPathComponent
    return store.deletingLastPathComponent().appendingPathComponent(".\(stem)_SUPPORT")
  }

  /// Files and folders alone: a link may lead anywhere, and a pipe would be waited for.
  private static func copyFolder(_ source: URL, to target: URL) throws {
    let manager = FileManager.default
    try manager.createDirectory(
      at: target, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    for name in try manager.contentsOfDirectory(atPath: source.path) {
      let (item, copy) = (source.appendingPathComponent(name), target.appendingPathComponent(name))
      switch type(of: item) {
      case .typeRegular: try copyFile(item, to: copy)
      case .typeDirectory: try copyFolder(item, to: copy)
      default: break
      }
    }
  }

  /// The original may be write-protected; the copy is ours.
  private static func copyFile(_ source: URL, to target: URL) throws {
    if let limit = FileSizeLimit.bytes {
      let attributes = try FileManager.default.attributesOfItem(atPath: source.path)
      guard (attributes[.size] as? Int).map(UInt64.init) ?? 0 <= limit else {
        throw TooLarge(name: source.lastPathComponent)
      }
    }
    try FileManager.default.copyItem(at: source, to: target)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: target.path)
  }

  /// What is at a place, links not followed; nil if nothing is, or nobody may know.
  private static func type(of url: URL) -> FileAttributeType? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return attributes?[.type] as? FileAttributeType
  }
}

/// What was to be copied is larger than a file of this process may become.
private struct TooLarge: LocalizedError {
  let name: String
  var errorDescription: String? {
    "no copy of \(name) can be made to work on. \(FileSizeLimit.advice)"
  }
}

/// What was to be copied is a folder, a device or a pipe.
private struct NoOrdinaryFile: LocalizedError {
  let name: String
  var errorDescription: String? { "\(name) is no ordinary file, and a store is one" }
}
