import Foundation

/// Brings the pages of a large block in before it is filled.
///
/// The first touch of each page is a trap into the kernel, and for a fetch of many rows those traps
/// cost as much as SQLite does. Asking for a block's pages in one call costs a fraction of them.
enum FreshPages {
  private static let pageSize = 4096
  /// `MADV_POPULATE_WRITE`, of Linux 5.14; older kernels refuse it, and then pages come one by one.
  private static let populate: Int32 = 23

  /// - Parameters:
  ///   - start: a block just allocated, its contents undefined.
  ///   - bytes: its size. Small blocks are left alone.
  static func bringIn(_ start: UnsafeMutableRawPointer, bytes: Int) {
    guard bytes >= 8 * pageSize else { return }
    let first = (UInt(bitPattern: start) + UInt(pageSize - 1)) & ~UInt(pageSize - 1)
    let end = (UInt(bitPattern: start) + UInt(bytes)) & ~UInt(pageSize - 1)
    guard end > first, let place = UnsafeMutableRawPointer(bitPattern: first) else { return }
    _ = madvise(place, Int(end - first), populate)
  }
}
