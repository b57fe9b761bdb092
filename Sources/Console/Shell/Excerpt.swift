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

  private static func clean(_ scalars: Substring.UnicodeScalarView) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars.map { $0 == "\n" ? $0 : visible($0) })
    return String(view)
  }
}
