internal import Foundation

/// Reading and writing file descriptors.
enum Descriptor {
  /// Opens what of standard input, output and error is closed, lest a file or a pipe that is opened
  /// later takes its number. Input is at its end then; what is written still fails.
  static func openStandard() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = Foundation.open("/dev/null", O_RDONLY)
    }
  }

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
