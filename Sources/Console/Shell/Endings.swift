internal import CEdit
internal import Foundation
internal import ScratchFolders

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
        if count == 1 { end(by: Int32(number)) }
        if count == 0 || errno != EINTR { return }
      }
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
