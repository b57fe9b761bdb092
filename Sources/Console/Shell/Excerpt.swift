/// What of a long text is shown, and how what cannot be seen is.
enum Excerpt {
  /// The longest message, and the longest line above a caret.
  private static let longestMessage = 2_000
  private static let longestLine = 400

  /// A message, its middle left out where it is very long.
  static func ofMessage(_ message: String) -> String {
    let scalars = message.unicodeScalars
    guard scalars.count > longestMessage else { return clean(scalars[...]) }
    return clean(scalars.prefix(longestMessage * 3 / 4)) + " … "
      + clean(scalars.suffix(longestMessage / 4))
  }

  /// The part of a line that is shown around a place.
  static func window(of line: Range<Int>, around place: Int) -> Range<Int> {
    guard line.count > longestLine else { return line }
    let start = max(line.lowerBound, place - longestLine / 2)
    return start..<min(line.upperBound, start + longestLine)
  }

  /// A control character as its picture, so that it does nothing to a terminal; a tab as a blank; one
  /// that turns the direction of writing round as an escape.
  static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x09: " "
    case 0..<0x20: String(Unicode.Scalar(0x2400 + scalar.value) ?? scalar)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    case 0x202A...0x202E, 0x2066...0x2069:
      "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: String(scalar)
    }
  }

  /// A text whose writing goes one way: what turns it round is shown as an escape.
  static func straight(_ text: String) -> String {
    guard text.utf8.contains(0xE2) else { return text }
    return text.unicodeScalars.map { turns($0) ? visible($0) : String($0) }.joined()
  }

  private static func turns(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  /// Bytes for a terminal or a screen reader: what would move a cursor, rename a window or turn the
  /// writing round is shown as a picture. Lines and tabs stay, but in plain output, where a tab is a
  /// blank.
  static func shown(_ bytes: [UInt8], isPlain: Bool) -> [UInt8] {
    let isHarmless = bytes.indices.allSatisfy { index in
      let byte = bytes[index]
      if byte >= 0x20 {
        return byte != 0x7F && !(byte == 0xC2 && isC1(bytes, at: index + 1))
          && !(byte == 0xE2 && turning(bytes, at: index) != nil)
      }
      return byte == 0x0A || byte == 0x09 && !isPlain
    }
    guard !isHarmless else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x0A: result.append(byte)
      case 0x09: result.append(isPlain ? 0x20 : byte)
      case 0x0D where index < bytes.count && bytes[index] == 0x0A:
        if !isPlain { result.append(byte) }
      case 0..<0x20: result += [0xE2, 0x90, 0x80 + byte]
      case 0x7F: result += [0xE2, 0x90, 0xA1]
      case 0xC2 where isC1(bytes, at: index):
        result += [0xEF, 0xBF, 0xBD]
        index += 1
      case 0xE2:
        guard let scalar = turning(bytes, at: index - 1) else {
          result.append(byte)
          continue
        }
        result.append(visible(scalar))
        index += 2
      default: result.append(byte)
      }
    }
    return result
  }

  /// The character of three bytes that turns the direction of writing round.
  private static func turning(_ bytes: [UInt8], at index: Int) -> Unicode.Scalar? {
    guard index + 2 < bytes.count, bytes[index + 1] & 0xC0 == 0x80, bytes[index + 2] & 0xC0 == 0x80
    else { return nil }
    let value = 0x2000 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
    return Unicode.Scalar(value).flatMap { turns($0) ? $0 : nil }
  }

  /// Whether a byte is the second of U+0080 to U+009F, behind C2.
  private static func isC1(_ bytes: [UInt8], at index: Int) -> Bool {
    index < bytes.count && (0x80..<0xA0).contains(bytes[index])
  }

  private static func clean(_ scalars: Substring.UnicodeScalarView) -> String {
    scalars.map { $0 == "\n" ? "\n" : visible($0) }.joined()
  }
}
