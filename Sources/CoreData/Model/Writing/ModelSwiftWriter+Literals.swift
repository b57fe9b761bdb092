extension ModelSwiftWriter {
  func literal(_ value: Any) -> String? {
    switch value {
    case let decimal as NSDecimalNumber: "NSDecimalNumber(string: \(quote(decimal.description)))"
    case let date as Date:
      "Date(timeIntervalSinceReferenceDate: \(date.timeIntervalSinceReferenceDate))"
    case let uuid as UUID: "UUID(uuidString: \(quote(uuid.uuidString)))"
    case let url as URL: "URL(string: \(quote(url.absoluteString)))"
    case let text as String: quote(text)
    default:
      switch ModelJSON.value(value) {
      case .bool(let flag): String(flag)
      case .integer(let number): String(number)
      case .number(let number): String(number)
      default: nil
      }
    }
  }

  /// A Swift string literal.
  func quote(_ text: String?) -> String {
    var result = "\""
    for scalar in (text ?? "").unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  static func typeName(_ type: NSAttributeType) -> String {
    switch type {
    case .undefinedAttributeType: "undefined"
    case .integer16AttributeType: "integer16"
    case .integer32AttributeType: "integer32"
    case .integer64AttributeType: "integer64"
    case .decimalAttributeType: "decimal"
    case .doubleAttributeType: "double"
    case .floatAttributeType: "float"
    case .stringAttributeType: "string"
    case .booleanAttributeType: "boolean"
    case .dateAttributeType: "date"
    case .binaryDataAttributeType: "binaryData"
    case .UUIDAttributeType: "uuid"
    case .URIAttributeType: "uri"
    case .transformableAttributeType: "transformable"
    case .objectIDAttributeType: "objectID"
    case .compositeAttributeType: "composite"
    }
  }

  static func ruleName(_ rule: NSDeleteRule) -> String {
    switch rule {
    case .noActionDeleteRule: "noActionDeleteRule"
    case .nullifyDeleteRule: "nullifyDeleteRule"
    case .cascadeDeleteRule: "cascadeDeleteRule"
    case .denyDeleteRule: "denyDeleteRule"
    }
  }
}
