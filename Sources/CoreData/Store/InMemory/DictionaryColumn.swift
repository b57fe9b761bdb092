internal import PredicateCore

/// One column of a fetch that gives dictionaries: an attribute, a to-one, a key path or an
/// expression.
struct DictionaryColumn {
  private enum Source {
    case property(PropertyLayout)
    case expression(ExpressionNode, CompiledExpression)
  }

  let name: String
  private let source: Source

  /// The columns of a request: all attributes where it names none (B032).
  static func columns(of plan: FetchPlan) throws -> [DictionaryColumn] {
    guard let wanted = plan.pieces.propertiesToFetch, !wanted.isEmpty else {
      return plan.layout.attributes.filter { $0.word != 0 }.map { DictionaryColumn($0) }
    }
    return try wanted.map { try DictionaryColumn($0, plan.layout) }
  }

  private init(_ name: String, _ source: Source) {
    self.name = name
    self.source = source
  }

  private init(_ property: PropertyLayout) {
    self.init(property.name, .property(property))
  }

  private init(_ name: String, _ node: ExpressionNode) {
    self.init(name, .expression(node, CompiledExpression(node)))
  }

  init(_ any: Any, _ layout: EntityLayout) throws {
    switch any {
    case let description as NSExpressionDescription:
      guard let node = description.expression?.node else {
        throw ContextError.unsupportedRequest(
          "a fetch of “\(description.name)”, which has no expression")
      }
      self.init(description.name, node)
    case let description as NSPropertyDescription:
      try self.init(named: description.name, layout)
    case let key as String: try self.init(named: key, layout)
    default: throw ContextError.unsupportedRequest("a fetch of \(type(of: any))")
    }
  }

  private init(named key: String, _ layout: EntityLayout) throws {
    if let property = layout.property(named: key) {
      guard !property.kind.isToMany, property.kind != .fetched else {
        throw ContextError.unsupportedRequest("a dictionary fetch of the to-many “\(key)”")
      }
      self.init(property)
    } else if key.contains(".") {
      self.init(key, ExpressionNode.keyPath(key.split(separator: ".").map(String.init)))
    } else {
      throw ContextError.unsupportedRequest(
        "a fetch of “\(key)”, which the entity \(layout.name) does not have")
    }
  }

  /// Whether the column is computed over a group.
  var isAggregate: Bool {
    if case .expression(let node, _) = source { node.holdsAggregate } else { false }
  }

  func predicateValue(of row: MemoryRow) throws -> PredicateValue {
    switch source {
    case .property(let property): try row.predicateValue(forKey: property.name)
    case .expression(_, let compiled): try compiled.value(for: row.value)
    }
  }

  /// The boxed value; a to-one as the key of its object.
  func value(of row: MemoryRow) throws -> Any? {
    switch source {
    case .property(let property) where property.kind == .toOne: return row.target(property)
    case .property(let property): return row.attribute(property).boxed
    case .expression(_, let compiled):
      return Self.boxed(try compiled.value(for: row.value))
    }
  }

  func value(ofGroup rows: [MemoryRow]) throws -> Any? {
    if case .expression(let node, _) = source, node.holdsAggregate {
      return Self.boxed(try node.aggregate(over: rows))
    }
    return try rows.first.flatMap { try value(of: $0) }
  }

  private static func boxed(_ value: PredicateValue) -> Any? {
    if case .object(let object) = value, let row = object.reference as? MemoryRow {
      return ObjectKey(entity: row.layout.number, pk: row.row.pk)
    }
    return value.boxed
  }
}

extension ExpressionNode {
  private static let aggregates: Set<String> = [
    "count:", "sum:", "min:", "max:", "average:", "median:", "mode:", "stddev:",
  ]

  fileprivate var holdsAggregate: Bool {
    guard case .function(let call) = self else { return false }
    return Self.aggregates.contains(call.name) || call.arguments.contains(where: \.holdsAggregate)
  }

  /// The value for a group: aggregates work on the values of all rows that have one (B035).
  fileprivate func aggregate(over rows: [MemoryRow]) throws -> PredicateValue {
    guard case .function(let call) = self else {
      let compiled = CompiledExpression(self)
      return try rows.first.map { try compiled.value(for: $0.value) } ?? .null
    }
    if Self.aggregates.contains(call.name), call.arguments.count == 1 {
      let values = try call.arguments[0].values(over: rows)
      // As in SQL; the average of a collection's no members is 0, as in key-value coding.
      if values.isEmpty, call.name == "average:" { return .null }
      let folded = ExpressionNode.function(FunctionCall(call.name, [.constant(.array(values))]))
      return try CompiledExpression(folded).value(for: .null)
    }
    let folded = try call.arguments.map { ExpressionNode.constant(try $0.aggregate(over: rows)) }
    return try CompiledExpression(.function(FunctionCall(call.name, folded))).value(for: .null)
  }

  private func values(over rows: [MemoryRow]) throws -> [PredicateValue] {
    if case .function(let call) = self, call.name == "distinct:", let inner = call.arguments.first {
      var seen: Set<PredicateValue> = []
      return try inner.values(over: rows).filter { seen.insert($0).inserted }
    }
    let compiled = CompiledExpression(self)
    return try rows.map { try compiled.value(for: $0.value) }.filter { !$0.isNull }
  }
}
