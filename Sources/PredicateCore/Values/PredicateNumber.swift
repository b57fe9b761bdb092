package import Foundation

/// The number in a value, for arithmetic and comparison across types.
package enum PredicateNumber: Sendable {
  case int(Int64)
  case double(Double)
  case decimal(Decimal)

  /// The nearest double.
  package var approximation: Double {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.nearestDouble
    }
  }

  /// The number as a decimal; a double by its shortest text, so that 0.1 is 0.1. NaN for a double
  /// beyond what a decimal can hold, which Foundation would trap on.
  package var decimalValue: Decimal {
    switch self {
    case .int(let value): Decimal(value)
    case .double(let value):
      value.isFinite && abs(value) < 1e127 ? Decimal(string: value.description) ?? .nan : .nan
    case .decimal(let value): value
    }
  }

  /// Whether the number is of a size with which decimals can be calculated.
  var suitsDecimals: Bool {
    let size = abs(approximation)
    return size == 0 || (size > 1e-60 && size < 1e60)
  }

  /// Orders two numbers; nil when one is not a number (NaN).
  package func compare(_ other: PredicateNumber) -> ComparisonResult? {
    switch (self, other) {
    case (.int(let a), .int(let b)):
      return a < b ? .orderedAscending : (a == b ? .orderedSame : .orderedDescending)
    case (.decimal, _), (_, .decimal):
      let limit = 1e100
      guard abs(approximation) < limit, abs(other.approximation) < limit else {
        return Self.order(approximation, other.approximation)
      }
      let a = decimalValue
      let b = other.decimalValue
      return a < b ? .orderedAscending : (a == b ? .orderedSame : .orderedDescending)
    case (.int(let a), .double(let b)):
      return Self.order(a, b)
    case (.double(let a), .int(let b)):
      return Self.order(b, a)?.reversed
    default:
      return Self.order(approximation, other.approximation)
    }
  }

  /// An integer against a double without losing digits of either.
  private static func order(_ a: Int64, _ b: Double) -> ComparisonResult? {
    if b.isNaN { return nil }
    if b >= 0x1p63 { return .orderedAscending }
    if b < -0x1p63 { return .orderedDescending }
    let whole = Int64(b.rounded(.towardZero))
    if a != whole { return a < whole ? .orderedAscending : .orderedDescending }
    return order(Double(0), b - b.rounded(.towardZero))
  }

  private static func order(_ a: Double, _ b: Double) -> ComparisonResult? {
    if a < b { return .orderedAscending }
    if a > b { return .orderedDescending }
    return a == b ? .orderedSame : nil
  }
}

extension Decimal {
  /// The double whose text is this number; Foundation's own conversion on
  /// Linux is off in the last digit for numbers such as 10.11.
  package var nearestDouble: Double { Double(description) ?? .nan }
}

extension ComparisonResult {
  /// The result of the comparison with its sides exchanged.
  package var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedDescending: .orderedAscending
    case .orderedSame: .orderedSame
    }
  }
}

extension PredicateValue {
  /// The value as a number, booleans as 1 and 0; nil for anything else.
  package var number: PredicateNumber? {
    switch self {
    case .bool(let value): .int(value ? 1 : 0)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .decimal(let value): .decimal(value)
    default: nil
    }
  }

  /// The value of a number.
  package init(_ number: PredicateNumber) {
    switch number {
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .decimal(let value): self = .decimal(value)
    }
  }
}
