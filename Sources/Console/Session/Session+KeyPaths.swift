import CoreData

/// Checks key paths against the model before the library sees them.
extension Session {
  /// The property at the end of a key path; nil when it ends in an operator such as `@count`.
  @discardableResult
  func checkKeyPath(
    _ keyPath: Spelled, on entity: NSEntityDescription, mustBeRelationship: Bool = false
  ) throws(Problem) -> NSPropertyDescription? {
    var current: NSEntityDescription? = entity
    var last: NSPropertyDescription?
    var offset = keyPath.span.start
    for part in keyPath.text.split(separator: ".").map(String.init) {
      let length = part.unicodeScalars.count
      let key = Spelled(part, at: Span(start: offset, end: offset + length))
      offset += length + 1
      if part.hasPrefix("@") { return nil }
      if part == "self" || part == "SELF" || part == "objectID" { return nil }
      if let composite = last as? NSCompositeAttributeDescription {
        last = try CompositeText.element([key], of: composite)
        continue
      }
      guard let owner = current else {
        throw Problem("'\(last?.name ?? "")' is not a relationship", at: key.span)
      }
      let property = try self.property(key, of: owner, orItsSubentities: true)
      current = (property as? NSRelationshipDescription)?.destinationEntity
      last = property
    }
    if mustBeRelationship, !(last is NSRelationshipDescription) {
      throw Problem("'\(keyPath.text)' is not a relationship", at: keyPath.span)
    }
    return last
  }

  private func property(
    _ key: Spelled, of entity: NSEntityDescription, orItsSubentities: Bool
  ) throws(Problem) -> NSPropertyDescription {
    if let property = entity.propertiesByName[key.text] { return property }
    var waiting = entity.subentities
    while let next = waiting.popLast() {
      if let property = next.propertiesByName[key.text] { return property }
      waiting += next.subentities
    }
    return try property(key, of: entity)
  }
}
