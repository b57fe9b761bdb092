internal import Foundation

/// Hands output that is longer than the screen to `$PAGER`.
///
/// Output is held back until it fills the screen; only then the pager starts, and takes the rest
/// as it comes.
final class Pager {
  private let output: OutputWriter
  private let rows: Int
  private let columns: Int
  private var held: [UInt8] = []
  private var lines = 0
  private var process: Process?
  private var pipe: Pipe?
  private let command: String?

  init(output: OutputWriter, isOn: Bool) {
    self.output = output
    rows = LineEditor.rows
    columns = LineEditor.columns
    let pager = ProcessInfo.processInfo.environment["PAGER"] ?? ""
    command = isOn && isatty(STDOUT_FILENO) == 1 && !pager.isEmpty ? pager : nil
  }

  func write(_ bytes: [UInt8]) {
    guard let command else {
      output.write(bytes)
      return
    }
    if let pipe {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      return
    }
    held += bytes
    lines += Self.lines(of: bytes, columns: columns)
    if lines >= rows { start(command) }
  }

  /// How many lines of the screen a text takes, long lines being broken.
  static func lines(of bytes: [UInt8], columns: Int) -> Int {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .reduce(0) { count, line in
        let width = DisplayWidth.of(String(decoding: line, as: UTF8.self))
        return count + max(1, (width + columns - 1) / max(1, columns))
      }
  }

  /// Shows what was held back, or waits for the pager to be left.
  func finish() {
    if let process, let pipe {
      try? pipe.fileHandleForWriting.close()
      process.waitUntilExit()
      self.process = nil
      self.pipe = nil
    } else if !held.isEmpty {
      output.write(held)
    }
    held = []
    lines = 0
  }

  private func start(_ command: String) {
    output.flush()
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardInput = pipe
    do {
      try process.run()
    } catch {
      output.write(held)
      held = []
      return
    }
    self.process = process
    self.pipe = pipe
    try? pipe.fileHandleForWriting.write(contentsOf: Data(held))
    held = []
  }
}
