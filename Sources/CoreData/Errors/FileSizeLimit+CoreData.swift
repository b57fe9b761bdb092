internal import Foundation
internal import SQLiteDriver

extension FileSizeLimit {
  /// Refuses to write a file that would be larger than this process may make one, before a part of it is
  /// written: Foundation says of such a write only that it did not work.
  ///
  /// - Throws: 512 with the reason, as the system's EFBIG would be.
  static func check(_ size: Int, of url: URL) throws {
    guard let bytes, UInt64(size) > bytes else { return }
    throw NSError(
      domain: NSCocoaErrorDomain, code: CocoaError.Code.fileWriteUnknown.rawValue,
      userInfo: [
        NSLocalizedDescriptionKey: "The file would have \(size) bytes. \(advice)",
        NSFilePathErrorKey: url.path,
        NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(EFBIG)),
      ])
  }
}
