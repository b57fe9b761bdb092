import CSQLite
import Foundation
import SQLiteDriver

extension SQLiteConnection {
  /// Opens a store's file to be read only.
  ///
  /// A file that is kept with a write-ahead log wants an index of the log beside it. Where that cannot be
  /// made, as on a medium that cannot be written, and there is no log, the file is read as one that
  /// nobody writes.
  static func reading(
    _ url: URL, busyTimeout: Int32 = SQLiteOpenOptions().busyTimeout
  ) throws(SQLiteError) -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path: url.path, options: SQLiteOpenOptions(mode: .readOnly, busyTimeout: busyTimeout))
    do {
      _ = try connection.integer("PRAGMA schema_version")
      return connection
    } catch {
      guard unwritable.contains(error.extendedCode), isWithoutLog(url) else {
        // What is wrong with the file is said where it is read.
        return connection
      }
      return try SQLiteConnection(
        path: url.path, options: SQLiteOpenOptions(mode: .immutable, busyTimeout: busyTimeout))
    }
  }

  /// What SQLite says where it cannot make the index: READONLY_DIRECTORY, READONLY_CANTINIT and
  /// READONLY_RECOVERY, and CANTOPEN.
  private static let unwritable: Set<Int32> = [1544, 1288, 264, SQLITE_CANTOPEN]

  private static func isWithoutLog(_ url: URL) -> Bool {
    // A log that cannot be looked at might hold something.
    let path = LinkTarget.of(url).path + "-wal"
    guard FileManager.default.fileExists(atPath: path) else { return true }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int == 0
  }
}
