import PredicateCore

extension SQLWriter {
  /// A quantified comparison in the form that Apple's SQLite store answers rightly: a SUBQUERY that
  /// counts counterexamples (ALL) or hits (NONE). Nil where no to-many relationship is in the path.
  func portable(_ comparison: Comparison, _ env: SQLEnvironment) -> String? {
    guard case .keyPath(let keys) = comparison.left else { return nil }
    var entity: NSEntityDescription? = env.root.entity
    var last: Int?
    for (index, key) in keys.enumerated() {
      guard let relationship = entity?.relationshipsByName[key] else { break }
      if relationship.isToMany { last = index }
      entity = relationship.destinationEntity
    }
    guard let last else { return nil }
    let rest = Array(keys[(last + 1)...])
    var single = comparison
    single.modifier = .direct
    single.left = rest.isEmpty ? .variable("x") : .path(.variable("x"), rest)
    let test = PredicateNode.comparison(single)
    let set = ExpressionNode.keyPath(Array(keys[...last]))
    let found = ExpressionNode.subquery(
      set, variable: "x", comparison.modifier == .all ? .not(test) : test)
    return "\(ExpressionNode.path(found, ["@count"]).brief) == 0"
  }
}
