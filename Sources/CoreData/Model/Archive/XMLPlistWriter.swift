import Foundation

/// Writes XML property lists, byte for byte as Foundation does (with keys in the order given).
package struct XMLPlistWriter {
  /// The bytes of a file with the value.
  ///
  /// - Throws: `PlistValue.Failure` for a text with a character that XML forbids, and for a date
  ///   that has no year; Foundation writes files that nobody can read again.
  package static func data(_ value: PlistValue) throws(PlistValue.Failure) -> Data {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

      """
    text += try list(value)
    return Data(text.utf8)
  }

  /// The element `plist` alone, as it stands in an XML store.
  ///
  /// - Parameters:
  ///   - value: the list.
  ///   - margin: what each line begins with; lines within a text do not.
  package static func list(
    _ value: PlistValue, margin: String = ""
  ) throws(PlistValue.Failure) -> String {
    var writer = XMLPlistWriter(margin: margin)
    writer.text = "\(margin)<plist version=\"1.0\">\n"
    try writer.append(value, at: "", level: 0)
    return writer.text + "\(margin)</plist>\n"
  }

  private let margin: String
  private var text = ""

  private init(margin: String) { self.margin = margin }

  private func indent(_ level: Int) -> String { margin + String(repeating: "\t", count: level) }

  private mutating func append(
    _ value: PlistValue, at place: String, level: Int
  ) throws(PlistValue.Failure) {
    let indent = indent(level)
    switch value {
    case .bool(let flag): text += "\(indent)<\(flag)/>\n"
    case .int(let number): text += "\(indent)<integer>\(number)</integer>\n"
    case .unsigned(let number): text += "\(indent)<integer>\(number)</integer>\n"
    case .real(let number): text += "\(indent)<real>\(Self.real(number))</real>\n"
    case .date(let seconds):
      guard let date = PlistDate.text(seconds) else {
        throw .init(place: place, reason: "the date has no year")
      }
      text += "\(indent)<date>\(date)</date>\n"
    case .data(let data):
      text += "\(indent)<data>\n"
      append(data, level: level)
      text += "\(indent)</data>\n"
    case .string(let content):
      text += "\(indent)<string>\(try Self.escaped(content, at: place))</string>\n"
    case .uid(let number):
      let entry = PlistValue.Entry("CF$UID", .int(Int64(number)))
      try append(.dictionary([entry]), at: place, level: level)
    case .array(let items): try append(items, at: place, level: level)
    case .dictionary(let entries): try append(entries, at: place, level: level)
    }
  }

  private mutating func append(
    _ items: [PlistValue], at place: String, level: Int
  ) throws(PlistValue.Failure) {
    let indent = indent(level)
    guard !items.isEmpty else {
      text += "\(indent)<array/>\n"
      return
    }
    text += "\(indent)<array>\n"
    for (index, item) in items.enumerated() {
      try append(item, at: "\(place)[\(index)]", level: level + 1)
    }
    text += "\(indent)</array>\n"
  }

  private mutating func append(
    _ entries: [PlistValue.Entry], at place: String, level: Int
  ) throws(PlistValue.Failure) {
    let indent = indent(level)
    guard !entries.isEmpty else {
      text += "\(indent)<dict/>\n"
      return
    }
    text += "\(indent)<dict>\n"
    for entry in entries {
      let inner = place.isEmpty ? entry.key : "\(place).\(entry.key)"
      text += "\(indent)\t<key>\(try Self.escaped(entry.key, at: inner))</key>\n"
      try append(entry.value, at: inner, level: level + 1)
    }
    text += "\(indent)</dict>\n"
  }

  /// Base 64 in lines of 76 columns, a tab counting as eight, and eight tabs at most.
  private mutating func append(_ data: Data, level: Int) {
    let level = min(level, 8)
    let indent = indent(level)
    let bytesOfLine = (76 - 8 * level) / 4 * 3
    var start = data.startIndex
    while start < data.endIndex {
      let end = min(start + bytesOfLine, data.endIndex)
      text += "\(indent)\(data[start..<end].base64EncodedString())\n"
      start = end
    }
  }

  private static func real(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
    if number == 0 { return number.sign == .minus ? "-0.0" : "0.0" }
    return String(format: "%.17g", number)
  }

  private static func escaped(
    _ text: String, at place: String
  ) throws(PlistValue.Failure) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0xEF || "&<>".utf8.contains($0) }) else {
      return text
    }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // A reader turns a plain carriage return into a line feed.
      case "\r": result += "&#13;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}":
        throw .init(
          place: place,
          reason:
            "the text has the character U+\(String(scalar.value, radix: 16)), which XML forbids"
        )
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
