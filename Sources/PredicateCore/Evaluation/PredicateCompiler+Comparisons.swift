import Foundation

extension PredicateCompiler {
  /// Compares two values.
  typealias Relation = @Sendable (PredicateValue, PredicateValue) throws -> Bool

  static func compile(_ comparison: Comparison) -> Test {
    let left = compile(comparison.left)
    let right = compile(comparison.right)
    let relation = compile(
      comparison.comparator, comparison.options, right: comparison.right.constantValue)
    var modifier = comparison.modifier
    if modifier == .direct, comparison.left == .anyKey { modifier = .any }
    switch modifier {
    case .direct:
      if let constant = comparison.right.constantValue {
        return { frame in try relation(try left(frame), constant) }
      }
      return { frame in try relation(try left(frame), try right(frame)) }
    case .any:
      return { frame in
        let other = try right(frame)
        return try members(try left(frame), of: "ANY").contains { try relation($0, other) }
      }
    case .all:
      return { frame in
        let other = try right(frame)
        return try members(try left(frame), of: "ALL").allSatisfy { try relation($0, other) }
      }
    }
  }

  /// The members that a quantifier ranges over; a missing collection is empty.
  private static func members(
    _ value: PredicateValue, of quantifier: String
  ) throws -> [PredicateValue] {
    if value.isNull { return [] }
    guard let members = value.members else {
      throw PredicateEvaluationError.notCollection(quantifier, found: "\(value)")
    }
    return members
  }

  private static func compile(
    _ comparator: ComparisonOperator, _ options: StringOptions, right: PredicateValue?
  ) -> Relation {
    let strings = StringComparer(options)
    switch comparator {
    case .equal: return equality(strings)
    case .notEqual:
      let equal = equality(strings)
      return { try !equal($0, $1) }
    case .lessThan: return { strings.order($0, $1) == .orderedAscending }
    case .greaterThan: return { strings.order($0, $1) == .orderedDescending }
    case .lessThanOrEqual:
      return { a, b in strings.order(a, b).map { $0 != .orderedDescending } ?? false }
    case .greaterThanOrEqual:
      return { a, b in strings.order(a, b).map { $0 != .orderedAscending } ?? false }
    case .between: return between(strings)
    case .beginsWith: return text { strings.hasPrefix($0, $1) }
    case .endsWith: return text { strings.hasSuffix($0, $1) }
    case .contains: return containment(strings, name: "CONTAINS", constant: nil)
    case .isIn:
      let contains = containment(strings, name: "IN", constant: options.isEmpty ? right : nil)
      return { try contains($1, $0) }
    case .like: return like(options, right)
    case .matches: return matches(options, right)
    }
  }

  private static func equality(_ strings: StringComparer) -> Relation {
    guard !strings.isPlain else { return { $0 == $1 } }
    return { a, b in
      if case .string(let first) = a, case .string(let second) = b {
        return strings.equal(first, second)
      }
      return a == b
    }
  }

  /// A relation of two texts; anything else, nil included, is not in it (B013).
  private static func text(
    _ relation: @escaping @Sendable (String, String) throws -> Bool
  ) -> Relation {
    { a, b in
      guard case .string(let first) = a, case .string(let second) = b else { return false }
      return try relation(first, second)
    }
  }

  private static func between(_ strings: StringComparer) -> Relation {
    { value, bounds in
      guard case .array(let pair) = bounds, pair.count == 2 else {
        throw PredicateEvaluationError.badBounds("\(bounds)")
      }
      guard let low = strings.order(pair[0], value), let high = strings.order(value, pair[1]) else {
        return false
      }
      return low != .orderedDescending && high != .orderedDescending
    }
  }

  /// Whether a collection has a member, or a text a part (B016).
  private static func containment(
    _ strings: StringComparer, name: String, constant: PredicateValue?
  ) -> Relation {
    let known = constant?.members.flatMap { $0.count > 2 ? Set($0) : nil }
    let equal = equality(strings)
    return { whole, part in
      if whole.isNull || part.isNull { return false }
      if let known { return known.contains(part) }
      if case .string(let text) = whole {
        guard case .string(let other) = part else { return false }
        return strings.contains(text, other)
      }
      guard let members = whole.members else {
        throw PredicateEvaluationError.notCollection(name, found: "\(whole)")
      }
      return try members.contains { try equal($0, part) }
    }
  }

  private static func like(_ options: StringOptions, _ right: PredicateValue?) -> Relation {
    if case .string(let pattern) = right {
      let prepared = LikePattern(pattern, options)
      return text { value, _ in prepared.matches(value) }
    }
    return text { value, pattern in LikePattern(pattern, options).matches(value) }
  }

  private static func matches(_ options: StringOptions, _ right: PredicateValue?) -> Relation {
    text { value, pattern in
      try RegularExpressionCache.shared.expression(pattern, options).matches(value)
    }
  }
}

extension ExpressionNode {
  /// The value of an expression that is the same for every object.
  package var constantValue: PredicateValue? {
    switch self {
    case .constant(let value): return value
    case .aggregate(let members):
      var values: [PredicateValue] = []
      for member in members {
        guard let value = member.constantValue else { return nil }
        values.append(value)
      }
      return .array(values)
    default: return nil
    }
  }
}
