import Foundation
import Glibc

/// What the files of a store looked like at one moment, so that somebody who comes later, perhaps in
/// another process, can tell whether they hold the same still.
///
/// Times alone do not tell: the clock of a file system stands still for some milliseconds, and what is
/// committed to a write-ahead log leaves the file as it was, while bringing the log into the file changes
/// the file and nothing of what it says. So a state has two sides, and either is enough.
package struct StoreState: Equatable, Sendable {
  /// The file, if it holds everything.
  package var file: FileMark?
  /// A digest of what was committed to the write-ahead log; nil if there is nothing in it.
  package var log: [UInt8]?

  package init(file: FileMark? = nil, log: [UInt8]? = nil) {
    self.file = file
    self.log = log
  }

  /// Whether a store that looks like this one holds what one held that looked like another.
  package func holdsWhatHeld(_ former: StoreState) -> Bool {
    if let log { return log == former.log }
    return file != nil && file == former.file
  }
}

/// A file as `stat` describes it.
package struct FileMark: Equatable, Sendable {
  package var inode: UInt64
  package var size: Int64
  /// The times of the last change of contents and of attributes, in nanoseconds.
  package var modified: Int64
  package var changed: Int64

  package init(inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// The file at a path; nil if there is none. It is not opened: closing a file that SQLite has open
  /// would give SQLite's locks away.
  package init?(path: String) {
    var found = stat()
    guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
    inode = UInt64(found.st_ino)
    size = Int64(found.st_size)
    modified = Self.nanoseconds(found.st_mtim)
    changed = Self.nanoseconds(found.st_ctim)
  }

  /// The file at a path, once the clock that file systems look at has gone on: whoever writes the file
  /// from now on leaves another time in it. Nil if that does not happen soon, as where the times are
  /// another computer's.
  package static func settled(path: String) -> FileMark? {
    for _ in 0..<50 {
      guard let mark = FileMark(path: path) else { return nil }
      var now = timespec()
      clock_gettime(CLOCK_REALTIME_COARSE, &now)
      if max(mark.modified, mark.changed) < nanoseconds(now) { return mark }
      usleep(1000)
    }
    return nil
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// A store whose present state can be told from another, and whose sections can be asked for without
/// making objects.
package protocol RememberedEngine: StoreEngine {
  /// What the files look like now. Nil if that cannot be said.
  ///
  /// What it names may be about to be committed: whoever reads rows meanwhile may not see it yet.
  func lookedState() -> StoreState?
  /// The same, and whoever reads rows from now on sees it. Nil also while somebody writes.
  func committedState() -> StoreState?
  /// The same, after everything was brought into the file: the state can be recognised also when the log
  /// is gone. Nil if that cannot be had.
  func settledState() -> StoreState?
  /// How to ask for the keys of a fetch and the values that divide it into sections, all in order.
  ///
  /// - Parameter keyPath: the value asked for; nil for keys alone.
  /// - Throws: if the store does not keep such a value.
  func sectionQuery(_ plan: FetchPlan, keyPath: String?) throws -> SectionQuery
  /// Asks for keys and values.
  func run(_ query: SectionQuery) throws -> SectionRows
}

/// A question for sections, for one store.
package struct SectionQuery {
  /// What it asks, in the store's language.
  package let content: any Sendable
  /// A digest of all that the answer depends on but the store's data; nil if it depends on more, such as
  /// the time of day.
  package let fingerprint: [UInt8]?
}

/// The keys of a fetch in order, and the values that divide it into sections.
package struct SectionRows {
  package var keys: ContiguousArray<ObjectKey> = []
  /// As many as keys; none if no value was asked for.
  package var values: [Any?] = []
}
