internal import Foundation

/// A file that a person named, written where it stands: a link stays a link, a device a device.
final class NamedFile {
  let path: String
  private let descriptor: Int32

  /// Opens the file, empty.
  init(path: String, in folder: URL) throws(Problem) {
    self.path = path
    let url = URL(fileURLWithPath: path, relativeTo: folder)
    descriptor = Foundation.open(url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
  }

  deinit { _ = close(descriptor) }

  func write(_ bytes: [UInt8]) throws(Problem) {
    let code = Descriptor.send(bytes, to: descriptor)
    guard code == 0 else { throw Self.problem(path, code) }
  }

  /// Writes a whole file.
  static func write(
    _ text: String, to path: String,
    in folder: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  ) throws(Problem) {
    try NamedFile(path: path, in: folder).write(Array(text.utf8))
  }

  /// The whole of a file. What has no end, as a device, is refused.
  static func read(
    _ path: String, in folder: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  ) throws(Problem) -> Data {
    let url = URL(fileURLWithPath: path, relativeTo: folder)
    let descriptor = Foundation.open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem("cannot read \(path)", kind: .file) }
    defer { _ = close(descriptor) }
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard kind == S_IFREG || kind == S_IFIFO else {
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

  private static func problem(_ path: String, _ code: Int32) -> Problem {
    Problem("cannot write \(path): \(String(cString: strerror(code)))", kind: .file)
  }
}

/// Reading and writing file descriptors.
enum Descriptor {
  /// Writes all bytes; 0, or the number of the error.
  static func send(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let count = Foundation.write(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        offset += count
      }
      return 0
    }
  }

  /// Reads what there is, at most 64 KB; empty at the end, nil where nothing can be read.
  static func receive(from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      return Array(bytes[..<count])
    }
  }
}
