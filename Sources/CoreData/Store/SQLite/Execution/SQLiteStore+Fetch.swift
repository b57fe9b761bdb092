import Foundation
import SQLiteDriver

/// Fetching: one statement per fetch.
extension SQLiteStore {
  func fetchRows(_ plan: FetchPlan) throws -> RowBatch {
    let shape = try shape(
      plan.layout, includesSubentities: plan.pieces.includesSubentities)
    guard plan.pieces.predicate == nil, (plan.pieces.sortDescriptors ?? []).isEmpty,
      plan.pieces.fetchLimit == 0, plan.pieces.fetchOffset == 0
    else { throw ContextError.unsupportedRequest("fetch with a predicate, an order or a limit") }
    let sql =
      "SELECT " + shape.columns.map { "t0." + $0 }.joined(separator: ", ")
      + " FROM \(try map(plan.layout).table) t0"
    let statement = try connection.cachedStatement(sql)
    defer { statement.finish() }
    var owners: ContiguousArray<Int64> = []
    return try SQLiteRowReader(store: self, shape: shape).readAll(statement, owners: &owners)
  }
  func count(_ plan: FetchPlan) throws -> Int { try fetchRows(plan).rows.count }
  func fetchDictionaries(_ plan: FetchPlan) throws -> [[String: Any]] {
    throw ContextError.unsupportedRequest("dictionary results")
  }
}
