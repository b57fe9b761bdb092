import Foundation
import SQLiteDriver

/// Primary keys: the counter of each root entity in `Z_PRIMARYKEY` (format fact 8).
extension SQLiteStore {
  package func reserveKeys(_ root: EntityLayout, count: Int) throws -> Int64 {
    let map = try map(root)
    let isOwn = !connection.isInTransaction
    if isOwn { try begin() }
    do {
      let stored = try connection.integer(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(map.number)])
      // A counter that fell behind (a damaged or foreign store) must not hand out keys in use.
      let used = try connection.integer("SELECT MAX(Z_PK) FROM \(map.table)", [])
      let last = max(stored ?? 0, used ?? 0, 0)
      guard last < Int64.max - Int64(count) else {
        throw SQLiteStoreError.keysExhausted(entity: root.name)
      }
      try connection.run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
        [.integer(last + Int64(count)), .integer(map.number)])
      if isOwn {
        try connection.commit()
        noteOwnCommit()
      }
      return last + 1
    } catch {
      // The error that led here counts; SQLite has mostly rolled back by itself.
      if isOwn { try? connection.rollback() }
      throw error
    }
  }
}
