import Foundation
import SQLiteDriver

/// The members of to-many relationships.
extension SQLiteStore {
  package func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64]
  ) throws -> RelatedRows {
    try reading { try relatedRows(property, of: layout, owners: owners) }
  }

  private func relatedRows(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64]
  ) throws -> RelatedRows {
    guard let plan = try relationPlan(property, of: layout) else {
      return RelatedRows(batch: RowBatch(), owners: [])
    }
    let shape = plan.shape
    let reader = SQLiteRowReader(store: self, shape: shape)
    var found = OwnerRuns()
    if owners.count == 1 {
      let statement = try plan.single.take(connection)
      defer { statement.finish() }
      try statement.bind(owners[0], at: 1)
      return RelatedRows(batch: try reader.readAll(statement, owners: &found), owners: [])
    }
    let owner = RelationSQL.OwnerColumn(plan.relation, shape.columns)
    if wantsAll(owners, of: layout), let sql = plan.all {
      let statement = try connection.cachedStatement(sql)
      defer { statement.finish() }
      let batch = try reader.readAll(statement, ownerColumn: owner.index, owners: &found)
      return RelatedRows(batch: batch, owners: found)
    }
    // However many owners: one statement.
    let list = RelationSQL.filledUp(owners)
    let statement = try connection.cachedStatement(
      RelationSQL.select(
        plan.relation, plan.table, shape.columns, ownerCount: list?.count ?? Int.max,
        owner: owner))
    defer { statement.finish() }
    if let list {
      for (index, owner) in list.enumerated() { try statement.bind(owner, at: Int32(index + 1)) }
    } else {
      try statement.bind(KeyList.json(owners), at: 1)
    }
    let batch = try reader.readAll(statement, ownerColumn: owner.index, owners: &found)
    return RelatedRows(batch: batch, owners: found)
  }
}

extension SQLiteStore {
  /// Whether the owners are all there are, as far as is known, so that one scan of the members' table
  /// does instead of a search for each owner. Rows of owners that were not asked for do no harm.
  private func wantsAll(_ owners: [Int64], of layout: EntityLayout) -> Bool {
    guard owners.count >= 200, let count = wholeCounts[layout.number] else { return false }
    return owners.count >= count
  }
}

/// The SELECT statements of relationships.
enum RelationSQL {
  /// Keys filled up with the last one to one of a few lengths, so that few statements are prepared;
  /// nil for more than these, which go as one value.
  static func filledUp(_ keys: [Int64]) -> [Int64]? {
    guard let last = keys.last,
      let size = [10, 100, 500].first(where: { $0 >= keys.count })
    else { return nil }
    return keys + repeatElement(last, count: size - keys.count)
  }

  /// Where the statement for several owners has the owner's key: mostly among the members' own columns,
  /// as their to-one; else behind them.
  struct OwnerColumn {
    let index: Int32
    /// The column to be added to the members' own; nil if it is one of them.
    let added: String?

    init(_ relation: SQLToMany, _ columns: [String]) {
      let own =
        switch relation {
        case .foreignKey(_, let column, _), .ownColumn(_, let column):
          columns.firstIndex(of: column)
        case .join: Int?.none
        }
      index = Int32(own ?? columns.count)
      added =
        switch relation {
        case .foreignKey(_, let column, _), .ownColumn(_, let column):
          own == nil ? "t0." + column : nil
        case .join(let join): "t1." + join.ownColumn
        }
    }
  }

  /// The statement for all owners; nil where the members of one would not come in order.
  static func selectAll(_ relation: SQLToMany, _ table: String, _ columns: [String]) -> String? {
    guard case .foreignKey(_, let column, let order) = relation, order == nil else { return nil }
    let list = self.list(columns, OwnerColumn(relation, columns))
    return "SELECT \(list) FROM \(table) t0 WHERE t0.\(column) IS NOT NULL"
  }

  /// - Parameter owner: where the owner's key is to be; nil for the statement for one owner.
  static func select(
    _ relation: SQLToMany, _ table: String, _ columns: [String], ownerCount: Int,
    owner: OwnerColumn? = nil
  ) -> String {
    let list = self.list(columns, owner)
    let places =
      switch ownerCount {
      case 1: "= ?"
      case ...500: "IN (" + Array(repeating: "?", count: ownerCount).joined(separator: ",") + ")"
      default: "IN (\(KeyList.select))"
      }
    let withOwner = owner != nil
    switch relation {
    case .foreignKey(_, let column, let order):
      return "SELECT \(list) FROM \(table) t0 WHERE t0.\(column) \(places)"
        + (order.map { " ORDER BY \(withOwner ? "t0.\(column), " : "")t0.\($0)" } ?? "")
    case .ownColumn(_, let column):
      return "SELECT \(list) FROM \(table) t0 WHERE t0.\(column) \(places)"
    case .join(let join):
      return "SELECT \(list) FROM \(join.table) t1 "
        + "JOIN \(table) t0 ON t0.Z_PK = t1.\(join.otherColumn) "
        + "WHERE t1.\(join.ownColumn) \(places)"
        + (join.orderColumn.map {
          " ORDER BY \(withOwner ? "t1.\(join.ownColumn), " : "")t1.\($0)"
        } ?? "")
    }
  }

  private static func list(_ columns: [String], _ owner: OwnerColumn?) -> String {
    (columns.map { "t0." + $0 } + (owner?.added.map { [$0] } ?? [])).joined(separator: ", ")
  }
}

/// Any number of keys as one bound value.
enum KeyList {
  /// A SELECT of the keys bound to its one parameter.
  static let select = "SELECT value FROM json_each(?)"

  /// The keys as a JSON array.
  static func json(_ keys: some Sequence<Int64>) -> String {
    "[" + keys.map(String.init).joined(separator: ",") + "]"
  }
}
