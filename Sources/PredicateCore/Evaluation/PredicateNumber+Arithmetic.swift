import Foundation

/// Arithmetic: of integers an integer, with a decimal a decimal, otherwise a double.
extension PredicateNumber {
  /// The whole part as an integer, at the ends of its range if it is beyond them.
  package var truncated: Int64 {
    if case .int(let value) = self { return value }
    let value = approximation.rounded(.towardZero)
    if value.isNaN { return 0 }
    if value >= 0x1p63 { return .max }
    return value < -0x1p63 ? .min : Int64(value)
  }

  package func adding(_ other: PredicateNumber) -> PredicateNumber {
    combine(other, { $0.addingReportingOverflow($1) }, { $0 + $1 }, { $0 + $1 })
  }

  package func subtracting(_ other: PredicateNumber) -> PredicateNumber {
    combine(other, { $0.subtractingReportingOverflow($1) }, { $0 - $1 }, { $0 - $1 })
  }

  package func multiplied(by other: PredicateNumber) -> PredicateNumber {
    combine(other, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 }, { $0 * $1 })
  }

  /// The quotient; of integers it is cut to an integer. Nil for a division by zero, as in SQL.
  package func divided(by other: PredicateNumber) -> PredicateNumber? {
    guard other.approximation != 0 else { return nil }
    return combine(other, { $0.dividedReportingOverflow(by: $1) }, { $0 / $1 }, { $0 / $1 })
  }

  /// The remainder of the whole parts, with the sign of the first. Nil for zero.
  package func remainder(by other: PredicateNumber) -> PredicateNumber? {
    if case .int(let a) = self, case .int(let b) = other {
      return b == 0 ? nil : .int(b == -1 ? 0 : a % b)
    }
    let divisor = other.approximation
    return divisor == 0 ? nil : .double(approximation.truncatingRemainder(dividingBy: divisor))
  }

  /// The power; a whole one when both are whole and it fits.
  package func raised(to other: PredicateNumber) -> PredicateNumber {
    let result = pow(approximation, other.approximation)
    if case .int = self, case .int(let exponent) = other, exponent >= 0, abs(result) < 0x1p53 {
      return .int(Int64(result))
    }
    return .double(result)
  }

  private func combine(
    _ other: PredicateNumber, _ whole: (Int64, Int64) -> (Int64, overflow: Bool),
    _ decimal: (Decimal, Decimal) -> Decimal, _ real: (Double, Double) -> Double
  ) -> PredicateNumber {
    switch (self, other) {
    case (.int(let a), .int(let b)):
      let (result, overflow) = whole(a, b)
      return overflow ? .double(real(Double(a), Double(b))) : .int(result)
    case (.decimal, _) where suitsDecimals && other.suitsDecimals,
      (_, .decimal) where suitsDecimals && other.suitsDecimals:
      return .decimal(decimal(decimalValue, other.decimalValue))
    default:
      return .double(real(approximation, other.approximation))
    }
  }
}
