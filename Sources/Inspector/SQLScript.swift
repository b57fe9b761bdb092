internal import CSQLite
import CoreData
package import Foundation
import SQLiteDriver

/// A file of SQL, as the shell's `.dump` writes it, run to make a new database.
package enum SQLScript {
  /// Runs the statements in a new file at `path`; the file goes again if one of them fails.
  ///
  /// - Throws: what SQLite says. Statements that reach for other files are refused.
  package static func run(_ script: Data, into path: String) throws {
    try StoreSite.requireFile(URL(fileURLWithPath: path), type: NSSQLiteStoreType)
    do {
      let connection = try SQLiteConnection(
        path: path, options: SQLiteOpenOptions(mode: .create))
      sqlite3_set_authorizer(
        connection.handle,
        { _, action, _, _, _, _ in
          action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK
        }, nil)
      var text = script
      text.append(0)
      let code = text.withUnsafeBytes { bytes in
        sqlite3_exec(
          connection.handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), nil, nil, nil)
      }
      guard code == SQLITE_OK else {
        throw SQLiteError(connection: connection.handle, code: code, sql: "")
      }
    } catch {
      // The error of the script counts; what is left of the file is nobody's store.
      StoreSite.removeFiles(URL(fileURLWithPath: path))
      throw error
    }
  }
}
