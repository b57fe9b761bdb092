/// What differs between the elements of two versions of a composite attribute.
struct CompositeElements {
  /// The paths of elements that are new, in order.
  let added: [String]
  /// The paths of elements that are gone, in order.
  let removed: [String]
  /// Whether what is in both has a type that takes the old values.
  let areCompatible: Bool

  init(_ old: NSAttributeDescription, _ new: NSAttributeDescription) {
    let (before, after) = (Self.parts(old), Self.parts(new))
    added = after.keys.filter { before[$0] == nil }.sorted()
    removed = before.keys.filter { after[$0] == nil }.sorted()
    areCompatible = before.allSatisfy { path, type in
      guard let next = after[path] else { return true }
      return next == type || PropertyComparison.widens(type, next)
    }
  }

  /// The simple attributes that a composite one is made of, by path, with their types.
  private static func parts(_ attribute: NSAttributeDescription) -> [String: NSAttributeType] {
    guard let composite = attribute as? NSCompositeAttributeDescription else { return [:] }
    var result: [String: NSAttributeType] = [:]
    for element in composite.elements {
      if element is NSCompositeAttributeDescription {
        for (path, type) in parts(element) { result[element.name + "." + path] = type }
      } else {
        result[element.name] = element.attributeType
      }
    }
    return result
  }
}
