internal import Foundation

/// The removal of all that lies in a folder, whatever a program has made of it: folders that are closed
/// to their owner, or deeper than a path can say.
///
/// Everything is done through open folders and names in them, and no link is followed, so that a name
/// which becomes another thing in between leads nowhere else. What is mounted into it stays.
struct FolderRemoval {
  private let root: Int32
  private let device: dev_t
  /// How many folders were too deep and lie in the root now.
  private var moved = 0
  private static let deepest = 32
  /// O_PATH of fcntl.h, which Glibc's module leaves out: a folder that is named, not read.
  private static let pathOnly: Int32 = 0o10_000_000

  /// - Parameter root: the open folder that is to become empty.
  init?(_ root: Int32) {
    var status = stat()
    guard fstat(root, &status) == 0 else { return nil }
    self.root = root
    device = status.st_dev
  }

  mutating func run() {
    repeat {
      moved = 0
      empty(root, depth: 0)
    } while moved > 0
  }

  private mutating func empty(_ folder: Int32, depth: Int) {
    fchmod(folder, 0o700)
    for name in Self.names(in: folder) where unlinkat(folder, name, 0) != 0 {
      guard let inner = Self.folder(name, in: folder) else { continue }
      defer { close(inner) }
      var status = stat()
      guard fstat(inner, &status) == 0, status.st_dev == device else { continue }
      if depth < Self.deepest {
        empty(inner, depth: depth + 1)
        unlinkat(folder, name, AT_REMOVEDIR)
      } else if renameat(folder, name, root, UUID().uuidString) == 0 {
        moved += 1
      }
    }
  }

  /// A folder in a folder, opened to its owner if need be.
  private static func folder(_ name: String, in parent: Int32) -> Int32? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let known = openat(parent, name, pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard known >= 0 else { return nil }
    chmod("/proc/self/fd/\(known)", 0o700)
    close(known)
    let opened = openat(parent, name, flags)
    return opened >= 0 ? opened : nil
  }

  static func names(in folder: Int32) -> [String] {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let list = fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
