import Foundation
import PredicateCore
import SQLiteDriver

/// Derived values that no trigger keeps, after a batch request: there is no context that computes them.
extension SQLiteStore {
  /// Brings the derived values up to date that depend on rows of an entity.
  ///
  /// - Parameters:
  ///   - changed: the entity whose rows were changed.
  ///   - keys: the keys of these rows.
  func deriveAnew(after changed: EntityLayout, _ keys: [ObjectKey]) throws {
    guard model.hasDerived, !keys.isEmpty else { return }
    for layout in model.entities {
      for property in layout.derived {
        // An inherited attribute is computed with its entity.
        guard let derivation = property.derivation, !derivation.isKeptByTriggers,
          layout.entity.ownProperties.contains(where: { $0.name == property.name })
        else { continue }
        if derivation == .now {
          try stamp(property, of: layout, keys)
        } else if leads(derivation, from: layout, to: changed) {
          try compute(derivation, property, of: layout)
        }
      }
    }
  }

  /// Whether a derivation reads values of an entity or of one of its family.
  private func leads(
    _ derivation: Derivation, from layout: EntityLayout, to changed: EntityLayout
  ) -> Bool {
    let path: [String] =
      switch derivation {
      case .keyPath(let path), .textFunction(_, let path), .aggregate(_, let path): path
      case .now: []
      }
    var current: EntityLayout? = layout
    for key in path {
      guard let reached = current else { return false }
      if reached.rootNumber == changed.rootNumber { return true }
      current = reached.property(named: key)?.destination
    }
    return current?.rootNumber == changed.rootNumber
  }

  private func compute(
    _ derivation: Derivation, _ property: PropertyLayout, of layout: EntityLayout
  ) throws {
    let map = try map(layout)
    guard let column = map.columns.first(where: { $0.property === property })?.name else { return }
    for row in try sources(of: derivation, layout) {
      guard let key = row["object"] as? ObjectKey else { continue }
      var found = row["value"]
      if case .textFunction(let function, _) = derivation {
        found = (found as? String).map(function.apply)
      }
      let cell = (SlotValue.from(found, type: property.type) ?? .null).plainColumnValue
      try connection.run(
        "UPDATE \(map.table) SET \(column) = ?1 WHERE Z_PK = ?2 AND \(column) IS NOT ?1",
        [cell, .integer(key.pk)])
      if connection.changes > 0 { cache.remove(root: layout.rootNumber, pk: key.pk) }
    }
  }

  /// The objects of an entity with the value that each derives from.
  private func sources(
    of derivation: Derivation, _ layout: EntityLayout
  ) throws -> [[String: Any]] {
    let (object, value) = (NSExpressionDescription(), NSExpressionDescription())
    object.name = "object"
    object.expression = .expressionForEvaluatedObject()
    object.expressionResultType = .objectIDAttributeType
    value.name = "value"
    value.expression = NSExpression(node: derivation.node)
    if case .textFunction(_, let path) = derivation {
      value.expression = NSExpression(node: .keyPath(path))
      value.expressionResultType = .stringAttributeType
    }
    var pieces = FetchPieces()
    pieces.entity = layout.entity
    pieces.resultType = .dictionaryResultType
    pieces.propertiesToFetch = [object, value]
    return try fetchDictionaries(FetchPlan(layout: layout, pieces: pieces)).rows
  }

  /// Sets the time of saving in the rows that were written.
  private func stamp(
    _ property: PropertyLayout, of layout: EntityLayout, _ keys: [ObjectKey]
  ) throws {
    let map = try map(layout)
    guard let column = map.columns.first(where: { $0.property === property })?.name else { return }
    let moment = Date().timeIntervalSinceReferenceDate
    let numbers = keys.filter { (layout.number...layout.lastNumber).contains($0.entity) }.map(\.pk)
    for start in stride(from: 0, to: numbers.count, by: 500) {
      let some = numbers[start..<min(start + 500, numbers.count)]
      let marks = repeatElement("?", count: some.count).joined(separator: ", ")
      try connection.run(
        "UPDATE \(map.table) SET \(column) = ? WHERE Z_PK IN (\(marks))",
        [.real(moment)] + some.map { .integer($0) })
    }
  }
}
