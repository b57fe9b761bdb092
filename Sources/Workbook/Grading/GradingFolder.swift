package import Foundation
internal import Synchronization

/// A temporary folder that goes with the last reference to it, or when the process is told to end.
package final class GradingFolder: Sendable {
  private static let made = Mutex<Set<String>>([])
  private static let front = "corebook-grading-"

  package let url: URL

  init() throws(WorkbookError) {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(Self.front)\(getpid())-\(UUID().uuidString)")
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
    Self.remove(path)
  }

  /// Removes every folder that is still there.
  package static func removeAll() {
    for path in made.withLock({ $0 }) { remove(path) }
  }

  /// Removes the folders of processes that were killed before they could.
  package static func removeStale() {
    let folder = FileManager.default.temporaryDirectory
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(front) {
      guard let owner = pid_t(name.dropFirst(front.count).prefix { $0 != "-" }) else { continue }
      if kill(owner, 0) != 0, errno == ESRCH {
        remove(folder.appendingPathComponent(name).path)
      }
    }
  }

  /// Removes a folder whatever an answer has made of it: folders that are closed to their owner, or
  /// deeper than a path can say.
  private static func remove(_ path: String) {
    if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    for words in [["/bin/chmod", "-R", "u+rwx"], ["/bin/rm", "-rf"]] {
      let process = LimitedProcess(
        words[0], words.dropFirst() + ["--", path], in: URL(fileURLWithPath: "/"))
      _ = try? process.run()
    }
  }
}
