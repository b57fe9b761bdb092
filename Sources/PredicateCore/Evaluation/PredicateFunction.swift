import Foundation

/// The built-in functions of expressions, by Apple's names.
package enum PredicateFunction {
  package typealias Body = @Sendable ([PredicateValue]) throws -> PredicateValue

  /// How many arguments a function takes; nil is any number.
  package struct Entry: Sendable {
    package let arity: Int?
    package let body: Body
  }

  /// All functions that need nothing but their arguments.
  package static let table: [String: Entry] = {
    var table = aggregates
    table.merge(arithmetic) { first, _ in first }
    table.merge(transcendental) { first, _ in first }
    table.merge(texts) { first, _ in first }
    return table
  }()

  /// The value of a function for arguments.
  /// - Throws: `PredicateEvaluationError`.
  package static func call(
    _ name: String, _ arguments: [PredicateValue]
  ) throws -> PredicateValue {
    guard let entry = table[name], entry.arity == nil || entry.arity == arguments.count else {
      throw PredicateEvaluationError.unknownFunction(name)
    }
    return try entry.body(arguments)
  }

  // MARK: Tables

  private static let aggregates: [String: Entry] = [
    "sum:": Entry(arity: nil) { try Statistics(members($0), for: "sum:").sum },
    "count:": Entry(arity: nil) { .int(Int64(members($0).count)) },
    "average:": Entry(arity: nil) { try Statistics(members($0), for: "average:").average },
    "min:": Entry(arity: nil) { Statistics.extreme(members($0), .orderedAscending) },
    "max:": Entry(arity: nil) { Statistics.extreme(members($0), .orderedDescending) },
    "distinct:": Entry(arity: 1) { .array(members($0).uniqued) },
    "median:": Entry(arity: nil) { try Statistics(members($0), for: "median:").median },
    "mode:": Entry(arity: nil) { try Statistics(members($0), for: "mode:").mode },
    "stddev:": Entry(arity: nil) {
      try Statistics(members($0), for: "stddev:").standardDeviation
    },
  ]

  private static let arithmetic: [String: Entry] = [
    "add:to:": binary("add:to:") { $0.adding($1) },
    "from:subtract:": binary("from:subtract:") { $0.subtracting($1) },
    "multiply:by:": binary("multiply:by:") { $0.multiplied(by: $1) },
    "divide:by:": binary("divide:by:") { $0.divided(by: $1) },
    "modulus:by:": binary("modulus:by:") { $0.remainder(by: $1) },
    "raise:toPower:": binary("raise:toPower:") { $0.raised(to: $1) },
    "bitwiseAnd:with:": binary("bitwiseAnd:with:") { .int($0.truncated & $1.truncated) },
    "bitwiseOr:with:": binary("bitwiseOr:with:") { .int($0.truncated | $1.truncated) },
    "bitwiseXor:with:": binary("bitwiseXor:with:") { .int($0.truncated ^ $1.truncated) },
    "leftshift:by:": binary("leftshift:by:") { .int($0.truncated << $1.truncated) },
    "rightshift:by:": binary("rightshift:by:") { .int($0.truncated >> $1.truncated) },
    "onesComplement:": unary("onesComplement:") { .int(~$0.truncated) },
    "abs:": unary("abs:") { $0.approximation < 0 ? PredicateNumber.int(0).subtracting($0) : $0 },
  ]

  private static let transcendental: [String: Entry] = [
    "sqrt:": unary("sqrt:") { .double($0.approximation.squareRoot()) },
    "log:": unary("log:") { .double(log10($0.approximation)) },
    "ln:": unary("ln:") { .double(log($0.approximation)) },
    "exp:": unary("exp:") { .double(exp($0.approximation)) },
    "floor:": unary("floor:") { $0.rounded(.down) },
    "ceiling:": unary("ceiling:") { $0.rounded(.up) },
    "trunc:": unary("trunc:") { $0.rounded(.towardZero) },
    "random": Entry(arity: 0) { _ in .double(Double.random(in: 0..<1)) },
    "random:": unary("random:") { .int(Int64.random(in: 0..<max(1, $0.truncated))) },
  ]

  private static let texts: [String: Entry] = [
    "now": Entry(arity: 0) { _ in .date(Date()) },
    "uppercase:": text("uppercase:") { .string($0.uppercased()) },
    "lowercase:": text("lowercase:") { .string($0.lowercased()) },
    "canonical:": text("canonical:") {
      .string(StringComparer([.caseInsensitive, .diacriticInsensitive]).folded($0))
    },
    "length:": text("length:") { .int(Int64($0.utf16.count)) },
    "noindex:": Entry(arity: 1) { $0[0] },
    "castObject:toType:": Entry(arity: 2) { try cast($0[0], to: $0[1]) },
    "objectFrom:withIndex:": Entry(arity: 2) { try element(of: $0[0], at: $0[1]) },
  ]

  // MARK: Shapes of functions

  /// The members of the only argument if it is a collection, otherwise the arguments.
  private static func members(_ arguments: [PredicateValue]) -> [PredicateValue] {
    guard arguments.count == 1, let only = arguments.first else { return arguments }
    if only.isNull { return [] }
    return only.members ?? arguments
  }

  /// A function of two numbers; nil if one of them is nil or there is no result.
  private static func binary(
    _ name: String,
    _ body: @escaping @Sendable (PredicateNumber, PredicateNumber) -> PredicateNumber?
  ) -> Entry {
    Entry(arity: 2) { arguments in
      if arguments.contains(where: \.isNull) { return .null }
      if let moved = DateArithmetic.apply(name, arguments[0], arguments[1]) { return moved }
      guard let a = arguments[0].number, let b = arguments[1].number else {
        let wrong = arguments[0].number == nil ? arguments[0] : arguments[1]
        throw PredicateEvaluationError.badArgument(name, found: "\(wrong)")
      }
      return body(a, b).map { PredicateValue($0) } ?? .null
    }
  }

  private static func unary(
    _ name: String, _ body: @escaping @Sendable (PredicateNumber) -> PredicateNumber
  ) -> Entry {
    Entry(arity: 1) { arguments in
      if arguments[0].isNull { return .null }
      guard let number = arguments[0].number else {
        throw PredicateEvaluationError.badArgument(name, found: "\(arguments[0])")
      }
      return PredicateValue(body(number))
    }
  }

  private static func text(
    _ name: String, _ body: @escaping @Sendable (String) -> PredicateValue
  ) -> Entry {
    Entry(arity: 1) { arguments in
      if arguments[0].isNull { return .null }
      guard case .string(let text) = arguments[0] else {
        throw PredicateEvaluationError.badArgument(name, found: "\(arguments[0])")
      }
      return body(text)
    }
  }
}

extension PredicateNumber {
  fileprivate func rounded(_ rule: FloatingPointRoundingRule) -> PredicateNumber {
    if case .int = self { return self }
    return .double(approximation.rounded(rule))
  }
}

/// Dates and numbers of seconds: a date moved by seconds, the seconds between two dates.
private enum DateArithmetic {
  static func apply(
    _ name: String, _ a: PredicateValue, _ b: PredicateValue
  ) -> PredicateValue? {
    switch (name, a, b) {
    case ("from:subtract:", .date(let first), .date(let second)):
      return .double(first.timeIntervalSince(second))
    case ("add:to:", .date(let date), _):
      return b.number.map { .date(date.addingTimeInterval($0.approximation)) }
    case ("add:to:", _, .date(let date)):
      return a.number.map { .date(date.addingTimeInterval($0.approximation)) }
    case ("from:subtract:", .date(let date), _):
      return b.number.map { .date(date.addingTimeInterval(-$0.approximation)) }
    default:
      return nil
    }
  }
}
