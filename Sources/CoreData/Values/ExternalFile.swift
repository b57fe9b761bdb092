import Foundation
import Synchronization

/// The bytes of a value that lies in a file of its own, read when they are first asked for (Apple
/// does so too).
///
/// `@unchecked Sendable`: the lock guards the reading; once read, the bytes never change.
package final class ExternalFile: @unchecked Sendable {
  private let path: String
  private let lock = NSLock()
  private var bytes: NSData?
  private let counter: Counter

  /// Counts the files that were read, for tests.
  package final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    package init() {}

    /// How many files were read so far.
    package var count: Int { number.load(ordering: .relaxed) }

    fileprivate func add() { number.add(1, ordering: .relaxed) }
  }

  package init(path: String, counter: Counter) {
    self.path = path
    self.counter = counter
  }

  /// The file's bytes, which stay where they are as long as this object lives; nil if the file is
  /// not there.
  func load() -> NSData? {
    lock.withLock {
      if let bytes { return bytes }
      guard let data = NSData(contentsOfFile: path) else { return nil }
      counter.add()
      bytes = data
      return data
    }
  }
}
