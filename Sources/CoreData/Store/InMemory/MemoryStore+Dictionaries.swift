internal import PredicateCore

/// Fetches that give dictionaries, with aggregates and groups (B031 to B036).
extension MemoryStore {
  func fetchDictionaries(_ plan: FetchPlan) throws -> ResultTable {
    let columns = try DictionaryColumn.columns(of: plan)
    var unlimited = plan
    let isGrouped =
      plan.pieces.propertiesToGroupBy?.isEmpty == false || columns.contains(where: \.isAggregate)
    if isGrouped || plan.pieces.returnsDistinctResults {
      unlimited.pieces.fetchLimit = 0
      unlimited.pieces.fetchOffset = 0
    }
    let rows = try wantedRows(unlimited).map { MemoryRow($0, in: self) }
    var results =
      isGrouped
      ? try groups(of: rows, plan, columns)
      : try rows.map { row in try dictionary(columns) { try $0.value(of: row) } }
    if plan.pieces.returnsDistinctResults { results = results.uniquedRows }
    if isGrouped || plan.pieces.returnsDistinctResults { results = plan.pieces.cut(results) }
    return ResultTable(results.map { $0.values })
  }

  private func groups(
    of rows: [MemoryRow], _ plan: FetchPlan, _ columns: [DictionaryColumn]
  ) throws -> [DictionaryRow] {
    let grouping = try (plan.pieces.propertiesToGroupBy ?? []).map {
      try DictionaryColumn($0, plan.layout)
    }
    for column in columns where !column.isAggregate {
      guard grouping.contains(where: { $0.name == column.name }) else {
        throw ContextError.unsupportedRequest(
          "a grouped fetch of “\(column.name)”, which is neither grouped nor an aggregate")
      }
    }
    var order: [[PredicateValue]] = []
    var groups: [[PredicateValue]: [MemoryRow]] = [:]
    if grouping.isEmpty { (order, groups) = ([[]], [[]: rows]) }
    for row in grouping.isEmpty ? [] : rows {
      let key = try grouping.map { try $0.predicateValue(of: row) }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(row)
    }
    var results: [DictionaryRow] = []
    for key in order {
      let members = groups[key] ?? []
      let row = try dictionary(columns) { try $0.value(ofGroup: members) }
      if let having = plan.pieces.havingPredicate {
        let entries = row.predicateValues(columns)
        guard try having.compiled.matches(entries.object, bindings: entries.bindings) else {
          continue
        }
      }
      results.append(row)
    }
    return results
  }

  /// A nil value has no key at all (B032).
  private func dictionary(
    _ columns: [DictionaryColumn], _ value: (DictionaryColumn) throws -> Any?
  ) throws -> DictionaryRow {
    var row = DictionaryRow()
    for column in columns {
      if let value = try value(column) { row.values[column.name] = value }
    }
    return row
  }
}

/// One result, comparable for distinct results.
struct DictionaryRow {
  var values: [String: Any] = [:]

  /// The values of a condition on the row, those that are missing among them.
  func predicateValues(
    _ columns: [DictionaryColumn]
  ) -> (object: PredicateValue, bindings: [String: PredicateValue]) {
    let entries = Dictionary(
      columns.map { ($0.name, PredicateValue(values[$0.name])) }, uniquingKeysWith: { $1 })
    let object = Dictionary(
      entries.map { (PredicateValue.string($0.key), $0.value) }, uniquingKeysWith: { $1 })
    return (.dictionary(object), entries)
  }

  fileprivate var identity: [String: PredicateValue] {
    values.mapValues { value in
      guard let key = value as? ObjectKey else { return PredicateValue(value) }
      return .array([.int(Int64(key.entity)), .int(key.pk)])
    }
  }
}

extension [DictionaryRow] {
  fileprivate var uniquedRows: [DictionaryRow] {
    var seen: Set<[String: PredicateValue]> = []
    return filter { seen.insert($0.identity).inserted }
  }
}
