import CoreData

/// Composite attributes in commands and in what is printed.
enum CompositeText {
  /// The element that keys lead to.
  ///
  /// - Throws: what is wrong with the first key that names no element.
  static func element(
    _ keys: some Sequence<Spelled>, of composite: NSCompositeAttributeDescription
  ) throws(Problem) -> NSAttributeDescription {
    var attribute: NSAttributeDescription = composite
    for key in keys {
      guard let owner = attribute as? NSCompositeAttributeDescription else {
        throw Problem("'\(attribute.name)' has no elements", at: key.span)
      }
      guard let element = owner.elements.first(where: { $0.name == key.text }) else {
        throw Problem.unknown(
          "\(owner.name) has no element '\(key.text)'", key, among: owner.elements.map(\.name))
      }
      attribute = element
    }
    return attribute
  }

  /// The keys of a path that is spelled in one.
  static func keys(of path: Spelled) -> [Spelled] {
    var offset = path.span.start
    return path.text.split(separator: ".", omittingEmptySubsequences: false).map { part in
      let length = part.unicodeScalars.count
      defer { offset += length + 1 }
      return Spelled(String(part), at: Span(start: offset, end: offset + length))
    }
  }

  /// An element of a value; nil if it has none.
  static func value(_ value: Any, _ element: NSAttributeDescription) -> Any? {
    let found = (value as? [String: Any])?[element.name]
    return found is NSNull ? nil : found
  }

  /// `street: String, zip: Integer 32`, in the model's order.
  static func elements(_ composite: NSCompositeAttributeDescription) -> String {
    composite.elements.map { element in
      if let inner = element as? NSCompositeAttributeDescription {
        return "\(element.name): {\(elements(inner))}"
      }
      return "\(element.name): \(element.attributeType.sourceName)"
    }.joined(separator: ", ")
  }
}

extension Session {
  /// The property at a key, which may lead into a composite attribute: `name`, `address.city`.
  func settable(
    _ key: Spelled, of entity: NSEntityDescription
  ) throws(Problem) -> NSPropertyDescription {
    let keys = CompositeText.keys(of: key)
    guard let first = keys.first, keys.count > 1,
      let composite = entity.attributesByName[first.text] as? NSCompositeAttributeDescription
    else { return try property(key, of: entity) }
    return try CompositeText.element(keys.dropFirst(), of: composite)
  }
}
