import Foundation

/// Builds a property list from the elements of its XML.
struct PlistBuilder {
  private enum Container {
    case dictionary([String: Any], key: String?)
    case array([Any])
  }

  private var open: [Container] = []

  /// The list, once its outermost element has ended.
  private(set) var root: Any?

  /// What is wrong with the list, without a full stop; nil as long as nothing is.
  private(set) var failure: String?

  mutating func start(_ name: String) {
    switch name {
    case "dict": open.append(.dictionary([:], key: nil))
    case "array": open.append(.array([]))
    case "plist", "key", "string", "integer", "real", "true", "false", "data", "date": break
    default: failure = failure ?? "a property list has no element “\(name)”"
    }
  }

  mutating func end(_ name: String, _ text: String) {
    switch name {
    case "key":
      guard case .dictionary(let entries, nil)? = open.popLast() else {
        failure = failure ?? "the key “\(text)” stands in a wrong place"
        return
      }
      open.append(.dictionary(entries, key: text))
    case "dict", "array":
      switch open.popLast() {
      case .dictionary(let entries, nil)?: add(entries)
      case .dictionary(_, let key?)?: failure = failure ?? "the key “\(key)” has no value"
      case .array(let values)?: add(values)
      case nil: break
      }
    case "plist": break
    default:
      guard let value = Self.scalar(name, text) else {
        failure = failure ?? "“\(text.prefix(40))” is no value of the type “\(name)”"
        return
      }
      add(value)
    }
  }

  private static func scalar(_ name: String, _ text: String) -> Any? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch name {
    case "string": return text
    case "integer": return integer(trimmed)
    case "real": return Double(trimmed).map { NSNumber(value: $0) }
    case "true": return NSNumber(value: true)
    case "false": return NSNumber(value: false)
    case "data":
      return trimmed.isEmpty
        ? Data() : Data(base64Encoded: trimmed, options: .ignoreUnknownCharacters)
    case "date": return PlistDate.seconds(trimmed).map(Date.init(timeIntervalSinceReferenceDate:))
    default: return nil
    }
  }

  private static func integer(_ text: String) -> NSNumber? {
    if text.lowercased().hasPrefix("0x") {
      return UInt64(text.dropFirst(2), radix: 16).map { NSNumber(value: $0) }
    }
    if let number = Int64(text) { return NSNumber(value: number) }
    return UInt64(text).map { NSNumber(value: $0) }
  }

  /// Containers are changed in place: taking one out to put it back would copy it.
  private mutating func add(_ value: Any) {
    guard let last = open.indices.last else {
      if root == nil { root = value } else { failure = failure ?? "there is more than one value" }
      return
    }
    switch open.removeLast() {
    case .dictionary(var entries, let key):
      guard let key else {
        failure = failure ?? "a value has no key"
        return open.insert(.dictionary(entries, key: nil), at: last)
      }
      entries[key] = value
      open.append(.dictionary(entries, key: nil))
    case .array(var values):
      values.append(value)
      open.append(.array(values))
    }
  }
}
