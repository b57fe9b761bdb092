import Foundation

/// Two values are equal when `==` in a predicate says so: numbers by their
/// value whatever their type, booleans as 1 and 0, everything else only to its
/// own kind (B015).
extension PredicateValue: Hashable {
  package static func == (left: PredicateValue, right: PredicateValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.string(let a), .string(let b)): a.isIdentical(to: b)
    case (.int(let a), .int(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.url(let a), .url(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.set(let a), .set(let b)): a.count == b.count && Set(a) == Set(b)
    case (.dictionary(let a), .dictionary(let b)): a == b
    default:
      if let a = left.number, let b = right.number { a.compare(b) == .orderedSame } else { false }
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool, .int, .double, .decimal: hasher.combine(number?.approximation ?? 0)
    case .string(let value): for unit in value.utf8 { hasher.combine(unit) }
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .url(let value): hasher.combine(value)
    case .array(let members): hasher.combine(members)
    case .set(let members): hasher.combine(Set(members))
    case .dictionary(let entries): hasher.combine(entries)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension String {
  /// Whether both hold the same code points: `==` of a predicate does not
  /// unify composed and decomposed characters.
  package func isIdentical(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
