import CSQLite
import Foundation
import SQLiteDriver

/// Deleting rows: in lists of keys, since a statement per row costs more than the row.
extension SQLiteStore {
  /// Deletes the rows of a save.
  ///
  /// - Returns: whether every row was as its object knew it. If not, some are gone already, and
  ///   nothing more may be written: the save is to be taken back.
  func delete(_ deletes: ContiguousArray<SavePlan.Delete>) throws -> Bool {
    for delete in deletes { try deleteLinks(delete) }
    for group in DeletionGroup.groups(deletes) {
      guard try delete(group) else { return false }
    }
    return true
  }

  /// Takes the transaction back and finds the conflicts of a save by reading: of rows that are being
  /// deleted, nothing tells which were gone before.
  func takeBack(_ plan: SavePlan) throws -> [RowConflict] {
    try connection.rollback()
    var conflicts: [RowConflict] = []
    for group in DeletionGroup.groups(plan.deletes) where group.byVersion {
      for key in group.keys {
        try findConflict(group.layout, key, known: group.version, &conflicts)
      }
    }
    for update in plan.updates {
      try findConflict(update.layout, update.pk, known: update.row.version, &conflicts)
    }
    return conflicts
  }

  /// Takes the row out of join tables, and empties the columns in which the members of its to-manies
  /// without inverse name it.
  private func deleteLinks(_ delete: SavePlan.Delete) throws {
    if delete.layout.toManies.isEmpty { return }
    let map = try map(delete.layout)
    for property in delete.layout.toManies {
      switch map.entity.toMany[property.name] {
      case .join(let join):
        try connection.run(
          "DELETE FROM \(join.table) WHERE \(join.ownColumn) = ?", [.integer(delete.pk)])
      case .ownColumn(let table, let column) where property.deleteRule != .noActionDeleteRule:
        try connection.run(
          "UPDATE \(table) SET \(column) = NULL WHERE \(column) = ?", [.integer(delete.pk)])
      default: break
      }
    }
  }

  /// Deletes a group's rows; says whether all of them were as the objects knew them.
  private func delete(_ group: DeletionGroup) throws -> Bool {
    let map = try map(group.layout)
    try releaseExternalData(
      of: group.keys, map.columns.filter(\.isExternal), table: map.table)
    var rest = group.keys[...]
    while let kind = map.deletions.first(where: { $0.count <= rest.count }) {
      let keys = rest.prefix(kind.count)
      rest = rest.dropFirst(kind.count)
      let statement = try (group.byVersion ? kind.byVersion : kind.byKey).take(connection)
      defer { statement.finish() }
      var index: Int32 = 1
      for key in keys {
        sqlite3_bind_int64(statement.handle, index, key)
        index += 1
      }
      if group.byVersion { sqlite3_bind_int64(statement.handle, index, Int64(group.version)) }
      try statement.run()
      if group.byVersion && connection.changes != keys.count { return false }
    }
    return true
  }

  private func findConflict(
    _ layout: EntityLayout, _ key: Int64, known version: Int32, _ conflicts: inout [RowConflict]
  ) throws {
    let table = try map(layout).table
    let stored = try connection.integer(
      "SELECT IFNULL(Z_OPT, 0) FROM \(table) WHERE Z_PK = ?", [.integer(key)])
    if stored == Int64(version) { return }
    conflicts.append(try conflict(layout, key, known: version))
  }
}

/// Rows of one entity that are to be deleted and that the objects knew in one version.
private struct DeletionGroup {
  let layout: EntityLayout
  let version: Int32
  var keys: ContiguousArray<Int64>

  /// Whether the objects knew their rows; a fault is deleted whatever its row is by now.
  var byVersion: Bool { version > 0 }

  /// The groups, each in ascending order of keys, as the table lies in the file.
  static func groups(_ deletes: ContiguousArray<SavePlan.Delete>) -> [DeletionGroup] {
    var groups: [DeletionGroup] = []
    var last = -1
    for delete in deletes {
      if last < 0 || groups[last].layout !== delete.layout
        || groups[last].version != delete.version
      {
        last =
          groups.firstIndex { $0.layout === delete.layout && $0.version == delete.version } ?? -1
        if last < 0 {
          last = groups.count
          groups.append(
            DeletionGroup(layout: delete.layout, version: delete.version, keys: []))
        }
      }
      groups[last].keys.append(delete.pk)
    }
    for index in groups.indices { groups[index].keys.sort() }
    return groups
  }
}
