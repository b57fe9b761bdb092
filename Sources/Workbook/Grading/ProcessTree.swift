internal import CRuntime
internal import Foundation
internal import Synchronization

/// The processes of this machine as `/proc` tells them: what a program and all it has started take, and
/// what it leaves behind.
enum ProcessTree {
  private struct Entry {
    let number: pid_t
    let parent: pid_t
    let session: pid_t
  }

  /// Programs that were started here and have not ended.
  private static let running = Mutex<Set<pid_t>>([])

  /// From here on, what loses its parent below this process becomes a child of this process.
  private static let adoptsOrphans: Bool = adopt_orphans() == 0

  /// Starts a program, of which ``endOrphans()`` knows that it is none.
  static func start(_ spawn: () throws(WorkbookError) -> pid_t) throws(WorkbookError) -> pid_t {
    _ = adoptsOrphans
    return try running.withLock { running throws(WorkbookError) in
      let child = try spawn()
      running.insert(child)
      return child
    }
  }

  /// Notes that a program has ended.
  static func ended(_ child: pid_t) {
    running.withLock { _ = $0.remove(child) }
  }

  /// The memory that a process and all below it have written to, in megabytes.
  static func megabytes(below root: pid_t) -> Int {
    let children = Dictionary(grouping: entries(), by: \.parent)
    var found = [root]
    var next = 0
    while next < found.count {
      found += (children[found[next]] ?? []).map(\.number)
      next += 1
    }
    return found.reduce(0) { $0 + kilobytes(of: $1) } / 1024
  }

  /// What a process has written to, shared memory included: no file is behind it.
  private static func kilobytes(of process: pid_t) -> Int {
    let lines = contents(of: "/proc/\(process)/status").split(separator: "\n")
    return lines.filter { $0.hasPrefix("RssAnon:") || $0.hasPrefix("RssShmem:") }
      .compactMap { line in line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first }
      .reduce(0) { $0 + (Int($1) ?? 0) }
  }

  /// Ends whatever a program left that has gone to the background: it has become a child of this
  /// process, and has a session that is not this one's.
  static func endOrphans() {
    let own = getpid()
    let session = getsid(0)
    for _ in 0..<200 {
      let isDone = running.withLock { running in
        let orphans = entries().filter {
          $0.parent == own && $0.session != session && !running.contains($0.number)
        }
        for orphan in orphans {
          kill(orphan.number, SIGKILL)
          waitpid(orphan.number, nil, WNOHANG)
        }
        return orphans.isEmpty
      }
      if isDone { return }
      usleep(2_000)
    }
  }

  private static func entries() -> [Entry] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let item = readdir(folder) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let number = pid_t(name) else { continue }
      // The name of a program stands in brackets and may hold anything.
      let text = contents(of: "/proc/\(number)/stat")
      guard let end = text.lastIndex(of: ")") else { continue }
      let fields = text[text.index(after: end)...].split(separator: " ")
      guard fields.count > 3, let parent = pid_t(fields[1]), let session = pid_t(fields[3])
      else { continue }
      entries.append(Entry(number: number, parent: parent, session: session))
    }
    return entries
  }

  /// The beginning of a small file; nothing where it is gone by now.
  private static func contents(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
