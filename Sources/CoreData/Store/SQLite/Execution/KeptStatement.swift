import SQLiteDriver

/// A statement that is run again and again: its text, made once, and the prepared statement, so that
/// a run looks nothing up. Finding a statement by its text costs about as much as running it for one
/// row.
final class KeptStatement {
  private let sql: String
  private var prepared: SQLiteStatement?

  init(_ sql: String) { self.sql = sql }

  /// The statement, ready to be bound; give it back with `finish()`.
  func take(_ connection: SQLiteConnection) throws(SQLiteError) -> SQLiteStatement {
    if let prepared, prepared.claim() { return prepared }
    let statement = try connection.cachedStatement(sql)
    prepared = statement
    return statement
  }
}

/// How a to-many relationship is read.
final class RelationPlan {
  let relation: SQLToMany
  let shape: SelectShape
  let table: String
  /// For one owner.
  let single: KeptStatement
  /// For all owners there are.
  let all: String?

  init(_ relation: SQLToMany, _ shape: SelectShape, table: String) {
    self.relation = relation
    self.shape = shape
    self.table = table
    all = RelationSQL.selectAll(relation, table, shape.columns)
    single = KeptStatement(
      RelationSQL.select(relation, table, shape.columns, ownerCount: 1))
  }
}
