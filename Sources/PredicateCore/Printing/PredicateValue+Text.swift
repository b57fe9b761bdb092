import Foundation

/// The canonical text form of a constant: booleans as 1 and 0, strings in double quotes (B001).
extension PredicateValue: CustomStringConvertible {
  /// How values are written instead, for people: an object by its name, say. nil where the canonical
  /// form will do.
  @TaskLocal package static var shownForPeople: (@Sendable (PredicateValue) -> String?)?

  package var description: String {
    if let shown = Self.shownForPeople?(self) { return shown }
    return switch self {
    case .null: "nil"
    case .bool(let value): value ? "1" : "0"
    case .int(let value): "\(value)"
    case .double(let value): Self.text(value)
    case .decimal(let value): Self.text(value)
    case .string(let value): Self.quoted(value)
    case .date(let value): "CAST(\(Self.text(value)), \"NSDate\")"
    case .data(let value): "CAST(\"\(value.base64EncodedString())\", \"NSData\")"
    case .uuid(let value): "CAST(\"\(value.uuidString)\", \"NSUUID\")"
    case .url(let value): "CAST(\(Self.quoted(value.absoluteString)), \"NSURL\")"
    case .array(let members): "{\(members.map(\.description).joined(separator: ", "))}"
    case .set(let members):
      "{\(members.map(\.description).sorted().joined(separator: ", "))}"
    case .dictionary(let entries):
      "{\(entries.map { "\($0) = \($1)" }.sorted().joined(separator: "; "))}"
    case .object(let object): object.description
    }
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  private static func text(_ value: Decimal) -> String {
    let plain = value.description
    guard let double = Double(plain), "\(double)" == plain || Int64(plain) != nil else {
      return "CAST(\"\(plain)\", \"NSDecimalNumber\")"
    }
    return plain
  }

  /// Six places as Apple prints them, or as many as it takes.
  private static func text(_ value: Date) -> String {
    let seconds = value.timeIntervalSinceReferenceDate
    let short = String(format: "%.6f", seconds)
    return Double(short) == seconds ? short : "\(seconds)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
