import Foundation
import Glibc

/// The folder with the caches of fetched results controllers: a file for each name and store.
///
/// What cannot be read counts as not there, and what cannot be written is left: a cache saves work and
/// decides nothing.
struct SectionCacheFolder {
  let url: URL
  /// Beyond this many files the oldest go.
  static let mostFiles = 256
  private static let suffix = ".sections"

  /// `$XDG_CACHE_HOME/PROGRAM/FetchedResults`, or `~/.cache/PROGRAM/FetchedResults`.
  static var standard: SectionCacheFolder {
    let environment = ProcessInfo.processInfo.environment
    let base: URL
    if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") {
      base = URL(fileURLWithPath: caches, isDirectory: true)
    } else {
      let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        .map { URL(fileURLWithPath: $0, isDirectory: true) }
      base = (home ?? FileManager.default.homeDirectoryForCurrentUser)
        .appendingPathComponent(".cache", isDirectory: true)
    }
    let program = ProcessInfo.processInfo.processName
    return SectionCacheFolder(
      url: base.appendingPathComponent(program.isEmpty ? "corebook" : program, isDirectory: true)
        .appendingPathComponent("FetchedResults", isDirectory: true))
  }

  /// The file of a cache. Names and UUIDs may be any text.
  func file(_ name: String, store uuid: String) -> URL {
    url.appendingPathComponent("\(Self.digest(name))-\(Self.digest(uuid))\(Self.suffix)")
  }

  private static func digest(_ text: String) -> String {
    Digest.sha256(Array(text.utf8)).prefix(16).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  /// The bytes of an ordinary file of a size that can be; nil for all else.
  func read(_ file: URL) -> [UInt8]? {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var found = stat()
    guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
      found.st_size <= SectionInformation.largestFile
    else { return nil }
    let size = Int(found.st_size)
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let count = bytes.withUnsafeMutableBytes { room in
        Glibc.read(descriptor, room.baseAddress?.advanced(by: filled), size - filled)
      }
      guard count > 0 else { return nil }
      filled += count
    }
    return bytes
  }

  /// Puts a file in place of another in one step: whoever reads sees the old one or the new one.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  func write(_ bytes: [UInt8], to file: URL) -> Bool {
    guard bytes.count <= SectionInformation.largestFile else { return false }
    try? FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let isNew = access(file.path, F_OK) != 0
    let draft = url.appendingPathComponent("\(UUID().uuidString)\(Self.suffix)").path
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { room in
        Glibc.write(descriptor, room.baseAddress?.advanced(by: written), bytes.count - written)
      }
      guard count > 0 else { break }
      written += count
    }
    close(descriptor)
    guard written == bytes.count, rename(draft, file.path) == 0 else {
      unlink(draft)
      return false
    }
    if isNew { prune() }
    return true
  }

  /// Removes the caches of a name, whatever their store; all if no name is given.
  func remove(_ name: String?) {
    let start = name.map { Self.digest($0) + "-" } ?? ""
    for file in files where file.lastPathComponent.hasPrefix(start) { unlink(file.path) }
  }

  private var files: [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: url, includingPropertiesForKeys: nil)
    return (found ?? []).filter { $0.lastPathComponent.hasSuffix(Self.suffix) }
  }

  /// Lets stores that nobody opens any more be forgotten.
  private func prune() {
    let files = files
    guard files.count > Self.mostFiles else { return }
    let dated = files.map { ($0, FileMark(path: $0.path)?.modified ?? 0) }
    for (file, _) in dated.sorted(by: { $0.1 < $1.1 }).dropLast(Self.mostFiles) {
      unlink(file.path)
    }
  }
}
