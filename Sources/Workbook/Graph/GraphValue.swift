import Foundation

/// A value in a picture of the object graph: an attribute's value, or the labels of the objects a
/// relationship leads to.
public enum GraphValue: Sendable, Equatable {
  case nothing
  /// A number in plain decimal; `true` and `false` are 1 and 0.
  case number(String)
  case text(String)
  /// The label of a to-one relationship's object.
  case one(String)
  /// The labels of a to-many relationship's objects; sorted, unless `isOrdered`.
  case many([String], isOrdered: Bool)

  /// A to-many relationship without an order.
  public static func many(_ labels: [String]) -> GraphValue {
    .many(labels.sorted(), isOrdered: false)
  }

  /// A number.
  public static func number(_ value: Double) -> GraphValue {
    .number(NSNumber(value: value).plainText)
  }

  /// Whether a value that was found is the value that was wanted: a wanted text may be a to-one's
  /// label, and a wanted list does without order where the relationship has none.
  func accepts(_ found: GraphValue) -> Bool {
    switch (self, found) {
    case (.text(let wanted), .one(let label)), (.one(let wanted), .text(let label)):
      wanted == label
    case (.many(let wanted, _), .many(let labels, let isOrdered)):
      isOrdered ? wanted == labels : wanted.sorted() == labels.sorted()
    case (.number(let wanted), .number(let number)):
      wanted == number || Double(wanted).map { $0 == Double(number) } ?? false
    default: self == found
    }
  }

  /// How the value reads in a sentence.
  var shown: String {
    switch self {
    case .nothing: "nothing"
    case .number(let text), .one(let text): text
    case .text(let text): "\"\(text)\""
    case .many(let labels, let isOrdered):
      isOrdered
        ? "[" + labels.joined(separator: ", ") + "]" : "{" + labels.joined(separator: ", ") + "}"
    }
  }
}

extension NSNumber {
  /// The number in plain decimal, whole ones without a fraction.
  fileprivate var plainText: String {
    let value = doubleValue
    guard value == value.rounded(), abs(value) < 1e15 else { return "\(value)" }
    return String(int64Value)
  }
}

extension GraphValue {
  /// The value of an attribute.
  init(attribute value: Any?) {
    switch value {
    case nil, is NSNull: self = .nothing
    case let text as String: self = .text(text)
    case let date as Date: self = .text(date.ISO8601Format())
    case let data as Data:
      self = .text("x'" + data.map { String(format: "%02x", $0) }.joined() + "'")
    case let decimal as NSDecimalNumber: self = .number("\(decimal.decimalValue)")
    case let number as NSNumber: self = .number(number.plainText)
    case let uuid as UUID: self = .text(uuid.uuidString)
    case let url as URL: self = .text(url.absoluteString)
    case let list as [Any]:
      self = .many(list.map { "\($0)" }, isOrdered: true)
    case .some(let other): self = .text("\(other)")
    }
  }
}

extension GraphValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .number(value ? "1" : "0") }
  public init(nilLiteral: ()) { self = .nothing }
  public init(arrayLiteral elements: String...) { self = .many(elements, isOrdered: false) }
}

extension GraphValue: Codable {
  /// Reads `null`, a number, a boolean, a text, or a list of labels.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .nothing
      // The kind of a value is found by trying, one after another.
    } else if let flag = try? container.decode(Bool.self) {
      self = .number(flag ? "1" : "0")
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .many(try container.decode([String].self), isOrdered: false)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .nothing: try container.encodeNil()
    case .number(let text): try container.encode(Double(text) ?? 0)
    case .text(let text), .one(let text): try container.encode(text)
    case .many(let labels, _): try container.encode(labels)
    }
  }
}
