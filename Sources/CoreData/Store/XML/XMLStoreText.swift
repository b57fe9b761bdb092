/// Text in an XML store.
///
/// Apple's framework writes some characters as `\uXXXX` with the bytes of the UTF-16 unit as they lie
/// in memory, the low one first: `<` is `\u3c00` (corpus 107, a filter in a mapping model). Which
/// characters it writes so is not known beyond that one.
enum XMLStoreText {
  /// Text as XML content: markup as entities, forbidden characters and backslashes as `\uXXXX`.
  static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0xEF && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "&")
        && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
    }
    if isPlain { return text }
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
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "\\")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if let scalar = escape(bytes, place) {
        result += Array(String(scalar).utf8)
        place += 6
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The character that `\uXXXX` at a place stands for, nil if something else is there.
  private static func escape(_ bytes: [UInt8], _ place: Int) -> Unicode.Scalar? {
    guard bytes[place] == UInt8(ascii: "\\"), place + 6 <= bytes.count,
      bytes[place + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt16 = 0
    for digit in bytes[(place + 2)..<(place + 6)] {
      guard let number = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(number)
    }
    return Unicode.Scalar(value.byteSwapped)
  }

  /// Text as the value of an XML attribute.
  static func quoted(_ text: String) -> String {
    escaped(text).replacingOccurrences(of: "\"", with: "&quot;")
  }
}
