package import Foundation
internal import Synchronization

/// A temporary folder that goes with the last reference to it, or when the process is told to end.
package final class GradingFolder: Sendable {
  private static let made = Mutex<Set<String>>([])

  package let url: URL

  init(_ prefix: String) throws(WorkbookError) {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(prefix)-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw WorkbookError("cannot make \(url.path): \(error.localizedDescription)")
    }
    let path = url.path
    Self.made.withLock { _ = $0.insert(path) }
  }

  deinit {
    let path = url.path
    Self.made.withLock { _ = $0.remove(path) }
    try? FileManager.default.removeItem(at: url)
  }

  /// Removes every folder that is still there.
  package static func removeAll() {
    for path in made.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
  }
}
