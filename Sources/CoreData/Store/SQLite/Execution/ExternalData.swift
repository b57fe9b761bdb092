import Foundation

/// Data kept beside the store, for attributes that allow it: the column's first byte says whether
/// the data follow (1) or the name of a file does (2) (format fact 71).
struct ExternalData {
  /// The folder of the files, `.NAME_SUPPORT/_EXTERNAL_DATA` beside the store.
  let folder: URL
  /// From this size on data go into a file of their own.
  static let threshold = 100_000

  init(store: URL) {
    let name = store.deletingPathExtension().lastPathComponent
    folder = store.deletingLastPathComponent()
      .appendingPathComponent(".\(name)_SUPPORT", isDirectory: true)
      .appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
  }

  /// The data that a column's bytes stand for.
  ///
  /// - Throws: an error naming the file when it is missing.
  func resolve(_ bytes: UnsafeRawBufferPointer) throws -> Data {
    guard let first = bytes.first else { return Data() }
    switch first {
    case 1: return Data(bytes.dropFirst())
    case 2:
      let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
      guard UUID(uuidString: name) != nil else { return Data(bytes) }
      let file = folder.appendingPathComponent(name)
      guard let data = FileManager.default.contents(atPath: file.path) else {
        throw SQLiteStoreError.missingExternalFile(file)
      }
      return data
    default: return Data(bytes)
    }
  }

  /// The bytes for a column: the data behind a 1, or, when they are large, a file's name behind a 2.
  func store(_ data: UnsafeRawBufferPointer) throws -> Data {
    guard data.count >= Self.threshold else { return Data([1]) + Data(data) }
    let name = UUID().uuidString
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(data).write(to: folder.appendingPathComponent(name))
    return Data([2]) + Data(name.utf8) + Data([0])
  }
}
