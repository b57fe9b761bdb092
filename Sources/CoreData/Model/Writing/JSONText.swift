/// A JSON value whose objects keep the order of their members.
package indirect enum JSONText: Sendable, Equatable, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONText])
  case object([Member])

  /// A name and its value.
  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: JSONText

    package init(_ name: String, _ value: JSONText) {
      self.name = name
      self.value = value
    }
  }

  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }

  /// A text, or null.
  package init(_ text: String?) { self = text.map { .string($0) } ?? .null }

  /// The text, two blanks a level; arrays of scalars stand on one line.
  package var text: String {
    var result = ""
    append(to: &result, indent: "")
    return result
  }

  private func append(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number):
      // JSON has no infinities.
      text += number.isFinite ? String(number) : "null"
    case .string(let string): text += Self.quote(string)
    case .array(let items):
      appendList(items, ("[", "]"), inline: items.allSatisfy(\.isScalar), to: &text, indent) {
        $0.append(to: &$1, indent: $2)
      }
    case .object(let members):
      appendList(members, ("{", "}"), inline: false, to: &text, indent) {
        $1 += Self.quote($0.name) + ": "
        $0.value.append(to: &$1, indent: $2)
      }
    }
  }

  private func appendList<Item>(
    _ items: [Item], _ ends: (String, String), inline: Bool, to text: inout String,
    _ indent: String, _ write: (Item, inout String, String) -> Void
  ) {
    text += ends.0
    let deeper = indent + "  "
    for (place, item) in items.enumerated() {
      if place > 0 { text += inline ? ", " : "," }
      if !inline { text += "\n" + deeper }
      write(item, &text, deeper)
    }
    if !inline, !items.isEmpty { text += "\n" + indent }
    text += ends.1
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  /// A text in quotation marks.
  package static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 {
          result += "\\u" + String(format: "%04x", scalar.value)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
