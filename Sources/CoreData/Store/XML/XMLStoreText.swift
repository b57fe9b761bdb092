/// Text in an XML store.
///
/// Apple's framework writes some characters as `\uXXXX` with the bytes of the UTF-16 unit as they lie
/// in memory, the low one first: `<` is `\u3c00` (corpus 107, a filter in a mapping model). Which
/// characters it writes so is not known beyond that one.
enum XMLStoreText {
  /// Text as XML content: markup as entities, forbidden characters and backslashes as `\uXXXX`.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\\", "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}":
        let digits = String(UInt16(truncatingIfNeeded: scalar.value).byteSwapped, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text that escaped text stands for. XML's entities are resolved already.
  static func unescaped(_ text: String) -> String {
    guard text.contains("\\u") else { return text }
    var result = ""
    var rest = text[...]
    while let mark = rest.range(of: "\\u") {
      result += rest[..<mark.lowerBound]
      let digits = rest[mark.upperBound...].prefix(4)
      if digits.count == 4, let value = UInt16(digits, radix: 16),
        let scalar = Unicode.Scalar(value.byteSwapped)
      {
        result.unicodeScalars.append(scalar)
        rest = rest[digits.endIndex...]
      } else {
        result += rest[mark]
        rest = rest[mark.upperBound...]
      }
    }
    return result + rest
  }

  /// Text as the value of an XML attribute.
  static func quoted(_ text: String) -> String {
    escaped(text).replacingOccurrences(of: "\"", with: "&quot;")
  }
}
