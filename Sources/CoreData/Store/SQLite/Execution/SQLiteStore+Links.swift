import Foundation
import SQLiteDriver

/// Members of relationships that are kept in a join table, in a column of the member's row without
/// an inverse, or by an order column.
extension SQLiteStore {
  func link(_ links: [SavePlan.Link], _ keys: KeyAssignment) throws {
    for link in links {
      guard let relation = try map(link.layout).entity.toMany[link.property.name] else { continue }
      let owner = keys.permanent(link.owner.pk)
      let added = link.added.map { keys.permanent($0.pk) }.filter { $0 > 0 }
      let removed = link.removed.map { keys.permanent($0.pk) }.filter { $0 > 0 }
      switch relation {
      case .join(let join): try write(join, owner, added, removed)
      case .ownColumn(let table, let column): try write(table, column, owner, added, removed)
      case .foreignKey: break
      }
      if let order = link.order, let place = orderPlace(relation) {
        let members = order.map { keys.permanent($0.pk) }.filter { $0 > 0 }
        try write(place, owner, members, Set(added), rewrites: link.isReordered)
      }
    }
  }

  private func write(
    _ join: SQLJoin, _ owner: Int64, _ added: [Int64], _ removed: [Int64]
  ) throws {
    for other in removed {
      try connection.run(
        "DELETE FROM \(join.table) WHERE \(join.ownColumn) = ? AND \(join.otherColumn) = ?",
        [.integer(owner), .integer(other)])
    }
    for other in added {
      try connection.run(
        "INSERT OR IGNORE INTO \(join.table) (\(join.ownColumn), \(join.otherColumn)) VALUES (?, ?)",
        [.integer(owner), .integer(other)])
    }
  }

  private func write(
    _ table: String, _ column: String, _ owner: Int64, _ added: [Int64], _ removed: [Int64]
  ) throws {
    for other in removed {
      try connection.run(
        "UPDATE \(table) SET \(column) = NULL WHERE Z_PK = ? AND \(column) = ?",
        [.integer(other), .integer(owner)])
    }
    for other in added {
      try connection.run(
        "UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?", [.integer(owner), .integer(other)])
    }
  }

  /// Where an ordered relationship keeps its order.
  private struct OrderPlace {
    let table: String
    let column: String
    let memberColumn: String
    let ownerColumn: String
  }

  private func orderPlace(_ relation: SQLToMany) -> OrderPlace? {
    switch relation {
    case .foreignKey(let table, let column, let order):
      order.map { OrderPlace(table: table, column: $0, memberColumn: "Z_PK", ownerColumn: column) }
    case .join(let join):
      join.orderColumn.map {
        OrderPlace(
          table: join.table, column: $0, memberColumn: join.otherColumn,
          ownerColumn: join.ownColumn)
      }
    case .ownColumn: nil
    }
  }

  /// Order values grow by 1024 from 2048 on, so that there is room between (format facts 22, 28).
  /// Members added at the end continue; anything else is numbered anew.
  private func write(
    _ place: OrderPlace, _ owner: Int64, _ members: [Int64], _ added: Set<Int64>, rewrites: Bool
  ) throws {
    var next: Int64 = 2048
    var wanted = members
    if !rewrites {
      let last = try connection.integer(
        "SELECT MAX(\(place.column)) FROM \(place.table) WHERE \(place.ownerColumn) = ?",
        [.integer(owner)])
      // A damaged place leaves no room behind it: then all are numbered anew.
      if let last, last > 0, last < Int64.max / 2 {
        next = last + 1024
        wanted = members.filter(added.contains)
      }
    }
    for member in wanted {
      try connection.run(
        "UPDATE \(place.table) SET \(place.column) = ? "
          + "WHERE \(place.memberColumn) = ? AND \(place.ownerColumn) = ?",
        [.integer(next), .integer(member), .integer(owner)])
      next += 1024
    }
  }
}
