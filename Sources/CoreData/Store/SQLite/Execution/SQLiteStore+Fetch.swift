import Foundation
import SQLiteDriver

/// Fetching: one statement per fetch.
extension SQLiteStore {
  package func fetchRows(_ plan: FetchPlan) throws -> RowBatch {
    try reading {
      let shape = try shape(plan.layout, includesSubentities: plan.pieces.includesSubentities)
      let query = try query(plan, shape)
      let statement = try prepared(query)
      defer { statement.finish() }
      var owners = OwnerRuns()
      let batch = try SQLiteRowReader(store: self, shape: shape).readAll(statement, owners: &owners)
      let pieces = plan.pieces
      if pieces.predicate == nil, pieces.fetchLimit == 0, pieces.fetchOffset == 0 {
        wholeCounts[plan.layout.number] = batch.rows.count
      }
      return batch
    }
  }

  package func fetchKeys(_ plan: FetchPlan) throws -> ContiguousArray<ObjectKey> {
    try reading {
      let query = try generator.objects(
        plan.pieces, entity: plan.layout.entity, columns: ["t0.Z_PK", "t0.Z_ENT"])
      let statement = try prepared(query)
      defer { statement.finish() }
      var keys: ContiguousArray<ObjectKey> = []
      while try statement.step() { keys.append(try key(statement)) }
      return keys
    }
  }

  /// The key that a row's first two columns are, `Z_PK` and `Z_ENT`.
  func key(_ statement: SQLiteStatement) throws -> ObjectKey {
    let pk = statement.integer(at: 0)
    guard pk > 0 else { throw keyOfNothing(pk, statement.handle) }
    let number = layoutNumber(statement.integer(at: 1))
    guard number > 0 else { throw unknownEntity(statement.integer(at: 1), statement.handle) }
    return ObjectKey(entity: number, pk: pk)
  }

  package func count(_ plan: FetchPlan) throws -> Int {
    try reading {
      let query = try generator.count(plan.pieces, entity: plan.layout.entity)
      let statement = try prepared(query)
      defer { statement.finish() }
      return try statement.step() ? Int(statement.integer(at: 0)) : 0
    }
  }

  package func fetchDictionaries(_ plan: FetchPlan) throws -> ResultTable {
    try reading {
      let query = try generator.dictionaries(plan.pieces, entity: plan.layout.entity)
      let statement = try prepared(query)
      defer { statement.finish() }
      let reader = ResultReader(self, query.columns)
      var table = ResultTable(names: query.columns.map(\.name))
      while try statement.step() { reader.read(statement, into: &table) }
      return table
    }
  }

  /// The statement that a fetch runs, for the curious.
  package func query(for plan: FetchPlan) throws -> SQLQuery {
    if plan.pieces.resultType == .dictionaryResultType {
      return try generator.dictionaries(plan.pieces, entity: plan.layout.entity)
    }
    return try query(
      plan, shape(plan.layout, includesSubentities: plan.pieces.includesSubentities))
  }

  private func query(_ plan: FetchPlan, _ shape: SelectShape) throws -> SQLQuery {
    try generator.objects(
      plan.pieces, entity: plan.layout.entity, columns: shape.columns.map { "t0." + $0 })
  }

  var generator: SQLGenerator { SQLGenerator(schema: schema, isStrict: isStrict) }

  private func statement(_ sql: String) throws -> SQLiteStatement {
    do {
      return try connection.cachedStatement(sql)
    } catch {
      let said = error.message
      guard Self.limits.contains(where: { said.contains($0) }) else { throw error }
      throw SQLGenerationError.tooComplex(said)
    }
  }

  /// What SQLite says of statements beyond its limits.
  private static let limits = [
    "parser stack overflow", "Expression tree is too large", "too many SQL variables",
    "too many terms", "string or blob too big", "at most 64 tables",
  ]

  func prepared(_ query: SQLQuery) throws -> SQLiteStatement {
    for note in query.notes { noteHandler?(note) }
    let statement = try statement(query.sql)
    for (index, value) in query.bindings.enumerated() {
      try statement.bind(value, at: Int32(index + 1))
    }
    return statement
  }
}
