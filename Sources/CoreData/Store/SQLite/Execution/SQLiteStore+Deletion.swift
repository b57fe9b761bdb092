import CSQLite
import Foundation
import SQLiteDriver

/// Deleting rows: in lists of keys, since a statement per row costs more than the row.
extension SQLiteStore {
  func delete(_ deletes: ContiguousArray<SavePlan.Delete>, _ conflicts: inout [RowConflict]) throws
  {
    for delete in deletes { try deleteLinks(delete) }
    let groups = DeletionGroup.groups(deletes)
    for group in groups {
      guard try delete(group) else {
        // Of the rows that are gone, nothing tells which were gone before. A save with a conflict is
        // taken back anyway: after that one may look.
        try connection.rollback()
        for group in groups { try findConflicts(group, &conflicts) }
        return
      }
    }
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

  private func findConflicts(
    _ group: DeletionGroup, _ conflicts: inout [RowConflict]
  ) throws {
    guard group.byVersion else { return }
    let table = try map(group.layout).table
    for key in group.keys {
      let stored = try connection.integer(
        "SELECT Z_OPT FROM \(table) WHERE Z_PK = ?", [.integer(key)])
      if stored == Int64(group.version) { continue }
      conflicts.append(try conflict(group.layout, key, known: group.version))
    }
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
