import Foundation

/// A bar on standard error that grows in its line, on a terminal only.
final class ProgressBar {
  private let isShown: Bool
  private var shown = -1
  private static let width = 40

  /// - Parameter isWanted: false to show nothing even on a terminal.
  init(isWanted: Bool) {
    isShown = isWanted && isatty(STDERR_FILENO) == 1
  }

  /// Shows how much is done, from 0 to 1.
  func show(_ done: Double) {
    let percent = Int(max(0, min(1, done)) * 100)
    guard isShown, percent != shown else { return }
    shown = percent
    let filled = percent * Self.width / 100
    let bar =
      String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    let head = "\r[\(bar)] "
    _ = Descriptor.send(Array("\(head)\(percent)%".utf8), to: STDERR_FILENO)
  }

  /// Ends the line.
  func finish() {
    guard isShown, shown >= 0 else { return }
    _ = Descriptor.send(Array("\n".utf8), to: STDERR_FILENO)
    shown = -1
  }
}
