import PredicateCore

extension SQLWriter {
  /// `ANY collection op value`: there is a member for which it holds.
  func any(_ comparison: Comparison, _ env: SQLEnvironment) throws -> SQLFragment {
    guard case .collection(let collection) = try side(comparison.left, env) else {
      return try quantifiedValue(comparison, env)
    }
    return collection.exists(where: [try test(collection, comparison, env)])
  }

  /// `NONE collection op value`, which is `NOT ANY`: no member for which it holds. A member whose
  /// value is missing counts as in memory.
  func none(_ comparison: Comparison, _ env: SQLEnvironment) throws -> SQLFragment {
    guard case .collection(let collection) = try side(comparison.left, env) else {
      return "NOT (\(try quantifiedValue(comparison, env)))"
    }
    remark(
      "Apple's SQLite store is known to answer NONE (NOT ANY) wrongly; here it means that no "
        + "member fulfils the comparison")
    var env = env
    env.nullsAreUnequal = true
    return "NOT \(collection.exists(where: [try test(collection, comparison, env)]))"
  }

  /// `ALL collection op value`: no member for which it does not hold, so true of none at all
  /// (B018, B020). A set of values has no missing ones, in memory as here.
  func all(_ comparison: Comparison, _ env: SQLEnvironment) throws -> SQLFragment {
    guard case .collection(let collection) = try side(comparison.left, env) else {
      return try quantifiedValue(comparison, env)
    }
    try deviate("\(comparison)", "Apple's SQLite store refuses ALL")
    var env = env
    env.nullsAreUnequal = true
    var counterexample: [SQLFragment] = []
    if let value = collection.value, collection.isDistinct,
      comparison.right.constantValue?.isNull != true
    {
      counterexample.append("\(value.fragment) IS NOT NULL")
    }
    counterexample.append("(\(try test(collection, comparison, env))) IS NOT 1")
    return "NOT \(collection.exists(where: counterexample))"
  }

  /// The comparison for one member.
  private func test(
    _ collection: SQLCollection, _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    try compare(
      .operand(collection.member), try side(comparison.right, env), comparison, env)
  }

  /// A quantifier in front of a single value, which SQL compares as it is.
  private func quantifiedValue(
    _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    var direct = comparison
    direct.modifier = .direct
    if case .constant(let value) = try side(comparison.left, env), value.members != nil {
      return try constantQuantifier(comparison, env)
    }
    return try self.direct(direct, env)
  }

  /// A quantifier over a constant collection: one comparison per member.
  private func constantQuantifier(
    _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    let members = comparison.left.constantValue?.members ?? []
    let parts = members.map { member -> PredicateNode in
      var single = comparison
      single.modifier = .direct
      single.left = .constant(member)
      return .comparison(single)
    }
    return try condition(comparison.modifier == .all ? .and(parts) : .or(parts), env)
  }
}
