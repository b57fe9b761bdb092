import CoreData

/// Values where each must stay on its line and be told from others.
extension ValueText {
  /// A value beside others: nil is `nil`, and a text that could be taken for it, for nothing, or for
  /// a literal is one itself.
  static func apart(_ value: Any?, _ attribute: NSAttributeDescription? = nil) -> String {
    guard let plain = value as? String else { return oneLine(text(value, attribute)) }
    return plain.isEmpty || needsQuotes(plain, besides: "nil") ? literal(plain) : plain
  }

  /// Whether a text cannot stand as it is beside others, where `nilText` stands for nil.
  static func needsQuotes(_ text: String, besides nilText: String) -> Bool {
    text == nilText || text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
      || text.unicodeScalars.contains(where: moves)
  }

  /// A text as a literal of the language.
  static func literal(_ text: String) -> String {
    var result = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        result.append("\\")
        result.append(scalar)
      } else if moves(scalar) {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    result.append("\"")
    return String(result)
  }

  /// A text on one line: what would move a cursor is shown as the language writes it.
  static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: moves) else { return text }
    return text.unicodeScalars.map { moves($0) ? escape($0) : String($0) }.joined()
  }

  /// Control characters, and what ends a line or a paragraph.
  private static func moves(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "\0": "\\0"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
