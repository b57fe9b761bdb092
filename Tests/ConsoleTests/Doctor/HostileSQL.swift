import Foundation
import SQLiteDriver

/// Statements that make a store tell lies.
enum HostileSQL {
  static func run(_ sql: String, on url: URL) throws {
    let connection = try SQLiteConnection(path: url.path)
    try connection.execute(sql)
  }
}
