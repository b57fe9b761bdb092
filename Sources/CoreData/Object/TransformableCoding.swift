import Foundation

/// Transformable attributes to and from their stored bytes.
///
/// A named transformer's forward direction gives the bytes if it produces `Data`, as a transformer
/// written for Core Data does; the framework's own secure-unarchive transformers work the other way
/// round and are used by their reverse (Apple's rule: such a transformer unarchives forward). Without
/// a name, a keyed archive is stored (format fact 70).
enum TransformableCoding {
  static func encode(_ value: Any, _ property: PropertyLayout) -> Data? {
    if let transformer = transformer(of: property) {
      if unarchivesForward(property) {
        return transformer.reverseTransformedValue(value) as? Data
      }
      return transformer.transformedValue(value) as? Data
    }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false)
  }

  /// The object in some stored bytes; the bytes themselves where nobody can decode them.
  static func decode(_ data: Data, _ property: PropertyLayout) -> SlotValue {
    var decoded: Any?
    if let transformer = transformer(of: property) {
      decoded =
        unarchivesForward(property)
        ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    } else {
      decoded = unarchive(data)
    }
    return .transformable(TransformableBox(decoded ?? data))
  }

  private static func transformer(of property: PropertyLayout) -> ValueTransformer? {
    guard let name = property.attribute?.valueTransformerName, !name.isEmpty else { return nil }
    return ValueTransformer(forName: NSValueTransformerName(rawValue: name))
  }

  private static func unarchivesForward(_ property: PropertyLayout) -> Bool {
    let name = property.attribute?.valueTransformerName ?? ""
    return name.hasPrefix("NSSecureUnarchiveFromData") || name == "NSUnarchiveFromData"
      || name == "NSKeyedUnarchiveFromData"
  }

  private static func unarchive(_ data: Data) -> Any? {
    guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
    unarchiver.requiresSecureCoding = false
    return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
  }
}
