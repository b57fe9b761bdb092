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
  /// The file that answers go into instead.
  var target: NamedFile?
  /// Whether standard output is still being read.
  var isOpen: Bool { failure == nil }

  package init() {}

  deinit { flush() }

  /// Writes what may come from outside: on a terminal nothing of it is obeyed. Into the file of
  /// `target`, where there is one.
  func write(_ bytes: [UInt8]) {
    if let target {
      // The file remembers the failure, and says it when it shall take its place.
      try? target.write(bytes)
    } else {
      writeStyled(Self.outputIsSeen ? Excerpt.shown(bytes, isPlain: false) : bytes)
    }
  }

  /// Writes a line of what may come from outside.
  func write(_ line: String) {
    write(Array((line + "\n").utf8))
  }

  /// A line broken between words where a person reads it on a terminal; as it is elsewhere.
  static func fitted(_ line: String) -> String {
    outputIsSeen ? EventPrinter.wrapped(line, width: LineEditor.columns) : line
  }

  /// Writes a line of words.
  func writeWords(_ line: String) {
    write(target == nil ? Self.fitted(line) : line)
  }

  /// Writes what the console itself coloured, or made harmless before.
  func writeStyled(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count > 65_536 { flush() }
  }

  /// Writes a line that the console itself coloured.
  func writeStyled(_ line: String) {
    writeStyled(Array((line + "\n").utf8))
  }

  /// Writes a message on standard error, where it may meet a terminal wherever that leads.
  func error(_ text: String) {
    errorStyled(String(decoding: Excerpt.shown(Array(text.utf8), isPlain: false), as: UTF8.self))
  }

  /// Writes a message, broken between words on a terminal.
  func errorWords(_ text: String) {
    error(Self.errorsAreSeen ? EventPrinter.wrapped(text, width: LineEditor.columns) : text)
  }

  /// Writes a message that the console itself coloured.
  func errorStyled(_ text: String) {
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
