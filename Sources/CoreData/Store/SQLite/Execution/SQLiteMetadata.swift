import Foundation
package import SQLiteDriver

/// The metadata row of an SQLite store (format fact 3).
package enum SQLiteMetadata {
  /// Reads the metadata; the UUID, which has a column of its own, is put in.
  package static func read(from connection: SQLiteConnection, path: String) throws -> [String: Any]
  {
    let tables = try connection.integer(
      "SELECT COUNT(*) FROM sqlite_master WHERE name IN ('Z_METADATA', 'Z_PRIMARYKEY')", [])
    guard tables == 2 else { throw SQLiteStoreError.noMetadata(path: path) }
    let row = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1").first
    guard let row else { throw SQLiteStoreError.noMetadata(path: path) }
    // The one thing that can be wrong with them is said by the error below.
    guard case .blob(let data) = row[1],
      let metadata = try? StoreMetadata.decode(data, uuid: row[0].text ?? "", path: path)
    else { throw SQLiteStoreError.badMetadata(path: path) }
    return metadata
  }

  static func insert(_ metadata: [String: Any], into connection: SQLiteConnection) throws {
    let (uuid, data) = try encode(metadata)
    try connection.execute(
      "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
      [.text(uuid), .blob(data)])
  }

  static func write(_ metadata: [String: Any], to connection: SQLiteConnection) throws {
    let (uuid, data) = try encode(metadata)
    try connection.execute(
      "UPDATE Z_METADATA SET Z_UUID = ?, Z_PLIST = ?", [.text(uuid), .blob(data)])
  }

  private static func encode(_ metadata: [String: Any]) throws -> (String, Data) {
    let uuid = metadata[NSStoreUUIDKey] as? String ?? UUID().uuidString
    return (uuid, try StoreMetadata.encode(metadata))
  }
}
