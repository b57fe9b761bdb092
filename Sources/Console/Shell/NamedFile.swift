internal import Foundation
internal import ScratchFolders

/// A file that a person named, to be written: the one way in which the console makes files.
///
/// What is written lies in a file beside it until ``commit()``, so that a failure leaves what was there.
/// A link stays a link, a device a device; a store is never written over.
final class NamedFile {
  /// How a file is written.
  enum Manner {
    /// All at once: the old file, if any, stays until the new one is whole.
    case whole
    /// As a protocol of what goes on: what is written is there to be read.
    case running
  }

  let path: String
  private let target: URL
  private var descriptor: Int32
  /// What is being written, until it takes the target's place; nil where that is written itself.
  private var fresh: URL?
  private var failure: Problem?

  /// Opens the file.
  ///
  /// - Parameter sources: files that are being read, and so are not written over.
  /// - Throws: why the file is not written; nothing is touched then.
  init(
    path: String, in folder: URL = NamedFile.workingFolder, manner: Manner = .whole,
    reading sources: [String] = []
  ) throws(Problem) {
    self.path = path
    let url = URL(fileURLWithPath: path, relativeTo: folder)
    let place = try WritingPlace(url, path: path, reading: sources)
    target = place.target
    (fresh, descriptor) = (nil, -1)
    if manner == .whole, place.isReplaceable {
      let beside = target.deletingLastPathComponent()
        .appendingPathComponent(".corebook-\(UUID().uuidString)")
      descriptor = Foundation.open(beside.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        fresh = beside
        TemporaryFolder.adopt(beside)
        place.keepRights(of: descriptor)
        return
      }
      // A folder that takes no file may have one that can be written all the same.
      guard place.exists, [EACCES, EPERM, EROFS].contains(errno) else {
        throw Self.problem(path, errno)
      }
    }
    descriptor = Foundation.open(url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
  }

  deinit {
    if descriptor >= 0 { _ = Foundation.close(descriptor) }
    if let fresh { TemporaryFolder.remove(fresh) }
  }

  func write(_ bytes: [UInt8]) throws(Problem) {
    if let failure { throw failure }
    let code = Descriptor.send(bytes, to: descriptor)
    guard code != 0 else { return }
    let problem = Self.problem(path, code)
    failure = problem
    throw problem
  }

  /// Ends the writing; the file still has to take its place.
  func finish() throws(Problem) {
    if let failure { throw failure }
    guard descriptor >= 0 else { return }
    let code = Foundation.close(descriptor) == 0 ? 0 : errno
    descriptor = -1
    guard code == 0 || code == EINTR else { throw Self.problem(path, code) }
  }

  /// Puts what was written in its place.
  func commit() throws(Problem) {
    try finish()
    guard let fresh else { return }
    guard rename(fresh.path, target.path) == 0 else { throw Self.problem(path, errno) }
    TemporaryFolder.release(fresh)
    self.fresh = nil
  }

  /// Writes a whole file.
  static func write(
    _ text: String, to path: String, in folder: URL = NamedFile.workingFolder,
    reading sources: [String] = []
  ) throws(Problem) {
    let file = try NamedFile(path: path, in: folder, reading: sources)
    try file.write(Array(text.utf8))
    try file.commit()
  }

  /// The whole of a file. What has no end, as a device, is refused; a pipe is read to its end where
  /// `takesPipes` says so.
  static func read(
    _ path: String, in folder: URL = NamedFile.workingFolder, takesPipes: Bool = false
  ) throws(Problem) -> Data {
    let url = URL(fileURLWithPath: path, relativeTo: folder)
    guard
      takesPipes || !FileManager.default.fileExists(atPath: url.path)
        || StoreFile.isOrdinary(url)
    else { throw Problem("cannot read \(path): it is no ordinary file", kind: .file) }
    let descriptor = Foundation.open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Problem("cannot read \(path): \(String(cString: strerror(errno)))", kind: .file)
    }
    defer { _ = close(descriptor) }
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard kind == S_IFREG || kind == S_IFIFO && takesPipes else {
      throw Problem("cannot read \(path): it is no ordinary file", kind: .file)
    }
    var data = Data()
    while let bytes = Descriptor.receive(from: descriptor), !bytes.isEmpty { data += bytes }
    return data
  }

  /// The name of a file that is called after something in a model, which may come from a stranger:
  /// no way out of the folder.
  static func name(after text: String, _ ending: String) throws(Problem) -> String {
    guard !text.isEmpty, !text.contains("/"), !text.contains("\0") else {
      throw Problem("no file can be named after '\(text)'", kind: .file)
    }
    return text + ending
  }

  static var workingFolder: URL {
    URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  }

  static func problem(_ path: String, _ code: Int32) -> Problem {
    Problem("cannot write \(path): \(String(cString: strerror(code)))", kind: .file)
  }
}
