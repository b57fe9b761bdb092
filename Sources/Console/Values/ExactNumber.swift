internal import Foundation

/// Numbers from text: what is written, or nothing. No number becomes infinite, zero or another one for
/// want of room; that a binary fraction is the nearest to the written one is all that is rounded.
enum ExactNumber {
  /// A Double; `nan`, `inf` and `-inf` are what an export calls them.
  static func double(_ text: String) -> Double? {
    if let special = specials[text] { return special }
    guard let written = Written(text), let number = Double(text), number.isFinite,
      number != 0 || written.digits.isEmpty
    else { return nil }
    return number
  }

  /// A Float, likewise.
  static func float(_ text: String) -> Float? {
    if let special = specials[text] { return Float(special) }
    guard let written = Written(text), let number = Float(text), number.isFinite,
      number != 0 || written.digits.isEmpty
    else { return nil }
    return number
  }

  /// A Decimal with every digit; nil where 38 are not enough.
  static func decimal(_ text: String) -> Decimal? {
    guard let written = Written(text), written.digits.count <= 38,
      (-128...165).contains(written.exponent),
      let number = Decimal(string: text), !number.isNaN,
      Written(number.description) == written
    else { return nil }
    return number
  }

  private static let specials: [String: Double] = [
    "nan": .nan, "inf": .infinity, "-inf": -.infinity,
  ]

  /// A number as it is written: without leading and trailing zeros, so that equal ones are equal.
  private struct Written: Equatable {
    var isNegative = false
    /// The digits, from the first to the last that is not zero; none for zero.
    var digits: [UInt8] = []
    /// The power of ten of the last digit.
    var exponent = 0

    /// Nil where the text is no number: an optional sign, digits with or without a point, and
    /// perhaps an exponent.
    init?(_ text: String) {
      var rest = Array(text.utf8)[...]
      isNegative = Self.takeSign(&rest)
      let whole = Self.takeDigits(&rest)
      var fraction: [UInt8] = []
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        fraction = Self.takeDigits(&rest)
      }
      guard !(whole + fraction).isEmpty else { return nil }
      if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
        rest = rest.dropFirst()
        let sinks = Self.takeSign(&rest)
        let power = Self.takeDigits(&rest)
        guard !power.isEmpty, let size = Int(String(decoding: power, as: UTF8.self)),
          size < 1_000_000
        else { return nil }
        exponent = sinks ? -size : size
      }
      guard rest.isEmpty else { return nil }
      exponent -= fraction.count
      digits = Array((whole + fraction).drop { $0 == UInt8(ascii: "0") })
      while digits.last == UInt8(ascii: "0") {
        digits.removeLast()
        exponent += 1
      }
      if digits.isEmpty { (isNegative, exponent) = (false, 0) }
    }

    private static func takeSign(_ rest: inout ArraySlice<UInt8>) -> Bool {
      guard let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else {
        return false
      }
      rest = rest.dropFirst()
      return first == UInt8(ascii: "-")
    }

    private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      return Array(digits)
    }
  }
}
