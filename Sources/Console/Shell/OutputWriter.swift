private import Foundation

/// Standard output and standard error, the first buffered and always written before the second.
package final class OutputWriter {
  private var pending: [UInt8] = []
  /// Whether standard output is still being read.
  private(set) var isOpen = true

  package init() {}

  deinit { flush() }

  func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count > 65_536 { flush() }
  }

  func write(_ line: String) {
    write(Array((line + "\n").utf8))
  }

  func error(_ text: String) {
    flush()
    _ = Self.send(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  package func flush() {
    guard !pending.isEmpty else { return }
    if isOpen { isOpen = Self.send(pending, to: STDOUT_FILENO) }
    pending.removeAll(keepingCapacity: true)
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let count = Foundation.write(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        offset += count
      }
      return true
    }
  }
}
