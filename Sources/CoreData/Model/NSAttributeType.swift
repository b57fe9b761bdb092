/// The type of an attribute, with Apple's numbers, which are part of version hashes and of
/// compiled models (model-archive §1).
public enum NSAttributeType: UInt, Sendable, CaseIterable {
  /// No type: allowed for transient attributes only.
  case undefinedAttributeType = 0
  /// A signed integer of 16 bits.
  case integer16AttributeType = 100
  /// A signed integer of 32 bits.
  case integer32AttributeType = 200
  /// A signed integer of 64 bits.
  case integer64AttributeType = 300
  /// An exact decimal number, `NSDecimalNumber`.
  case decimalAttributeType = 400
  /// A number of double precision.
  case doubleAttributeType = 500
  /// A number of single precision.
  case floatAttributeType = 600
  /// Text.
  case stringAttributeType = 700
  /// Yes or no.
  case booleanAttributeType = 800
  /// A moment, `Date`.
  case dateAttributeType = 900
  /// Bytes, `Data`.
  case binaryDataAttributeType = 1000
  /// A universally unique identifier, `UUID`.
  case UUIDAttributeType = 1100
  /// A resource identifier, `URL`.
  case URIAttributeType = 1200
  /// Any value that a value transformer can turn into data.
  case transformableAttributeType = 1800
  /// The identifier of a managed object.
  case objectIDAttributeType = 2000
  /// A group of attributes stored together (`NSCompositeAttributeDescription`).
  case compositeAttributeType = 2100
}

extension NSAttributeType {
  /// The name of the type in model sources, `attributeType="Integer 16"`.
  package var sourceName: String {
    switch self {
    case .undefinedAttributeType: "Undefined"
    case .integer16AttributeType: "Integer 16"
    case .integer32AttributeType: "Integer 32"
    case .integer64AttributeType: "Integer 64"
    case .decimalAttributeType: "Decimal"
    case .doubleAttributeType: "Double"
    case .floatAttributeType: "Float"
    case .stringAttributeType: "String"
    case .booleanAttributeType: "Boolean"
    case .dateAttributeType: "Date"
    case .binaryDataAttributeType: "Binary"
    case .UUIDAttributeType: "UUID"
    case .URIAttributeType: "URI"
    case .transformableAttributeType: "Transformable"
    case .objectIDAttributeType: "ObjectID"
    case .compositeAttributeType: "Composite"
    }
  }

  /// The type with the given name in model sources; nil for a name nobody knows.
  package init?(sourceName: String) {
    switch sourceName {
    case "Undefined", "": self = .undefinedAttributeType
    case "Integer 16": self = .integer16AttributeType
    case "Integer 32": self = .integer32AttributeType
    case "Integer 64": self = .integer64AttributeType
    case "Decimal": self = .decimalAttributeType
    case "Double": self = .doubleAttributeType
    case "Float": self = .floatAttributeType
    case "String": self = .stringAttributeType
    case "Boolean": self = .booleanAttributeType
    case "Date": self = .dateAttributeType
    case "Binary": self = .binaryDataAttributeType
    case "UUID": self = .UUIDAttributeType
    case "URI": self = .URIAttributeType
    case "Transformable": self = .transformableAttributeType
    case "ObjectID": self = .objectIDAttributeType
    case "Composite": self = .compositeAttributeType
    default: return nil
    }
  }

  /// The class of the values, as Apple names it in `attributeValueClassName` and compiled models.
  package var valueClassName: String? {
    switch self {
    case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType,
      .compositeAttributeType:
      nil
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
      "NSNumber"
    case .decimalAttributeType: "NSDecimalNumber"
    case .stringAttributeType: "NSString"
    case .dateAttributeType: "NSDate"
    case .binaryDataAttributeType: "NSData"
    case .UUIDAttributeType: "NSUUID"
    case .URIAttributeType: "NSURL"
    }
  }
}
