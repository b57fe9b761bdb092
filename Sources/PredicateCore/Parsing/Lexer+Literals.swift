import Foundation

extension Lexer {
  /// A string in single or double quotes, with the escapes of C and `\uXXXX`, `\UXXXXXXXX`.
  mutating func scanString(quote: UInt8) throws -> String {
    let start = index
    index += 1
    var content: [UInt8] = []
    while let byte = peek(0) {
      index += 1
      if byte == quote { return String(decoding: content, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        content.append(byte)
        continue
      }
      try scanEscape(into: &content)
    }
    throw error(at: start, expected: "a closing quote for the string that begins here")
  }

  private mutating func scanEscape(into content: inout [UInt8]) throws {
    guard let byte = peek(0) else { return }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "u"): try scanCodePoint(digits: 4, into: &content)
    case UInt8(ascii: "U"): try scanCodePoint(digits: 8, into: &content)
    default: content.append(byte)
    }
  }

  private mutating func scanCodePoint(digits: Int, into content: inout [UInt8]) throws {
    var code: UInt32 = 0
    for distance in 0..<digits {
      guard let byte = peek(distance), let value = byte.digit(base: 16) else {
        throw error(at: index + distance, expected: "\(digits) hexadecimal digits")
      }
      code = code << 4 | UInt32(value)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw error(at: index, expected: "the number of a Unicode character")
    }
    index += digits
    content.append(contentsOf: Array(String(Character(scalar)).utf8))
  }

  /// A number: decimal, `0x`, `0o`, `0b`, with fraction and exponent.
  mutating func scanNumber() throws -> PredicateValue {
    if peek(0) == UInt8(ascii: "0"), let letter = peek(1) {
      switch letter | 0x20 {
      case UInt8(ascii: "x"): return try scanInteger(base: 16)
      case UInt8(ascii: "o"): return try scanInteger(base: 8)
      case UInt8(ascii: "b"): return try scanInteger(base: 2)
      default: break
      }
    }
    let start = index
    var isWhole = true
    skipDigits()
    if peek(0) == UInt8(ascii: "."), let digit = peek(1), digit.isDigit {
      isWhole = false
      index += 1
      skipDigits()
    }
    if let letter = peek(0), letter | 0x20 == UInt8(ascii: "e") {
      let hasSign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
      if let digit = peek(hasSign ? 2 : 1), digit.isDigit {
        isWhole = false
        index += hasSign ? 2 : 1
        skipDigits()
      }
    }
    if let byte = peek(0), byte.continuesName {
      throw error(at: index, expected: "the end of a number")
    }
    return try number(String(decoding: bytes[start..<index], as: UTF8.self), isWhole, at: start)
  }

  private func number(_ digits: String, _ isWhole: Bool, at start: Int) throws -> PredicateValue {
    if isWhole, let value = Int64(digits) { return .int(value) }
    if isWhole, digits.utf8.count <= 38, let value = Decimal(string: digits) {
      return .decimal(value)
    }
    guard let value = Double(digits), value.isFinite else {
      throw error(at: start, expected: "a number that a double can hold")
    }
    return .double(value)
  }

  private mutating func skipDigits() {
    while let byte = peek(0), byte.isDigit { index += 1 }
  }

  private mutating func scanInteger(base: UInt64) throws -> PredicateValue {
    let start = index
    index += 2
    var value: UInt64 = 0
    var count = 0
    while let digit = peek(0)?.digit(base: base) {
      let (product, overflow) = value.multipliedReportingOverflow(by: base)
      guard !overflow else { throw error(at: start, expected: "a number of at most 64 bits") }
      value = product + digit
      count += 1
      index += 1
    }
    if count == 0 || peek(0)?.continuesName == true {
      throw error(at: index, expected: "a digit of base \(base)")
    }
    return Int64(exactly: value).map { .int($0) } ?? .decimal(Decimal(value))
  }
}

extension UInt8 {
  /// The value of a digit in a base up to 16.
  func digit(base: UInt64) -> UInt64? {
    let value: UInt64
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt64(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt64(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = UInt64(self - UInt8(ascii: "A")) + 10
    default: return nil
    }
    return value < base ? value : nil
  }
}
