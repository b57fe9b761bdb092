internal import Foundation

/// Hands output that is longer than the screen to `$PAGER`.
///
/// Output is held back until it fills the screen; only then the pager starts, and takes the rest
/// as it comes.
final class Pager {
  private let output: OutputWriter
  private let rows: Int
  private let columns: Int
  private let command: String?
  /// What waits for the screen to be full, and then what the pager was given at first: a pager that
  /// cannot be run has not shown it.
  private var held: [UInt8] = []
  private var lines = 0
  private var process: PagerProcess?
  /// Whether the pager was left before it had everything: nobody wants the rest.
  private(set) var isAbandoned = false
  /// Whether the pager can be run, as far as is known.
  private var isUsable = true
  /// More than a pipe holds: by then it is known whether anybody reads.
  private static let mostHeld = 1 << 20

  /// What `PAGER` names.
  static var named: String? {
    let pager = ProcessInfo.processInfo.environment["PAGER"] ?? ""
    return pager.allSatisfy(\.isWhitespace) ? nil : pager
  }

  /// `less`, where it can be run.
  static var installed: String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let isThere = path.split(separator: ":").contains { access("\($0)/less", X_OK) == 0 }
    return isThere ? "less" : nil
  }

  /// - Parameter instead: the pager where `PAGER` names none.
  init(output: OutputWriter, isOn: Bool, instead: String? = nil) {
    self.output = output
    rows = LineEditor.rows
    columns = LineEditor.columns
    command = isOn && isatty(STDOUT_FILENO) == 1 ? Self.named ?? instead : nil
  }

  func write(_ bytes: [UInt8]) {
    if isAbandoned { return }
    guard let command, isUsable else {
      output.writeStyled(bytes)
      return
    }
    if held.count < Self.mostHeld { held += bytes }
    if let process {
      if !process.write(bytes) { end(process, isWhole: false) }
      return
    }
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
    if let process {
      end(process, isWhole: true)
    } else if !held.isEmpty {
      output.writeStyled(held)
    }
    held = []
    lines = 0
  }

  private func end(_ process: PagerProcess, isWhole: Bool) {
    self.process = nil
    if process.finish() {
      isAbandoned = !isWhole
    } else {
      isUsable = false
      output.writeStyled(held)
      output.error("the pager '\(command ?? "")' cannot be run; PAGER names it")
    }
    held = []
  }

  private func start(_ command: String) {
    output.flush()
    guard let process = PagerProcess(command) else {
      output.writeStyled(held)
      held = []
      return
    }
    self.process = process
    if !process.write(held) { end(process, isWhole: false) }
  }
}
