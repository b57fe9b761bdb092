import Foundation
import PredicateCore

extension NSSortDescriptor {
  /// The order of two values by the named comparison, direction left out.
  final func order(_ left: PredicateValue, _ right: PredicateValue) -> ComparisonResult {
    switch (left.isNull, right.isNull) {
    case (true, true): return .orderedSame
    case (true, false): return .orderedAscending
    case (false, true): return .orderedDescending
    case (false, false): break
    }
    if case .string(let a) = left, case .string(let b) = right {
      return order(a, b)
    }
    return left.order(to: right) ?? .orderedSame
  }

  private func order(_ left: String, _ right: String) -> ComparisonResult {
    switch selector?.description {
    case "caseInsensitiveCompare:": left.caseInsensitiveCompare(right)
    case "localizedCompare:": left.localizedCompare(right)
    case "localizedCaseInsensitiveCompare:": left.localizedCaseInsensitiveCompare(right)
    case "localizedStandardCompare:": left.localizedStandardCompare(right)
    default: left.literalOrder(to: right)
    }
  }
}
