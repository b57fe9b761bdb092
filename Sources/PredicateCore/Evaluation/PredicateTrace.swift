/// What each clause of a predicate said about one object: why it matched, or why it did not.
package struct PredicateTrace: Sendable, Equatable {
  /// The answer of a clause.
  package enum Outcome: Sendable, Equatable {
    case holds
    case fails
    /// It could not be evaluated, and why.
    case error(String)
  }

  /// The clause in canonical form.
  package let text: String
  package let outcome: Outcome
  /// The values of the two sides of a comparison.
  package let sides: [String]
  /// The clauses of a compound.
  package let parts: [PredicateTrace]

  /// The smallest clauses that decide the answer: the ones to look at when an object is missing,
  /// or unexpectedly there.
  package let decisive: [PredicateTrace.Clause]

  /// A clause with its answer.
  package struct Clause: Sendable, Equatable {
    package let text: String
    package let outcome: Outcome
    package let sides: [String]
    /// Whether an odd number of NOTs stands around it, so that the answer is the contrary.
    package var isNegated = false
    /// What the condition of a SUBQUERY in it said about each member.
    package var members: [Member] = []
  }

  /// A member of a SUBQUERY's collection, and the clauses that decided about it.
  package struct Member: Sendable, Equatable {
    package let text: String
    package let outcome: Outcome
    package let decisive: [Clause]
  }
}

extension PredicateNode {
  /// Evaluates every clause for an object, also those that `matches` would not reach.
  package func trace(
    for object: PredicateValue, bindings: [String: PredicateValue] = [:]
  ) -> PredicateTrace {
    let parts: [PredicateTrace]
    var sides: [String] = []
    switch self {
    case .and(let nodes), .or(let nodes):
      parts = nodes.map { $0.trace(for: object, bindings: bindings) }
    case .not(let node): parts = [node.trace(for: object, bindings: bindings)]
    case .comparison(let comparison):
      parts = []
      sides = [comparison.left, comparison.right].map {
        Self.shownValue($0, object, bindings)
      }
    case .constant, .block: parts = []
    }
    let outcome = outcome(for: object, bindings)
    var clause = PredicateTrace.Clause(text: description, outcome: outcome, sides: sides)
    if case .comparison(let comparison) = self {
      clause.members = [comparison.left, comparison.right].flatMap {
        Self.members($0, object, bindings)
      }
    }
    return PredicateTrace(
      text: description, outcome: outcome, sides: sides, parts: parts,
      decisive: parts.isEmpty ? [clause] : decisive(outcome, parts))
  }

  private func outcome(
    for object: PredicateValue, _ bindings: [String: PredicateValue]
  ) -> PredicateTrace.Outcome {
    do {
      return try CompiledPredicate(self).matches(object, bindings: bindings) ? .holds : .fails
    } catch {
      return .error("\(error)")
    }
  }

  /// Of the parts of an AND that failed those, of one that holds all; of an OR the other way round;
  /// a negation is decided by what it negates.
  private func decisive(
    _ outcome: PredicateTrace.Outcome, _ parts: [PredicateTrace]
  ) -> [PredicateTrace.Clause] {
    if case .not = self {
      return parts.flatMap(\.decisive).map { clause in
        var clause = clause
        clause.isNegated.toggle()
        return clause
      }
    }
    let same = parts.filter { $0.outcome == outcome }
    return (same.isEmpty ? parts : same).flatMap(\.decisive)
  }

  /// The members that a SUBQUERY, or a key path behind one, looks at; none where the collection has no
  /// value, which the clause's own outcome says.
  private static func members(
    _ node: ExpressionNode, _ object: PredicateValue, _ bindings: [String: PredicateValue]
  ) -> [PredicateTrace.Member] {
    switch node {
    case .path(let base, _): return members(base, object, bindings)
    case .subquery(let collection, let variable, let condition):
      let found = try? CompiledExpression(collection).value(for: object, bindings: bindings)
      return (found?.members ?? []).map { member in
        let bound = bindings.merging([variable: member]) { _, new in new }
        let trace = condition.trace(for: object, bindings: bound)
        return PredicateTrace.Member(
          text: member.description, outcome: trace.outcome, decisive: trace.decisive)
      }.sorted { $0.text < $1.text }
    default: return []
    }
  }

  private static func shownValue(
    _ node: ExpressionNode, _ object: PredicateValue, _ bindings: [String: PredicateValue]
  ) -> String {
    do {
      return "\(try CompiledExpression(node).value(for: object, bindings: bindings))"
    } catch {
      return "\(error)"
    }
  }
}

extension PredicateNode {
  /// The tree as lines of text, parts two spaces deeper than what they belong to.
  package var outline: [String] {
    switch self {
    case .and(let parts): ["AND"] + parts.flatMap { $0.outline.map { "  " + $0 } }
    case .or(let parts): ["OR"] + parts.flatMap { $0.outline.map { "  " + $0 } }
    case .not(let part): ["NOT"] + part.outline.map { "  " + $0 }
    case .comparison, .constant, .block: [description]
    }
  }
}
