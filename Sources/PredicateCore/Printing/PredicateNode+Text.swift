/// The canonical text form. Parsing it gives an equal predicate, except for blocks and objects,
/// which have no text form.
extension PredicateNode: CustomStringConvertible {
  package var description: String {
    switch self {
    case .constant(true): "TRUEPREDICATE"
    case .constant(false): "FALSEPREDICATE"
    case .comparison(let comparison): comparison.description
    case .and(let parts): Self.join(parts, " AND ", empty: "TRUEPREDICATE")
    case .or(let parts): Self.join(parts, " OR ", empty: "FALSEPREDICATE")
    case .not(let part): "NOT \(part.isCompound ? "(\(part))" : "\(part)")"
    case .block(let block): block.label
    }
  }

  private static func join(_ parts: [PredicateNode], _ word: String, empty: String) -> String {
    if parts.isEmpty { return empty }
    if parts.count == 1, let only = parts.first { return only.description }
    return parts.map { $0.isCompound ? "(\($0))" : "\($0)" }.joined(separator: word)
  }

  /// Whether the text needs parentheses inside another compound.
  private var isCompound: Bool {
    switch self {
    case .and(let parts), .or(let parts):
      parts.count > 1 || (parts.count == 1 && parts.contains { $0.isCompound })
    case .constant, .comparison, .not, .block: false
    }
  }
}

extension Comparison: CustomStringConvertible {
  package var description: String {
    let quantifier =
      switch modifier {
      case .direct: ""
      case .all: "ALL "
      case .any: "ANY "
      }
    return "\(quantifier)\(left) \(comparator.spelling)\(options.suffix) \(right)"
  }
}
