import Foundation

/// Decimal numbers in an SQLite store, which keeps them as doubles (format fact 66).
enum StoredDecimal {
  /// The decimal that a stored double stands for: the shortest that has it as its nearest double. So
  /// a predicate that compares with the number shown finds the row.
  static func value(_ number: Double) -> Decimal {
    guard number.isFinite else { return .nan }
    return Decimal(string: "\(number)") ?? Decimal(number)
  }
}
