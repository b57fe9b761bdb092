/// A predicate's text, copied from a command unchanged.
package struct PredicateText: Sendable, Equatable {
  package let text: String
  package let span: Span
  /// Every `$NAME` in it that a SUBQUERY does not bind itself.
  package let variables: [Spelled]
}

/// `KEY asc` or `KEY desc`.
package struct Ordering: Sendable, Equatable {
  package let keyPath: Spelled
  package let ascending: Bool
}

/// A column of a dictionary result: a key path, or a function of one.
package struct SelectItem: Sendable, Equatable {
  package let keyPath: Spelled
  /// The function's name as NSExpression has it, without the colon: `count`, `sum`, `average`.
  package let function: Spelled?
  package let name: Spelled?

  /// The column's heading.
  package var heading: String {
    if let name { return name.text }
    guard let function else { return keyPath.text }
    return "\(function.text)(\(keyPath.text))"
  }
}

/// `fetch ENTITY` with its clauses.
package struct FetchCommand: Sendable, Equatable {
  package let entity: Spelled
  package var predicate: PredicateText?
  package var orderings: [Ordering] = []
  package var limit: Int?
  package var offset: Int?
  package var items: [SelectItem] = []
  package var isDistinct = false
  package var grouping: [Spelled] = []
  package var having: PredicateText?
  package var excludesSubentities = false
  package var prefetching: [Spelled] = []
  package var batchSize: Int?
  package var name: Spelled?

  /// Whether the results are dictionaries rather than objects.
  package var asksForValues: Bool { !items.isEmpty || !grouping.isEmpty }

  package init(entity: Spelled) {
    self.entity = entity
  }
}

/// `controller ENTITY …`: a fetched results controller.
package struct ControllerCommand: Sendable, Equatable {
  package let entity: Spelled
  package var predicate: PredicateText?
  package var orderings: [Ordering] = []
  package var sectionKey: Spelled?
  package var cacheName: Spelled?
  package var name: Spelled?
}
