private import Foundation

/// Standard output and standard error, the first buffered and always written before the second.
package final class OutputWriter {
  /// Whether answers go to a terminal.
  static let outputIsSeen = isatty(STDOUT_FILENO) == 1
  /// Whether what is said of problems goes to a terminal.
  static let errorsAreSeen = isatty(STDERR_FILENO) == 1
  private var pending: [UInt8] = []
  /// The error number for which standard output takes no more; nil while it does.
  private(set) var failure: Int32?
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
      if code != 0 { failure = code }
    }
    pending.removeAll(keepingCapacity: true)
  }
}
