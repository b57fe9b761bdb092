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

  /// A control character as its picture, so that it does nothing to a terminal; a tab as a blank.
  static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09: " "
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? scalar
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    default: scalar
    }
  }

  /// Bytes for a terminal or a screen reader: what would move a cursor or rename a window is shown as
  /// a picture. Lines and tabs stay, but in plain output, where a tab is a blank.
  static func shown(_ bytes: [UInt8], isPlain: Bool) -> [UInt8] {
    let isHarmless = bytes.indices.allSatisfy { index in
      let byte = bytes[index]
      if byte >= 0x20 { return byte != 0x7F && !(byte == 0xC2 && isC1(bytes, at: index + 1)) }
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
      default: result.append(byte)
      }
    }
    return result
  }

  /// Whether a byte is the second of U+0080 to U+009F, behind C2.
  private static func isC1(_ bytes: [UInt8], at index: Int) -> Bool {
    index < bytes.count && (0x80..<0xA0).contains(bytes[index])
  }

  private static func clean(_ scalars: Substring.UnicodeScalarView) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars.map { $0 == "\n" ? $0 : visible($0) })
    return String(view)
  }
}
