import Foundation
import SQLiteDriver

/// Fetching: one statement per fetch.
extension SQLiteStore {
  package func fetchRows(_ plan: FetchPlan) throws -> RowBatch {
    let shape = try shape(plan.layout, includesSubentities: plan.pieces.includesSubentities)
    let query = try query(plan, shape)
    let statement = try prepared(query)
    defer { statement.finish() }
    var owners: ContiguousArray<Int64> = []
    let batch = try SQLiteRowReader(store: self, shape: shape).readAll(statement, owners: &owners)
    let pieces = plan.pieces
    if pieces.predicate == nil, pieces.fetchLimit == 0, pieces.fetchOffset == 0 {
      wholeCounts[plan.layout.number] = batch.rows.count
    }
    return batch
  }

  package func fetchKeys(_ plan: FetchPlan) throws -> ContiguousArray<ObjectKey> {
    let query = try generator.objects(
      plan.pieces, entity: plan.layout.entity, columns: ["t0.Z_PK", "t0.Z_ENT"])
    let statement = try prepared(query)
    defer { statement.finish() }
    var keys: ContiguousArray<ObjectKey> = []
    while try statement.step() {
      let number = layoutNumber(statement.integer(at: 1))
      guard number > 0 else { throw unknownEntity(statement.integer(at: 1), statement.handle) }
      keys.append(ObjectKey(entity: number, pk: statement.integer(at: 0)))
    }
    return keys
  }

  package func count(_ plan: FetchPlan) throws -> Int {
    let query = try generator.count(plan.pieces, entity: plan.layout.entity)
    let statement = try prepared(query)
    defer { statement.finish() }
    return try statement.step() ? Int(statement.integer(at: 0)) : 0
  }

  package func fetchDictionaries(_ plan: FetchPlan) throws -> [[String: Any]] {
    let query = try generator.dictionaries(plan.pieces, entity: plan.layout.entity)
    let statement = try prepared(query)
    defer { statement.finish() }
    let reader = DictionaryReader(store: self, columns: query.columns)
    var rows: [[String: Any]] = []
    while try statement.step() { rows.append(reader.row(statement)) }
    return rows
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

  func prepared(_ query: SQLQuery) throws -> SQLiteStatement {
    for note in query.notes { noteHandler?(note) }
    let statement = try connection.cachedStatement(query.sql)
    for (index, value) in query.bindings.enumerated() {
      try statement.bind(value, at: Int32(index + 1))
    }
    return statement
  }
}

/// Turns the rows of a dictionary fetch into dictionaries. A nil value has no key (case B032).
private struct DictionaryReader {
  let store: SQLiteStore
  let columns: [SQLResultColumn]

  func row(_ statement: SQLiteStatement) -> [String: Any] {
    var values: [String: Any] = [:]
    var index: Int32 = 0
    for column in columns {
      let cell = statement.value(at: index)
      index += 1
      switch column.value {
      case .attribute(let type):
        if let value = StoredValue.boxed(cell, type: type) { values[column.name] = value }
      case .external:
        guard case .blob(let bytes) = cell else { continue }
        values[column.name] = store.externalData.data(bytes)
      case .object(let entityName):
        if let pk = cell.integer, let layout = store.model.entity(named: entityName) {
          values[column.name] = ObjectKey(entity: layout.number, pk: pk)
        }
      case .objectWithEntity(let entityName):
        let number = store.layoutNumber(statement.value(at: index).integer ?? 0)
        index += 1
        if let pk = cell.integer, let layout = store.model.entity(named: entityName) {
          values[column.name] = ObjectKey(entity: number > 0 ? number : layout.number, pk: pk)
        }
      }
    }
    return values
  }
}

/// Cells as key-value coding boxes them.
enum StoredValue {
  static func boxed(_ cell: SQLiteValue, type: NSAttributeType) -> Any? {
    switch (cell, type) {
    case (.null, _): nil
    case (.integer(let number), .booleanAttributeType): NSNumber(value: number != 0)
    case (.integer(let number), .dateAttributeType):
      Date(timeIntervalSinceReferenceDate: Double(number))
    case (.real(let number), .dateAttributeType): Date(timeIntervalSinceReferenceDate: number)
    case (.integer(let number), .decimalAttributeType): NSDecimalNumber(value: number)
    case (.real(let number), .decimalAttributeType):
      NSDecimalNumber(decimal: StoredDecimal.value(number))
    case (.integer(let number), .doubleAttributeType): NSNumber(value: Double(number))
    case (.integer(let number), .floatAttributeType): NSNumber(value: Float(number))
    case (.real(let number), .floatAttributeType): NSNumber(value: Float(number))
    case (.integer(let number), _): NSNumber(value: number)
    case (.real(let number), _): NSNumber(value: number)
    case (.text(let text), .URIAttributeType): URL(string: text)
    case (.text(let text), _): text
    case (.blob(let data), .UUIDAttributeType) where data.count == 16:
      data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case (.blob(let data), _): data
    }
  }
}
