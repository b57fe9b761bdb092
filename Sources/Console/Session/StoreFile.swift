internal import Foundation
internal import Inspector

/// What a file that shall be opened as a store is, before anything touches it.
enum StoreFile {
  /// The type of store that an existing file looks like; nil where it looks like none.
  static func type(of url: URL) -> ToolCommand.StoreType? {
    guard let head = head(of: url) else { return nil }
    if head.starts(with: Data("SQLite format 3\0".utf8)) { return .sqlite }
    if head.starts(with: Data("bplist00".utf8)) { return .binary }
    let text = String(decoding: head, as: UTF8.self)
    if text.hasPrefix("<?xml") || text.hasPrefix("\u{FEFF}<?xml") { return .xml }
    // SQLite reads the first page from the log, if it stands there.
    return !head.isEmpty && StoreHead.standsInLog(of: url) ? .sqlite : nil
  }

  /// Whether a file surely is a store, or the log of one: a property list or XML may be anything else.
  static func isStore(_ url: URL) -> Bool {
    guard let head = head(of: url, count: 4096) else { return false }
    let walMagic: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]
    if walMagic.contains(where: { head.starts(with: $0) }) { return true }
    switch type(of: url) {
    case .sqlite: return true
    case .xml: return String(decoding: head, as: UTF8.self).contains("<database")
    case .binary:
      // What cannot be read is written over by nobody who cannot read it.
      let data = try? Data(contentsOf: url, options: .alwaysMapped)
      return data?.range(of: Data("NSStoreUUID".utf8)) != nil
    case .memory, nil: return false
    }
  }

  /// Says plainly when there can be no store of a type at `url`, or is one of another type.
  static func check(_ url: URL, _ type: ToolCommand.StoreType) throws(Problem) {
    let manager = FileManager.default
    guard type != .memory else {
      throw Problem(
        "a store in memory has no file, so that nothing of \(url.path) would be read or written; "
          + "leave --type memory away, or give no store", kind: .file)
    }
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
    guard let head = head(of: url), !head.isEmpty else { return }
    let found = Self.type(of: url)
    guard found != type else { return }
    guard let found else {
      throw Problem(
        "\(url.path) is not \(name(type)): it does not begin as "
          + (type == .sqlite ? "SQLite files do" : "one does"), kind: .file)
    }
    throw Problem(
      isStore(url)
        ? "\(url.path) is \(name(found)), not \(name(type)): leave --type away, or say --type "
          + found.rawValue
        : "\(url.path) is not \(name(type)): it begins like \(name(found)), and is none",
      kind: .file)
  }

  /// What stores of a type are called in a sentence.
  static func name(_ type: ToolCommand.StoreType) -> String {
    switch type {
    case .sqlite: "an SQLite store"
    case .binary: "a binary store"
    case .xml: "an XML store"
    case .memory: "a store in memory"
    }
  }

  /// What kind of store a file surely is; nil where it may be anything else.
  static func kind(of url: URL) -> ToolCommand.StoreType? { isStore(url) ? type(of: url) : nil }

  /// Whether the file, links followed, is one that has an end: no device, no pipe, no folder.
  static func isOrdinary(_ url: URL) -> Bool {
    var found = stat()
    return stat(url.path, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
  }

  /// The first bytes of an ordinary file; nil of anything else, which is not even opened: a pipe
  /// would be waited for.
  static func head(of url: URL, count: Int = 16) -> Data? {
    guard isOrdinary(url) else { return nil }
    let descriptor = Foundation.open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // A file that cannot be read has no head, and SQLite says why.
    return (try? file.read(upToCount: count)) ?? Data()
  }

  /// Says plainly that something there can be no store, before it is opened to see what it is.
  static func requireOrdinary(_ url: URL) throws(Problem) {
    guard FileManager.default.fileExists(atPath: url.path), !isOrdinary(url) else { return }
    throw Problem("\(url.path) is no ordinary file, and a store is one", kind: .file)
  }
}
