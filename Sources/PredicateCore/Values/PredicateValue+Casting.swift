import Foundation

extension PredicateValue {
  /// The constant that a printed cast of a literal stands for: dates as seconds since 2001,
  /// decimals, identifiers, URLs and data as text. Nil for anything else.
  package func constantCast(to type: String) -> PredicateValue? {
    switch (self, type) {
    case (_, "NSDate"), (_, "Date"):
      return number.map { .date(Date(timeIntervalSinceReferenceDate: $0.approximation)) }
    case (.string(let text), "NSDecimalNumber"):
      return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { .decimal($0) }
    case (.string(let text), "NSUUID"), (.string(let text), "UUID"):
      return UUID(uuidString: text).map { .uuid($0) }
    case (.string(let text), "NSURL"), (.string(let text), "URL"):
      return URL(string: text).map { .url($0) }
    case (.string(let text), "NSData"):
      return Data(base64Encoded: text).map { .data($0) }
    default:
      return nil
    }
  }
}
