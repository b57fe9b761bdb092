private import Foundation

/// The functions that make values: `date("…")` and its kin.
extension Parser {
  /// From a function's name to what its argument becomes; nil when the argument is not fit.
  static let functions: [String: @Sendable (String) -> ValueExpression.Kind?] = [
    "date": { ISODate.seconds(from: $0) == nil ? nil : .date($0) },
    "uuid": { UUID(uuidString: $0) == nil ? nil : .uuid($0) },
    "url": { URL(string: $0) == nil ? nil : .url($0) },
    "data": { bytes(fromHex: $0).map(ValueExpression.Kind.data) },
    "decimal": { isDecimal($0) ? .decimal($0) : nil },
    "hash": { .hash($0) },
  ]

  /// What a function wants, for the message that it did not get it.
  static func wanted(_ function: String) -> String {
    switch function {
    case "date": "a date such as 2012-01-31T12:00:00Z"
    case "uuid": "a UUID such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    case "url": "a URL"
    case "data": "data in hexadecimal digits, two for each byte"
    case "decimal": "a decimal number such as 1234.10"
    default: "what \(function)(…) wants"
    }
  }

  private static func bytes(fromHex text: String) -> [UInt8]? {
    let digits = Array(text.utf8).filter { $0 != UInt8(ascii: " ") }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
      guard !pair.hasPrefix("+"), !pair.hasPrefix("-"), let byte = UInt8(pair, radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }

  private static func isDecimal(_ text: String) -> Bool {
    let lexer = Lexer(text)
    guard !text.isEmpty, lexer.startsNumber(at: 0), text.first?.isWhitespace == false,
      case .number = lexer.token(at: 0).kind
    else { return false }
    return lexer.token(at: 0).span.end == lexer.scalars.count
      && ExactNumber.decimal(text) != nil
  }
}
