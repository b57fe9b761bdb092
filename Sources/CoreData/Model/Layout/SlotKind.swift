/// How a property's value is held in a row snapshot.
package enum SlotKind: UInt8, Sendable {
  case int, bool, double, float, date
  case decimal, string, data, uuid, uri, transformable
  /// A group of attributes, which have slots of their own: `location` of `location.x`.
  case composite
  case toOne, toMany, orderedToMany, fetched

  /// Whether the value is one of the attribute kinds.
  package var isAttribute: Bool { rawValue < SlotKind.toOne.rawValue }

  /// Whether a row's word stands for bytes of the chunk.
  package var isStoredAsBytes: Bool {
    rawValue >= SlotKind.decimal.rawValue && rawValue <= SlotKind.transformable.rawValue
  }

  /// Whether the property is a to-many relationship, ordered or not.
  package var isToMany: Bool { self == .toMany || self == .orderedToMany }

  /// Whether the property is a relationship.
  package var isRelationship: Bool { self == .toOne || isToMany }

  init(_ type: NSAttributeType) {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: self = .int
    case .booleanAttributeType: self = .bool
    case .doubleAttributeType: self = .double
    case .floatAttributeType: self = .float
    case .dateAttributeType: self = .date
    case .decimalAttributeType: self = .decimal
    case .stringAttributeType: self = .string
    case .binaryDataAttributeType: self = .data
    case .UUIDAttributeType: self = .uuid
    case .URIAttributeType: self = .uri
    case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType:
      self = .transformable
    case .compositeAttributeType: self = .composite
    }
  }
}
