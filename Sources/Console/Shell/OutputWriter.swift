private import Foundation

/// Standard output and standard error, the first buffered and always written before the second.
package final class OutputWriter {
  private var pending: [UInt8] = []
  /// Why standard output takes no more; nil while it does.
  private(set) var failure: String?
  /// Whether standard output is still being read.
  var isOpen: Bool { failure == nil }

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
    _ = Descriptor.send(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  package func flush() {
    guard !pending.isEmpty else { return }
    if isOpen {
      let code = Descriptor.send(pending, to: STDOUT_FILENO)
      if code != 0 { failure = String(cString: strerror(code)) }
    }
    pending.removeAll(keepingCapacity: true)
  }
}
