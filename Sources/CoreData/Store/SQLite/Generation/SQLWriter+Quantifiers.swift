import PredicateCore

extension SQLWriter {
  /// `ANY collection op value`: there is a member for which it holds.
  func any(_ comparison: Comparison, _ env: SQLEnvironment) throws -> SQLFragment {
    guard case .collection(let collection) = try side(comparison.left, env) else {
      return try quantifiedValue(comparison, env)
    }
    return collection.exists(where: try test(collection, comparison, env))
  }

  /// `NONE collection op value`, which is `NOT ANY`: no member for which it holds.
  func none(_ comparison: Comparison, _ env: SQLEnvironment) throws -> SQLFragment {
    guard case .collection(let collection) = try side(comparison.left, env) else {
      return try quantifiedValue(comparison, env.asInMemory).negated
    }
    remark(
      "Apple's SQLite store is known to answer NONE (NOT ANY) wrongly; here it means that no "
        + "member fulfils the comparison" + advice(comparison, env))
    return collection.exists(where: try test(collection, comparison, env.asInMemory)).negated
  }

  /// `ALL collection op value`: no member for which it does not hold, so true of none at all
  /// (B018, B020).
  func all(_ comparison: Comparison, _ env: SQLEnvironment) throws -> SQLFragment {
    guard case .collection(let collection) = try side(comparison.left, env) else {
      return try quantifiedValue(comparison, env)
    }
    try deviate(
      comparison.brief, "Apple's SQLite store refuses ALL" + advice(comparison, env))
    var test = try test(collection, comparison, env.asInMemory)
    let last = test.removeLast()
    return collection.exists(where: test + [last.negated]).negated
  }

  private func advice(_ comparison: Comparison, _ env: SQLEnvironment) -> String {
    portable(comparison, env).map { "; a form for both is \($0)" } ?? ""
  }

  /// The comparison for one member. A set of values has no missing ones, as in memory: where the
  /// comparison itself does not leave them out, a condition in front of it does.
  private func test(
    _ collection: SQLCollection, _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> [SQLFragment] {
    let right = try side(comparison.right, env)
    let test = try compare(.operand(collection.member), right, comparison, env)
    guard let value = collection.value, collection.isDistinct else { return [test] }
    let rightIsNil = comparison.right.constantValue?.isNull
    if comparison.comparator == .equal, rightIsNil == true {
      remark(
        "the values of a set are those that are there, so none of them is nil; members without "
          + "value are found with a SUBQUERY whose @count is greater than 0")
    }
    let leavesOutMissing =
      switch comparison.comparator {
      case .equal: rightIsNil == false
      case .notEqual: !env.nullsAreUnequal
      default: true
      }
    let isPlain = comparison.modifier == .any && leavesOutMissing
    return isPlain ? [test] : ["\(value.fragment) IS NOT NULL", test]
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
