/// Writes XML trees as text, as Xcode does: four blanks a level, attributes on one line.
package enum XMLText {
  /// The text of a file with the element.
  ///
  /// - Parameters:
  ///   - root: the outermost element.
  ///   - order: the order of attributes by name; others follow by name.
  package static func document(_ root: SourceElement, order: [String]) -> String {
    let places = Dictionary(
      order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    append(root, indent: "", places, to: &text)
    return text
  }

  private static func append(
    _ element: SourceElement, indent: String, _ places: [String: Int], to text: inout String
  ) {
    text += "\(indent)<\(element.name)"
    let attributes = element.attributes.sorted { first, second in
      let (left, right) = (places[first.key] ?? .max, places[second.key] ?? .max)
      return left == right ? first.key < second.key : left < right
    }
    for (name, value) in attributes { text += " \(name)=\"\(escape(value))\"" }
    guard !element.children.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">\n"
    for child in element.children {
      append(child, indent: indent + "    ", places, to: &text)
    }
    text += "\(indent)</\(element.name)>\n"
  }

  /// Text as it stands inside an attribute.
  package static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || "&<>\"".utf8.contains($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default:
        // XML has no way to write other control characters.
        if scalar.value >= 0x20 { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
