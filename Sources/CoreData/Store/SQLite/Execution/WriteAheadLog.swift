import Foundation
import Glibc

/// Looks into the file of a write-ahead log, whose form SQLite documents ("WAL-mode File Format").
///
/// Unlike the database itself the log may be opened beside SQLite: nobody locks it.
enum WriteAheadLog {
  enum Content: Equatable {
    /// No log, or one in which nothing is committed.
    case nothing
    /// A digest of the headers of all frames to the last commit. Each header has a checksum of all
    /// content up to it, and each new round of the log begins with new random numbers.
    case frames([UInt8])
    /// It cannot be read, or is too long to be looked through.
    case unknown
  }

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  /// A quarter of a gigabyte of the usual pages; SQLite brings the log in after a thousand.
  private static let mostFrames = 1 << 16

  /// What stands in the log of a database.
  static func content(ofDatabase path: String) -> Content {
    let file = open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return errno == ENOENT ? .nothing : .unknown }
    defer { close(file) }
    guard let header = read(file, at: 0, count: headerSize) else { return .nothing }
    let pageSize = Int(number(header, 8))
    guard number(header, 0) & 0xFFFF_FFFE == 0x377F_0682, pageSize >= 512, pageSize <= 65_536,
      pageSize & (pageSize - 1) == 0
    else { return .nothing }
    let salts = header[16..<24]
    var seen = header
    var committed = 0
    for frame in 0... {
      if frame == mostFrames { return .unknown }
      let place = headerSize + frame * (frameHeaderSize + pageSize)
      guard let found = read(file, at: place, count: frameHeaderSize), found[8..<16] == salts
      else { break }
      seen += found
      if number(found, 4) != 0 { committed = seen.count }
    }
    return committed == 0 ? .nothing : .frames(Digest.sha256(Array(seen[..<committed])))
  }

  private static func read(_ file: Int32, at place: Int, count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, length in
      length = max(0, pread(file, room.baseAddress, count, off_t(place)))
    }
    return bytes.count == count ? bytes : nil
  }

  /// The numbers are written with the highest byte first.
  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
