import PredicateCore

/// The SQL of a partial index's predicate (z-format fact 39): comparisons of columns with constants,
/// and compounds of them in parentheses. SQLite allows no parameters there.
struct PartialIndexSQL {
  /// The column of a key path; nil if it has none.
  let column: ([String]) -> String?

  /// The text after `WHERE`; nil if the predicate says something an index cannot.
  func text(_ node: PredicateNode) -> String? {
    switch node {
    case .comparison(let comparison): return text(comparison)
    case .and(let parts): return join(parts, " AND ")
    case .or(let parts): return join(parts, " OR ")
    case .not(let part): return text(part).map { "NOT (\($0))" }
    case .constant(let value): return value ? "1" : "0"
    case .block: return nil
    }
  }

  private func join(_ parts: [PredicateNode], _ word: String) -> String? {
    let texts = parts.compactMap(text)
    guard texts.count == parts.count, !texts.isEmpty else { return nil }
    return texts.count == 1 ? texts[0] : "(" + texts.joined(separator: word) + ")"
  }

  private func text(_ comparison: Comparison) -> String? {
    guard comparison.modifier == .direct, comparison.options.isEmpty,
      let left = operand(comparison.left)
    else { return nil }
    if case .constant(.null) = comparison.right {
      switch comparison.comparator {
      case .equal: return left + " IS NULL"
      case .notEqual: return left + " IS NOT NULL"
      default: return nil
      }
    }
    guard let right = operand(comparison.right), let sign = sign(comparison.comparator) else {
      return nil
    }
    return "\(left) \(sign) \(right)"
  }

  private func sign(_ comparator: ComparisonOperator) -> String? {
    switch comparator {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: comparator.spelling
    case .equal: "="
    case .notEqual: "<>"
    default: nil
    }
  }

  private func operand(_ node: ExpressionNode) -> String? {
    switch node {
    case .keyPath(let path), .path(.evaluatedObject, let path): return column(path)
    case .evaluatedObject: return "Z_PK"
    case .constant(let value): return literal(value)
    default: return nil
    }
  }

  private func literal(_ value: PredicateValue) -> String? {
    switch value {
    case .bool(let flag): flag ? "1" : "0"
    case .int(let number): String(number)
    case .double(let number): number.isFinite ? String(number) : nil
    case .decimal(let number): number.description
    case .string(let text): "'" + text.replacing("'", with: "''") + "'"
    case .date(let date): String(date.timeIntervalSinceReferenceDate)
    case .uuid(let uuid):
      withUnsafeBytes(of: uuid.uuid) { bytes in
        "X'" + bytes.map { String(format: "%02X", $0) }.joined() + "'"
      }
    default: nil
    }
  }
}
