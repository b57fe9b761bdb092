import Foundation
import PredicateCore
package import SQLiteDriver

/// The functions that generated statements call, by their names in SQL.
package enum SQLFunctionName: String, CaseIterable, Sendable {
  /// `(text, options)`: the text as it is compared under `[cd]`.
  case fold = "corebook_fold"
  /// `(text, prefix, options)`.
  case begins = "corebook_begins"
  /// `(text, suffix, options)`.
  case ends = "corebook_ends"
  /// `(text, part, options)`.
  case contains = "corebook_contains"
  /// `(text, pattern, options)`.
  case like = "corebook_like"
  /// `(text, pattern, options)`.
  case matches = "corebook_matches"
  /// `(name, arguments…)`: a built-in function of expressions.
  case call = "corebook_call"
  /// The same for functions whose result is another each time.
  case callOnce = "corebook_call_each"
  /// The same with decimals, which a store keeps as doubles: 0.1 + 0.2 is 0.3.
  case callDecimal = "corebook_decimal"
  /// An aggregate: the sum of decimals.
  case decimalSum = "corebook_decimal_sum"
  /// An aggregate: the mean of decimals.
  case decimalAverage = "corebook_decimal_avg"
  /// `(base64)`: bytes.
  case bytes = "corebook_bytes"
  /// An aggregate: the middle value.
  case median = "corebook_median"
  /// An aggregate: the standard deviation.
  case deviation = "corebook_stddev"
}

/// The orders of texts that generated statements use, by their names in SQL.
package enum SQLCollationName: String, CaseIterable, Sendable {
  case caseInsensitive = "corebook_nocase"
  case localized = "corebook_localized"
  case localizedCaseInsensitive = "corebook_localized_nocase"
  case localizedStandard = "corebook_standard"

  /// The collation of a sort descriptor's comparison; nil for the natural order.
  init?(selector: String) {
    switch selector {
    case "caseInsensitiveCompare:": self = .caseInsensitive
    case "localizedCompare:": self = .localized
    case "localizedCaseInsensitiveCompare:": self = .localizedCaseInsensitive
    case "localizedStandardCompare:": self = .localizedStandard
    default: return nil
    }
  }

  func compare(_ a: String, _ b: String) -> ComparisonResult {
    switch self {
    case .caseInsensitive: a.caseInsensitiveCompare(b)
    case .localized: a.localizedCompare(b)
    case .localizedCaseInsensitive: a.localizedCaseInsensitiveCompare(b)
    case .localizedStandard: a.localizedStandardCompare(b)
    }
  }
}

extension SQLiteConnection {
  /// Makes the functions and collations of generated statements known to a connection.
  package func registerPredicateFunctions() throws(SQLiteError) {
    try registerFunction(SQLFunctionName.fold.rawValue, argumentCount: 2) { arguments in
      guard case .text(let text) = arguments[0] else { return arguments[0] }
      return .text(StringComparer(SQLFunctions.options(arguments, at: 1)).folded(text))
    }
    try registerFunction(SQLFunctionName.bytes.rawValue, argumentCount: 1) { arguments in
      Data(base64Encoded: arguments.string(at: 0)).map { .blob($0) } ?? .null
    }
    try registerTest(.begins) { StringComparer($2).hasPrefix($0, $1) }
    try registerTest(.ends) { StringComparer($2).hasSuffix($0, $1) }
    try registerTest(.contains) { StringComparer($2).contains($0, $1) }
    let patterns = LikePatternCache()
    try registerTest(.like) { patterns.pattern($1, $2).matches($0) }
    try registerTest(.matches) {
      try RegularExpressionCache.shared.expression($1, $2).matches($0)
    }
    try registerAggregate(SQLFunctionName.median.rawValue) { values in
      try SQLFunctions.aggregate("median:", values)
    }
    try registerAggregate(SQLFunctionName.deviation.rawValue) { values in
      try SQLFunctions.aggregate("stddev:", values)
    }
    for (name, function) in [(SQLFunctionName.decimalSum, "sum:"), (.decimalAverage, "average:")] {
      try registerAggregate(name.rawValue) { values in
        // Nothing of nothing, as the aggregates of SQL.
        values.allSatisfy(\.isNull)
          ? .null : try SQLFunctions.aggregate(function, values, isDecimal: true)
      }
    }
    for name in [SQLFunctionName.call, .callOnce, .callDecimal] {
      try registerFunction(
        name.rawValue, argumentCount: -1, isDeterministic: name != .callOnce
      ) { try SQLFunctions.call($0, isDecimal: name == .callDecimal) }
    }
    for name in SQLCollationName.allCases {
      try registerCollation(name.rawValue) { left, right in
        let a = String(decoding: left, as: UTF8.self)
        let b = String(decoding: right, as: UTF8.self)
        return name.compare(a, b).rawValue
      }
    }
  }

  /// A test of two texts under options; NULL if one of them is missing.
  private func registerTest(
    _ name: SQLFunctionName, _ test: @escaping (String, String, StringOptions) throws -> Bool
  ) throws(SQLiteError) {
    try registerFunction(name.rawValue, argumentCount: 3) { arguments in
      if arguments.isNull(at: 0) || arguments.isNull(at: 1) { return .null }
      guard case .text(let whole) = arguments[0], case .text(let part) = arguments[1] else {
        return .integer(0)
      }
      return .integer(try test(whole, part, SQLFunctions.options(arguments, at: 2)) ? 1 : 0)
    }
  }
}

private enum SQLFunctions {
  static func options(_ arguments: SQLiteArguments, at index: Int) -> StringOptions {
    StringOptions(rawValue: UInt(truncatingIfNeeded: arguments.integer(at: index)))
  }

  /// A built-in function of expressions, with the values as SQL has them.
  static func call(_ arguments: SQLiteArguments, isDecimal: Bool) throws -> SQLiteValue {
    let values = (1..<arguments.count).map { value(arguments[$0], isDecimal) }
    return try value(PredicateFunction.call(arguments.string(at: 0), values))
  }

  /// A function of the values of a group.
  static func aggregate(
    _ name: String, _ values: [SQLiteValue], isDecimal: Bool = false
  ) throws -> SQLiteValue {
    try value(PredicateFunction.call(name, [.array(values.map { value($0, isDecimal) })]))
  }

  private static func value(_ value: SQLiteValue, _ isDecimal: Bool) -> PredicateValue {
    switch value {
    case .null: .null
    // Whole decimals are stored as integers.
    case .integer(let number): isDecimal ? .decimal(Decimal(number)) : .int(number)
    case .real(let number): isDecimal ? .decimal(StoredDecimal.value(number)) : .double(number)
    case .text(let text): .string(text)
    case .blob(let data): .data(data)
    }
  }

  private static func value(_ value: PredicateValue) throws -> SQLiteValue {
    switch value {
    case .null: return .null
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .int(let number): return .integer(number)
    case .double(let number): return number.isNaN ? .null : .real(number)
    case .decimal(let number): return .real(number.nearestDouble)
    case .string(let text): return .text(text)
    case .date(let date): return .real(date.timeIntervalSinceReferenceDate)
    case .data(let data): return .blob(data)
    case .uuid(let uuid): return .blob(Data(uuid.bytes))
    case .url(let url): return .text(url.absoluteString)
    case .array, .set, .dictionary, .object:
      throw PredicateEvaluationError.badArgument("SQL", found: "\(value)")
    }
  }
}

/// The pattern used last, so that it is prepared once for many rows.
private final class LikePatternCache {
  private var last: (text: String, options: StringOptions, pattern: LikePattern)?

  func pattern(_ text: String, _ options: StringOptions) -> LikePattern {
    if let last, last.options == options, last.text.isIdentical(to: text) { return last.pattern }
    let made = LikePattern(text, options)
    last = (text, options, made)
    return made
  }
}
