/// Numbers as the console prints them.
package enum NumberText {
  /// The shortest text that reads back the same; whole numbers without a point, and no exponent
  /// between 1e-15 and 1e15.
  package static func text(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
    return plain(number.description, isFar: isFar(abs(Double(number))))
  }

  /// The same for single precision, whose shortest text is shorter.
  package static func text(_ number: Float) -> String {
    guard number.isFinite else { return text(Double(number)) }
    if abs(number) < 1e15, number == number.rounded() { return String(Int64(number)) }
    return plain(number.description, isFar: isFar(abs(Double(number))))
  }

  private static func isFar(_ size: Double) -> Bool { size >= 1e15 || size < 1e-15 && size > 0 }

  private static func plain(_ text: String, isFar: Bool) -> String {
    let trimmed = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    if trimmed == "-0" { return "0" }
    guard let mark = trimmed.firstIndex(of: "e"),
      let exponent = Int(trimmed[trimmed.index(after: mark)...])
    else { return trimmed }
    let mantissa = trimmed[..<mark]
    guard !isFar else { return trimmed.replacingPrefixPoint(mantissa) }
    return expanded(mantissa, exponent)
  }

  /// Writes `digits × 10^exponent` without an exponent.
  private static func expanded(_ mantissa: Substring, _ exponent: Int) -> String {
    let sign = mantissa.hasPrefix("-") ? "-" : ""
    let parts = mantissa.drop { $0 == "-" }.split(separator: ".")
    let whole = String(parts.first ?? "0")
    let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
    let digits = whole + fraction
    let point = whole.count + exponent
    if point <= 0 {
      return sign + "0." + String(repeating: "0", count: -point) + digits
    }
    if point >= digits.count {
      return sign + digits + String(repeating: "0", count: point - digits.count)
    }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }
}

extension String {
  /// `1.0e+16` as `1e+16`.
  fileprivate func replacingPrefixPoint(_ mantissa: Substring) -> String {
    guard mantissa.hasSuffix(".0") else { return self }
    return String(mantissa.dropLast(2)) + dropFirst(mantissa.count)
  }
}
