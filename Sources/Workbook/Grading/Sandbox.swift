package import Foundation
internal import Synchronization

/// Keeps a program away from the machine: no network, no other processes, nothing to read but what
/// it needs, nothing to write but a small folder in memory.
///
/// It is bubblewrap where that works, as nobody if this program is root's.
package struct Sandbox: Sendable {
  /// Whether bubblewrap can be used here; found out once.
  package static let isAvailable: Bool = {
    guard let bwrap = path(of: "bwrap") else { return false }
    let words = isolation + ["--ro-bind", "/", "/", "--"] + lowered() + ["/bin/true"]
    let process = LimitedProcess(bwrap, words, in: URL(fileURLWithPath: "/"))
    // What cannot be run is not there.
    return (try? process.run())?.ending == .exited(0)
  }()

  /// What can be read besides the system.
  let readable: [URL]

  /// - Parameter readable: what can be read besides the system.
  package init(readable: [URL]) {
    self.readable = readable
  }

  /// The words that run a program within.
  package func words(for program: String) -> [String] {
    guard Self.isAvailable, let bwrap = Self.path(of: "bwrap") else {
      return Self.lowered() + [program]
    }
    var words = [bwrap] + Self.isolation + ["--die-with-parent", "--new-session"]
    for folder in ["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime"] {
      words += ["--ro-bind-try", folder, folder]
    }
    words += ["--proc", "/proc", "--dev", "/dev"]
    words += ["--perms", "1777", "--size", "268435456", "--tmpfs", "/tmp"]
    for folder in foldersAbove { words += ["--perms", "0755", "--dir", folder] }
    for url in readable { words += ["--ro-bind", url.path, url.path] }
    // What bubblewrap has put the rest upon is in memory, too, and would be the person's own to write to.
    words += ["--remount-ro", "/dev", "--remount-ro", "/"]
    return words + ["--chdir", "/tmp", "--setenv", "TMPDIR", "/tmp", "--setenv", "HOME", "/tmp"]
      + ["--"] + Self.lowered(isApart: true) + [program]
  }

  /// The folders above what can be read, from the top; bubblewrap would close them to nobody.
  private var foldersAbove: [String] {
    var folders: Set<String> = []
    for url in readable {
      var folder = url.standardizedFileURL.deletingLastPathComponent()
      while folder.path != "/", folder.path != "/tmp", !folder.path.hasPrefix("/usr") {
        folders.insert(folder.path)
        folder = folder.deletingLastPathComponent()
      }
    }
    return folders.sorted()
  }

  /// A user of one's own is a namespace of users; root becomes nobody within instead.
  private static var isolation: [String] {
    let common = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    return getuid() == 0
      ? common + ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
      : common + ["--unshare-user"]
  }

  /// Limits do not bind root: then the program runs as a user whom nobody else is, so that its limit of
  /// processes is its own, too.
  ///
  /// - Parameter isApart: whether it has a namespace of users of its own if it is not root's; only
  ///   there are processes counted apart from the person's others.
  private static func lowered(isApart: Bool = false) -> [String] {
    let limit = ["/usr/bin/env", "prlimit", "--nproc=256"]
    guard getuid() == 0 else { return isApart ? limit : [] }
    guard let setpriv = path(of: "setpriv") else { return [] }
    let user = strangers.withLock { number in
      number += 1
      return 2_000_000_000 + UInt32(getpid() % 100_000) * 1000 + number % 1000
    }
    return limit + [
      setpriv, "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--bounding-set=-all",
      "--no-new-privs",
    ]
  }

  /// How many users have been made up in this process.
  private static let strangers = Mutex<UInt32>(0)

  private static func path(of name: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
