/// Builds the property list of a store's metadata from the elements of its XML.
struct PlistBuilder {
  private enum Container {
    case dictionary([String: Any], key: String?)
    case array([Any])
  }

  private var open: [Container] = []
  private(set) var root: Any?

  mutating func start(_ name: String) {
    switch name {
    case "dict": open.append(.dictionary([:], key: nil))
    case "array": open.append(.array([]))
    default: break
    }
  }

  mutating func end(_ name: String, _ text: String) {
    switch name {
    case "key":
      guard case .dictionary(let entries, _)? = open.popLast() else { return }
      open.append(.dictionary(entries, key: text))
    case "dict", "array":
      switch open.popLast() {
      case .dictionary(let entries, _)?: add(entries)
      case .array(let values)?: add(values)
      case nil: break
      }
    case "string": add(text)
    case "integer": add(Int(trimmed(text)) ?? 0)
    case "real": add(Double(trimmed(text)) ?? 0)
    case "true": add(true)
    case "false": add(false)
    case "data": add(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    case "date": add(ISO8601DateFormatter().date(from: trimmed(text)) ?? Date.distantPast)
    default: break
    }
  }

  private func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func add(_ value: Any) {
    switch open.popLast() {
    case .dictionary(var entries, let key)?:
      if let key { entries[key] = value }
      open.append(.dictionary(entries, key: nil))
    case .array(let values)?: open.append(.array(values + [value]))
    case nil: root = value
    }
  }
}
