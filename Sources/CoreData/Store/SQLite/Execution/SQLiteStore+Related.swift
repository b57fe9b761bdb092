import Foundation
import SQLiteDriver

/// The members of to-many relationships.
extension SQLiteStore {
  package func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64]
  ) throws -> RelatedRows {
    guard let plan = try relationPlan(property, of: layout) else {
      return RelatedRows(batch: RowBatch(), owners: [])
    }
    let shape = plan.shape
    let reader = SQLiteRowReader(store: self, shape: shape)
    var found: ContiguousArray<Int64> = []
    if owners.count == 1 {
      let statement = try plan.single.take(connection)
      defer { statement.finish() }
      try statement.bind(owners[0], at: 1)
      return RelatedRows(batch: try reader.readAll(statement, owners: &found), owners: [])
    }
    if try wantsAll(owners, of: layout), let sql = plan.all {
      let statement = try connection.cachedStatement(sql)
      defer { statement.finish() }
      let batch = try reader.readAll(
        statement, ownerColumn: Int32(shape.columns.count), owners: &found)
      return RelatedRows(batch: batch, owners: found)
    }
    var batch = RowBatch()
    for list in RelationSQL.lists(owners) {
      let statement = try connection.cachedStatement(
        RelationSQL.select(
          plan.relation, plan.table, shape.columns, ownerCount: list.count, withOwner: true))
      defer { statement.finish() }
      for (index, owner) in list.enumerated() { try statement.bind(owner, at: Int32(index + 1)) }
      batch.append(
        try reader.readAll(statement, ownerColumn: Int32(shape.columns.count), owners: &found))
    }
    return RelatedRows(batch: batch, owners: found)
  }
}

extension SQLiteStore {
  /// Whether the owners are all there are, so that one scan of the members' table does instead of a
  /// search for each owner. Asked for long lists only, and answered from the table's end where it
  /// can be.
  private func wantsAll(_ owners: [Int64], of layout: EntityLayout) throws -> Bool {
    guard owners.count >= 200 else { return false }
    let table = try map(layout).table
    let last = try connection.integer("SELECT MAX(Z_PK) FROM \(table)") ?? 0
    guard last <= owners.count * 2 else { return false }
    let count = try connection.integer("SELECT COUNT(*) FROM \(table)") ?? 0
    return count <= owners.count
  }
}

/// The SELECT statements of relationships.
enum RelationSQL {
  /// Splits keys into lists of a few fixed lengths, so that few statements are prepared. The last
  /// list is filled up with its last key.
  static func lists(_ keys: [Int64]) -> [[Int64]] {
    var lists: [[Int64]] = []
    var rest = keys[...]
    while let last = rest.last {
      let size = rest.count > 100 ? 500 : rest.count > 10 ? 100 : 10
      var list = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      if list.count < size { list += repeatElement(last, count: size - list.count) }
      lists.append(list)
    }
    return lists
  }

  /// The statement for all owners; nil where the members of one would not come in order.
  static func selectAll(_ relation: SQLToMany, _ table: String, _ columns: [String]) -> String? {
    guard case .foreignKey(_, let column, let order) = relation, order == nil else { return nil }
    let list = columns.map { "t0." + $0 }.joined(separator: ", ")
    return "SELECT \(list), t0.\(column) FROM \(table) t0 WHERE t0.\(column) IS NOT NULL"
  }

  static func select(
    _ relation: SQLToMany, _ table: String, _ columns: [String], ownerCount: Int, withOwner: Bool
  ) -> String {
    let list = columns.map { "t0." + $0 }.joined(separator: ", ")
    let places =
      ownerCount == 1
      ? "= ?" : "IN (" + Array(repeating: "?", count: ownerCount).joined(separator: ",") + ")"
    switch relation {
    case .foreignKey(_, let column, let order):
      return "SELECT \(list)\(withOwner ? ", t0.\(column)" : "") FROM \(table) t0 "
        + "WHERE t0.\(column) \(places)"
        + (order.map { " ORDER BY \(withOwner ? "t0.\(column), " : "")t0.\($0)" } ?? "")
    case .ownColumn(_, let column):
      return "SELECT \(list)\(withOwner ? ", t0.\(column)" : "") FROM \(table) t0 "
        + "WHERE t0.\(column) \(places)"
    case .join(let join):
      return "SELECT \(list)\(withOwner ? ", t1.\(join.ownColumn)" : "") FROM \(join.table) t1 "
        + "JOIN \(table) t0 ON t0.Z_PK = t1.\(join.otherColumn) "
        + "WHERE t1.\(join.ownColumn) \(places)"
        + (join.orderColumn.map {
          " ORDER BY \(withOwner ? "t1.\(join.ownColumn), " : "")t1.\($0)"
        } ?? "")
    }
  }
}
