internal import CEdit
internal import Foundation
internal import ScratchFolders
internal import Synchronization

/// What happens when the process is told to end: its temporary folders go first.
enum Endings {
  /// Begins to wait for signals that end the process.
  static func watch() {
    let descriptor = cedit_catch_endings()
    guard descriptor >= 0 else { return }
    Thread.detachNewThread {
      var number: UInt8 = 0
      while true {
        let count = Foundation.read(descriptor, &number, 1)
        if count == 1, !isHeld(Int32(number)) { end(by: Int32(number)) }
        if count == 0 || errno != EINTR { return }
      }
    }
  }

  private struct Held {
    /// Whether somebody does what must not be left half done.
    var isHolding = false
    /// The first signal that came meanwhile.
    var number: Int32?
  }

  private static let held = Mutex(Held())

  /// Does what is better given up than left half done: the first signal is kept for `isAskedToEnd`, and
  /// for `obey` after it; a second one ends the process at once.
  static func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    held.withLock { $0 = Held(isHolding: true) }
    defer { held.withLock { $0.isHolding = false } }
    return try body()
  }

  /// Whether a signal came while something held it.
  static var isAskedToEnd: Bool { held.withLock { $0.number != nil } }

  /// Ends the process if a signal asked for that while something held it.
  static func obey() {
    if let number = held.withLock({ $0.number }) { end(by: number) }
  }

  private static func isHeld(_ number: Int32) -> Bool {
    held.withLock { held in
      guard held.isHolding, held.number == nil else { return false }
      held.number = number
      return true
    }
  }

  /// Ends the process as a signal does.
  static func end(by number: Int32) {
    removeFolders()
    cedit_end_by(number)
  }

  static func removeFolders() {
    TemporaryFolder.removeAll()
  }
}
