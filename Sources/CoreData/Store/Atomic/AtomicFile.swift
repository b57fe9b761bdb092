import Foundation
import Glibc
import SQLiteDriver

/// A file that holds a whole store: it is read when the store is opened, and written anew with
/// every save.
protocol AtomicFile: AnyObject {
  /// Reads the metadata alone, the UUID put in.
  func readMetadata() throws -> [String: Any]

  /// Reads every row into an empty store.
  func read(into store: MemoryStore) throws

  /// Writes every row of a store, in place of what the file held: all or nothing.
  func write(_ store: MemoryStore) throws
}

/// One that this module reads and writes itself.
protocol OwnAtomicFile: AtomicFile {
  /// Where it is.
  var url: URL { get }

  /// The file as it was last read or written here; nil before there is one.
  var stamp: FileStamp? { get set }
}

/// What can be wrong with such a file.
package enum AtomicFileError: Error {
  /// The file is of another type of store.
  case typeMismatch(URL, wanted: String, found: String)
  /// The file is damaged, or does not fit the model.
  case damaged(URL, reason: String)
  /// The file could not be written.
  case unwritable(URL, any Error)
  /// Somebody else has written the file since it was read.
  case changed(URL)
}

extension AtomicFileError: CoreDataErrorConvertible {
  package var cocoaCode: Int {
    switch self {
    case .typeMismatch: NSPersistentStoreTypeMismatchError
    case .damaged: CocoaError.Code.fileReadCorruptFile.rawValue
    case .unwritable, .changed: NSPersistentStoreSaveError
    }
  }

  package var reason: String? {
    switch self {
    case .typeMismatch(let url, let wanted, let found):
      "The file \(url.path) is a store of the type \(found), not \(wanted)."
    case .damaged(let url, let reason): "The store \(url.path) cannot be read: \(reason)."
    case .unwritable(let url, _): "The store \(url.path) could not be written."
    case .changed(let url):
      "The store \(url.path) was written by somebody else since it was read here, and a save would put "
        + "the whole file in place of theirs. Nothing was written. Open the store anew, or save to "
        + "another file."
    }
  }

  package var userInfo: [String: Any] {
    switch self {
    case .typeMismatch(let url, _, _), .damaged(let url, _), .unwritable(let url, _),
      .changed(let url):
      [NSFilePathErrorKey: url.path]
    }
  }

  package var underlyingError: (any Error)? {
    if case .unwritable(_, let error) = self { error } else { nil }
  }
}

extension OwnAtomicFile {
  /// Replaces the file by another with the given bytes: a crash leaves the old or the new one. A link
  /// stays a link, and who may read the file stays so; what is no ordinary file, such as a device, is
  /// never replaced, and neither is what somebody else has written since it was read.
  func replace(by data: Data) throws {
    if let found = FileStamp.of(url), found != stamp { throw AtomicFileError.changed(url) }
    try put(data)
    stamp = FileStamp.of(url)
  }

  private func put(_ data: Data) throws {
    let target = LinkTarget.of(url)
    do {
      // Nothing is known of a file that is not there yet.
      let found = try? FileManager.default.attributesOfItem(atPath: target.path)
      if let type = found?[.type] as? FileAttributeType, type != .typeRegular {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target.path])
      }
      try FileSizeLimit.check(data.count, of: target)
      guard let mode = found?[.posixPermissions] else {
        return try data.write(to: target, options: .atomic)
      }
      try exchange(target, for: data, mode)
    } catch {
      throw AtomicFileError.unwritable(url, error)
    }
  }

  /// Writes a file beside the old one, readable for nobody else at any moment, and renames it.
  private func exchange(_ target: URL, for data: Data, _ mode: Any) throws {
    let fresh = target.deletingLastPathComponent()
      .appendingPathComponent(".corebook-\(UUID().uuidString)")
    // If it cannot be made, opening it says why.
    _ = FileManager.default.createFile(
      atPath: fresh.path, contents: nil, attributes: [.posixPermissions: mode])
    do {
      let file = try FileHandle(forWritingTo: fresh)
      // Closing twice does nothing; a failure to write is thrown before.
      defer { try? file.close() }
      try file.write(contentsOf: data)
      try file.synchronize()
      try file.close()
      guard rename(fresh.path, target.path) == 0 else {
        throw NSError(
          domain: NSPOSIXErrorDomain, code: Int(errno), userInfo: [NSFilePathErrorKey: target.path])
      }
    } catch {
      // What is left of it helps nobody; the cause is the error that counts.
      try? FileManager.default.removeItem(at: fresh)
      throw error
    }
  }

  /// The bytes of the file.
  func contents() throws -> Data {
    do {
      stamp = FileStamp.of(url)
      return try Data(contentsOf: url)
    } catch {
      throw AtomicFileError.damaged(url, reason: error.localizedDescription)
    }
  }
}
