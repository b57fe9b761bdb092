package import Foundation

/// How the file of an SQLite store begins, and what of it stands in its write-ahead log instead.
package enum StoreHead {
  private static let magic = Array("SQLite format 3\0".utf8)
  private static let headerSize = 32
  private static let frameHeaderSize = 24
  /// A quarter of a gigabyte of the usual pages; SQLite brings the log in after a thousand.
  private static let mostFrames = 1 << 16

  /// Whether a file begins as SQLite's files do, or is empty, or cannot be read.
  ///
  /// - Parameter url: a file that this process has not opened with SQLite.
  package static func isWhole(_ url: URL) -> Bool {
    let file = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return true }
    defer { close(file) }
    let head = read(file, at: 0, count: magic.count)
    return head.isEmpty || head == magic
  }

  /// Whether the log of a file has a first page that begins as SQLite's files do, which SQLite then
  /// reads in place of the file's own ("WAL-mode File Format").
  package static func standsInLog(of url: URL) -> Bool {
    let file = open(url.path + "-wal", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    let header = read(file, at: 0, count: headerSize)
    guard header.count == headerSize, number(header, 0) & 0xFFFF_FFFE == 0x377F_0682 else {
      return false
    }
    let pageSize = Int(number(header, 8))
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return false }
    for frame in 0..<mostFrames {
      let place = headerSize + frame * (frameHeaderSize + pageSize)
      let found = read(file, at: place, count: frameHeaderSize + magic.count)
      guard found.count == frameHeaderSize + magic.count, found[8..<16] == header[16..<24] else {
        return false
      }
      if number(found, 0) == 1 { return Array(found[frameHeaderSize...]) == magic }
    }
    return false
  }

  private static func read(_ file: Int32, at place: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { room, length in
      length = max(0, pread(file, room.baseAddress, count, off_t(place)))
    }
  }

  /// The numbers are written with the highest byte first.
  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
