import Foundation

/// Decimal numbers in an SQLite store, which keeps them as doubles (format fact 66).
enum StoredDecimal {
  /// The decimal that a stored double stands for.
  ///
  /// Apple's conversion of a decimal to a double is off by a few units in the last place: 10.11 lies
  /// in its stores as 10.109999999999999 (corpus 041). So a number of fifteen digits that is as near
  /// as that is taken; any other is the shortest that gives the same double.
  static func value(_ number: Double) -> Decimal {
    let short = String(format: "%.15g", number)
    if let near = Double(short), abs(near - number) <= 4 * number.ulp,
      let decimal = Decimal(string: short)
    {
      return decimal
    }
    return Decimal(string: "\(number)") ?? Decimal(number)
  }
}
