import Foundation
import PredicateCore
import SQLiteDriver

extension SQLWriter {
  /// A comparison of two single values.
  func direct(_ comparison: Comparison, _ env: SQLEnvironment) throws -> SQLFragment {
    let left = try side(comparison.left, env)
    let right = try side(comparison.right, env)
    if case .constant = left, case .constant = right {
      return try constantCondition(comparison)
    }
    return try compare(left, right, comparison, env)
  }

  /// A comparison that is the same for every row.
  private func constantCondition(_ comparison: Comparison) throws -> SQLFragment {
    do {
      return try CompiledPredicate(.comparison(comparison)).matches(.null) ? "1" : "0"
    } catch {
      throw SQLGenerationError.unsupported(comparison.brief, why: "\(error)")
    }
  }

  /// Two sides under an operator.
  func compare(
    _ left: SQLSide, _ right: SQLSide, _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    switch comparison.comparator {
    case .isIn: return try membership(of: left, in: right, comparison, env)
    case .contains: return try containment(left, right, comparison, env)
    case .beginsWith, .endsWith, .like, .matches: return try text(left, right, comparison, env)
    case .between: return try between(left, right, comparison, env)
    case .equal, .notEqual:
      return try equality(left, right, comparison, env)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      return try order(left, right, comparison)
    }
  }

  // MARK: Equality

  func equality(
    _ left: SQLSide, _ right: SQLSide, _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    let isEqual = comparison.comparator != .notEqual
    switch (left, right) {
    case (.operand(let operand), .constant(.null)), (.constant(.null), .operand(let operand)):
      let test: SQLFragment = "\(operand.fragment) \(raw: isEqual ? "IS NULL" : "IS NOT NULL")"
      return test.certain
    default: break
    }
    if let existence = countTest(left, right, comparison.comparator) { return existence }
    guard let pair = try pair(left, right, comparison) else {
      return isEqual ? bothMissing(left, right) : unequalKinds(left, right, env)
    }
    if isEqual {
      // Two missing values are equal, in memory as here.
      let canBothBeMissing = left.canBeMissing && right.canBeMissing
      return "\(pair.left) \(raw: canBothBeMissing ? "IS" : "=") \(pair.right)"
    }
    return "\(pair.left) \(raw: env.nullsAreUnequal ? "IS NOT" : "<>") \(pair.right)"
  }

  /// Equality of a member of a collection: a missing value is a member of none, in memory as here.
  func memberEquality(
    _ member: SQLSide, _ value: SQLSide, _ comparison: Comparison
  ) throws -> SQLFragment {
    guard let pair = try pair(member, value, comparison) else { return "0" }
    return "\(pair.left) = \(pair.right)"
  }

  /// Values of different kinds are never equal (B015), unless both are missing.
  private func bothMissing(_ left: SQLSide, _ right: SQLSide) -> SQLFragment {
    guard case .operand(let a) = left, case .operand(let b) = right else { return "0" }
    return ("(\(a.fragment) IS NULL AND \(b.fragment) IS NULL)" as SQLFragment).certain
  }

  /// Different kinds under `!=`: true, but for missing values as `!=` is (B014).
  private func unequalKinds(
    _ left: SQLSide, _ right: SQLSide, _ env: SQLEnvironment
  ) -> SQLFragment {
    let operands = [left, right].compactMap { side -> SQLFragment? in
      if case .operand(let operand) = side { return operand.fragment }
      return nil
    }
    let isThere = operands.map { "\($0) IS NOT NULL" as SQLFragment }
    if env.nullsAreUnequal {
      return operands.count < 2 ? "1" : "(\(isThere.joined(" OR ")))"
    }
    if isThere.count < 2 { return isThere.first ?? "1" }
    return "(\(isThere.joined(" AND ")))"
  }

  /// A count compared with 0 or 1, as a question of existence.
  func countTest(
    _ left: SQLSide, _ right: SQLSide, _ comparator: ComparisonOperator
  ) -> SQLFragment? {
    guard case .operand(let operand) = left, let existence = operand.existence,
      case .constant(.int(let number)) = right
    else { return nil }
    switch (comparator, number) {
    case (.greaterThan, 0), (.notEqual, 0), (.greaterThanOrEqual, 1): return existence
    case (.equal, 0), (.lessThan, 1), (.lessThanOrEqual, 0):
      return existence.negated
    default: return nil
    }
  }

  // MARK: Order

  private func order(
    _ left: SQLSide, _ right: SQLSide, _ comparison: Comparison
  ) throws -> SQLFragment {
    if let existence = countTest(left, right, comparison.comparator) { return existence }
    guard let pair = try pair(left, right, comparison) else { return "0" }
    let order = try order(of: left, right, comparison)
    return "\(pair.left)\(raw: order) \(raw: comparison.comparator.spelling) \(pair.right)"
  }

  /// The order of texts under `[l]`, which is that of the evaluation in memory.
  private func order(
    of left: SQLSide, _ right: SQLSide, _ comparison: Comparison
  ) throws -> String {
    guard comparison.options.contains(.localeSensitive),
      try commonKind(left, right, comparison) == .string
    else { return "" }
    return " COLLATE \(SQLCollationName.localized.rawValue)"
  }

  private func between(
    _ left: SQLSide, _ right: SQLSide, _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    let bounds: [SQLSide]
    switch right {
    case .constant(.array(let values)): bounds = values.map { .constant($0) }
    case .list(let sides): bounds = sides
    default: bounds = []
    }
    guard bounds.count == 2 else {
      throw SQLGenerationError.unsupported(
        comparison.brief, why: "BETWEEN needs an array of exactly two bounds")
    }
    guard let low = try pair(left, bounds[0], comparison),
      let high = try pair(left, bounds[1], comparison)
    else { return "0" }
    let order = try order(of: left, bounds[0], comparison)
    return "\(low.left)\(raw: order) BETWEEN \(low.right) AND \(high.right)"
  }

  // MARK: Sides

  /// Both sides as SQL, a constant bound for the kind of the other one; nil if they are of kinds
  /// that have nothing in common. Under `[c]` and `[d]` texts are folded.
  func pair(
    _ left: SQLSide, _ right: SQLSide, _ comparison: Comparison
  ) throws -> (left: SQLFragment, right: SQLFragment)? {
    guard let kind = try commonKind(left, right, comparison) else { return nil }
    let first = try fragment(left, kind, comparison)
    let second = try fragment(right, kind, comparison)
    guard let first, let second else { return nil }
    return (first, second)
  }

  private func commonKind(
    _ left: SQLSide, _ right: SQLSide, _ comparison: Comparison
  ) throws -> SQLKind? {
    switch (left, right) {
    case (.operand(let a), .operand(let b)):
      try requireComparable(a, comparison)
      try requireComparable(b, comparison)
      return a.kind.isComparable(to: b.kind) ? a.kind : nil
    case (.operand(let a), .constant), (.constant, .operand(let a)):
      try requireComparable(a, comparison)
      return a.kind
    case (.collection(let collection), _), (_, .collection(let collection)):
      throw SQLGenerationError.toManyNotAllowed(collection.label)
    case (.constant(let value), .constant): return SQLKind(of: value, schema: schema)
    case (.list, _), (_, .list):
      throw SQLGenerationError.unsupported(
        comparison.brief,
        why: "a collection cannot be compared with \(comparison.comparator.spelling)")
    }
  }

  private func requireComparable(_ operand: SQLOperand, _ comparison: Comparison) throws {
    if case .opaque(let why) = operand.kind {
      throw SQLGenerationError.unsupported(comparison.brief, why: why)
    }
  }

  /// One side as SQL; nil for a constant of another kind.
  func fragment(
    _ side: SQLSide, _ kind: SQLKind, _ comparison: Comparison
  ) throws -> SQLFragment? {
    let folds = kind == .string && comparison.options.folds
    switch side {
    case .operand(let operand):
      return folds ? fold(operand.fragment, comparison.options) : operand.fragment
    case .constant(let value):
      guard let bound = kind.binding(value, schema: schema) else { return nil }
      if folds, case .text(let text) = bound {
        return .bound(.text(StringComparer(comparison.options).folded(text)))
      }
      return .bound(bound)
    case .collection(let collection):
      throw SQLGenerationError.toManyNotAllowed(collection.label)
    case .list:
      throw SQLGenerationError.unsupported(comparison.brief, why: "a collection stands for a value")
    }
  }

  private func fold(_ text: SQLFragment, _ options: StringOptions) -> SQLFragment {
    "\(raw: SQLFunctionName.fold.rawValue)(\(text), \(bind: .integer(Int64(options.rawValue))))"
  }
}

extension StringOptions {
  /// Whether texts are compared in another form than their own.
  var folds: Bool {
    !contains(.normalized) && !isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
  }
}
