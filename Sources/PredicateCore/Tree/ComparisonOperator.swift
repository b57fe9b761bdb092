/// How the two sides of a comparison are compared. Raw values are Apple's
/// `NSComparisonPredicate.Operator`.
package enum ComparisonOperator: UInt, Sendable, Hashable, CaseIterable {
  case lessThan = 0
  case lessThanOrEqual = 1
  case greaterThan = 2
  case greaterThanOrEqual = 3
  case equal = 4
  case notEqual = 5
  case matches = 6
  case like = 7
  case beginsWith = 8
  case endsWith = 9
  case isIn = 10
  case contains = 99
  case between = 100

  /// The spelling of the canonical text form.
  package var spelling: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqual: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqual: ">="
    case .equal: "=="
    case .notEqual: "!="
    case .matches: "MATCHES"
    case .like: "LIKE"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .isIn: "IN"
    case .contains: "CONTAINS"
    case .between: "BETWEEN"
    }
  }
}

/// Whether a comparison holds for the value itself or for the members of a
/// collection. Raw values are Apple's `NSComparisonPredicate.Modifier`.
package enum ComparisonModifier: UInt, Sendable, Hashable {
  case direct = 0
  case all = 1
  case any = 2
}

/// The letters in brackets behind a string operator. Raw values are Apple's
/// `NSComparisonPredicate.Options`.
package struct StringOptions: OptionSet, Sendable, Hashable {
  package let rawValue: UInt

  package init(rawValue: UInt) { self.rawValue = rawValue }

  /// `[c]`: case does not count.
  package static let caseInsensitive = StringOptions(rawValue: 1)
  /// `[d]`: diacritics do not count.
  package static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `[n]`: the strings are known to need no folding, compare code units.
  package static let normalized = StringOptions(rawValue: 4)
  /// `[l]`: compare by the rules of the current locale.
  package static let localeSensitive = StringOptions(rawValue: 8)

  /// The bracketed suffix, such as `[cd]`, or nothing.
  package var suffix: String {
    if isEmpty { return "" }
    var letters = ""
    if contains(.normalized) {
      letters = "n"
    } else {
      if contains(.caseInsensitive) { letters += "c" }
      if contains(.diacriticInsensitive) { letters += "d" }
    }
    if contains(.localeSensitive) { letters += "l" }
    return "[\(letters)]"
  }
}
