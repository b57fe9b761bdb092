import PredicateCore

extension [PredicateNode] {
  /// Alternatives of which many ask whether one key path equals a constant, as they are written in SQL: as
  /// one IN, which SQLite looks up in place of trying one after the other, and whose text does not depend
  /// on their number. The others, and few, stay as they are.
  var gathered: [PredicateNode] {
    guard count > Self.few else { return self }
    var groups: [Sought: [PredicateValue]] = [:]
    for part in self {
      if let (sought, value) = part.equality { groups[sought, default: []].append(value) }
    }
    groups = groups.filter { $0.value.count > Self.few }
    guard !groups.isEmpty else { return self }
    var result: [PredicateNode] = []
    for part in self {
      guard let (sought, _) = part.equality else {
        result.append(part)
        continue
      }
      if let values = groups[sought] {
        // Where the first of them stood.
        guard !values.isEmpty else { continue }
        result.append(
          .comparison(
            Comparison(sought.place, .isIn, .constant(.array(values)), options: sought.options)))
        groups[sought] = []
      } else {
        result.append(part)
      }
    }
    return result
  }

  private static var few: Int { 8 }
}

/// What is compared, and how.
private struct Sought: Hashable {
  let place: ExpressionNode
  let options: StringOptions
}

extension PredicateNode {
  /// The key path and the value that a plain `==` compares; nil of anything else, and where nil is sought.
  fileprivate var equality: (Sought, PredicateValue)? {
    guard case .comparison(let comparison) = self, comparison.modifier == .direct,
      comparison.comparator == .equal, let value = comparison.right.constantValue, !value.isNull,
      value.members == nil
    else { return nil }
    switch comparison.left {
    case .keyPath, .path:
      return (Sought(place: comparison.left, options: comparison.options), value)
    default: return nil
    }
  }
}
