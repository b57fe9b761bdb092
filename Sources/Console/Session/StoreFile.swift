internal import Foundation

/// What a file that shall be opened as a store is, before anything touches it.
enum StoreFile {
  /// The type of store that an existing file looks like; nil where it looks like none.
  static func type(of url: URL) -> ToolCommand.StoreType? {
    guard isOrdinary(url), let head = head(of: url) else { return nil }
    if head.starts(with: Data("SQLite format 3\0".utf8)) { return .sqlite }
    if head.starts(with: Data("bplist00".utf8)) { return .binary }
    let text = String(decoding: head, as: UTF8.self)
    return text.hasPrefix("<?xml") || text.hasPrefix("\u{FEFF}<?xml") ? .xml : nil
  }

  /// Says plainly when there can be no store of a type at `url`.
  static func check(_ url: URL, _ type: ToolCommand.StoreType) throws(Problem) {
    let manager = FileManager.default
    let folder = url.deletingLastPathComponent()
    guard manager.fileExists(atPath: folder.path) else {
      throw Problem("there is no folder \(folder.path) to keep the store in", kind: .file)
    }
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: url.path, isDirectory: &isFolder) else { return }
    guard !isFolder.boolValue else {
      throw Problem("\(url.path) is a folder, and a store is a file", kind: .file)
    }
    guard isOrdinary(url) else {
      throw Problem("\(url.path) is no ordinary file, and a store is one", kind: .file)
    }
    guard type == .sqlite, let head = head(of: url) else { return }
    guard head.isEmpty || head == Data("SQLite format 3\0".utf8) else {
      throw Problem(
        "\(url.path) is not an SQLite store: it does not begin as SQLite files do", kind: .file)
    }
  }

  /// Whether the file, links followed, is one that has an end: no device, no pipe, no folder.
  static func isOrdinary(_ url: URL) -> Bool {
    let target = url.resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private static func head(of url: URL) -> Data? {
    guard let file = FileHandle(forReadingAtPath: url.path) else { return nil }
    // It was only read. A file that cannot be read has no head, and SQLite says why.
    defer { try? file.close() }
    return (try? file.read(upToCount: 16)) ?? Data()
  }
}
