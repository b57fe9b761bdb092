internal import Foundation

/// The files of a chapter's store, and the folder in which they are made.
enum ChapterStoreFiles {
  /// Moves a closed store and what lies beside it to another folder, its file last; the folder it was
  /// in goes.
  static func move(_ store: URL, to place: URL) throws(Problem) {
    let manager = FileManager.default
    let folder = store.deletingLastPathComponent()
    try doing("put \(place.path) in its place") {
      let names = try manager.contentsOfDirectory(atPath: folder.path)
        .filter { $0 != store.lastPathComponent }
      for name in names + [store.lastPathComponent] {
        try manager.moveItem(
          at: folder.appendingPathComponent(name),
          to: place.deletingLastPathComponent().appendingPathComponent(name))
      }
      try manager.removeItem(at: folder)
    }
  }

  /// Removes a store's file and what lies beside it; the folder it is in is there afterwards.
  static func clear(_ store: URL) throws(Problem) {
    let folder = store.deletingLastPathComponent()
    let base = store.deletingPathExtension().lastPathComponent
    let names = ["", "-wal", "-shm", "-journal"].map { store.lastPathComponent + $0 }
    try doing("renew \(store.path)") {
      for name in names + [".\(base)_SUPPORT"] {
        try removeItem(folder.appendingPathComponent(name))
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  /// Makes a folder that holds nothing, whatever was there.
  static func emptyFolder(_ folder: URL) throws(Problem) {
    try removeFolder(folder)
    try doing("make the folder \(folder.path)") {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  /// Removes a folder with all it holds, if it is there.
  static func removeFolder(_ folder: URL) throws(Problem) {
    try doing("remove \(folder.path)") { try removeItem(folder) }
  }

  private static func removeItem(_ url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    try FileManager.default.removeItem(at: url)
  }

  private static func doing(_ what: String, _ body: () throws -> Void) throws(Problem) {
    do {
      try body()
    } catch {
      throw Problem("cannot \(what): \(error.localizedDescription)", kind: .file)
    }
  }
}
