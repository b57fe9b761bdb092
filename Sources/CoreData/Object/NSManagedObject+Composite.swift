import Foundation

/// Composite attributes: dictionaries whose elements are attributes with slots of their own.
extension NSManagedObject {
  /// The elements as one dictionary, those without a value left out; null if none has one.
  final func composed(
    _ property: PropertyLayout, _ value: (Int) -> SlotValue
  ) -> SlotValue {
    var elements: [String: Any] = [:]
    for part in property.parts {
      let key = String(part.name.dropFirst(property.name.utf8.count + 1))
      let found = part.kind == .composite ? composed(part, value) : value(part.slot)
      if let boxed = found.boxed { elements[key] = boxed }
    }
    return elements.isEmpty ? .null : .transformable(TransformableBox(elements))
  }

  /// Sets the elements from a dictionary; those it does not have are cleared, as is everything by
  /// nil.
  ///
  /// - Throws: an error naming the element if the dictionary has one that the attribute has not, or
  ///   a value of the wrong type.
  final func setComposite(
    _ value: Any?, _ property: PropertyLayout, primitive: Bool
  ) throws(ObjectError) {
    let unwrapped = SlotValue.unwrapped(value)
    guard let elements = Self.elements(in: unwrapped) else {
      throw .unacceptableType(property: property.name, wanted: "NSDictionary", value: value)
    }
    let names = Set(property.parts.map(\.name))
    for key in elements.keys.sorted() where !names.contains("\(property.name).\(key)") {
      throw .undefinedKey("\(property.name).\(key)", entity: layout.name)
    }
    for part in property.parts {
      let element = elements[String(part.name.dropFirst(property.name.utf8.count + 1))]
      if part.kind == .composite {
        try setComposite(element, part, primitive: primitive)
        continue
      }
      guard let slot = SlotValue.from(element, type: part.type) else {
        throw .unacceptableType(property: part.name, wanted: part.valueClass, value: element)
      }
      if primitive { setPrimitive(slot, slot: part.slot) } else { setSlot(slot, slot: part.slot) }
    }
  }

  private static func elements(in value: Any?) -> [String: Any]? {
    switch value {
    case nil: [:]
    case let elements as [String: Any]: elements
    case let elements as NSDictionary: elements as? [String: Any]
    default: nil
    }
  }
}
