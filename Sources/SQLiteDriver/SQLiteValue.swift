package import Foundation

/// One cell of a row, or one bound parameter: SQLite's five storage classes.
package enum SQLiteValue: Sendable, Equatable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

extension SQLiteValue {
  /// Whether the value is SQL's NULL.
  package var isNull: Bool { self == .null }

  /// The integer, or nil when the value has another storage class.
  package var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The text, or nil when the value has another storage class.
  package var text: String? {
    if case .text(let string) = self { string } else { nil }
  }

  /// The value as SQL would write it: `NULL`, `12`, `1.5`, `'O''Hara'`, `x'00ff'`.
  package var sqlLiteral: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): Self.literal(of: number)
    case .text(let string): "'" + string.replacing("'", with: "''") + "'"
    case .blob(let data): "x'" + Self.hexadecimal(data) + "'"
    }
  }

  /// SQLite has no literal for an infinity; it reads an overflowing number as one,
  /// and stores a NaN as NULL.
  private static func literal(of number: Double) -> String {
    if number.isNaN { return "NULL" }
    if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
    return "\(number)"
  }

  private static func hexadecimal(_ data: Data) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    text.reserveCapacity(data.count * 2)
    for byte in data {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(stringLiteral value: String) { self = .text(value) }
}
