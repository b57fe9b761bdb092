/// The description of one attribute: a value of a simple type that every object of the entity has.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked Sendable: as NSPropertyDescription.

  /// The kind of value. Undefined until set.
  public var attributeType: NSAttributeType = .undefinedAttributeType {
    willSet { requireMutable() }
  }

  /// The name of the value's class, for transformable and undefined attributes; for the others the
  /// class that goes with the type.
  public var attributeValueClassName: String? {
    get { storedValueClassName ?? attributeType.valueClassName }
    set {
      requireMutable()
      storedValueClassName = newValue
    }
  }

  /// The class name as it was set, nil if it was not.
  package final var storedValueClassName: String?

  /// The value that a new object begins with.
  public var defaultValue: Any? { willSet { requireMutable() } }

  /// The name of the value transformer of a transformable attribute.
  public var valueTransformerName: String? { willSet { requireMutable() } }

  /// Whether large data may be kept in a file beside the store.
  public var allowsExternalBinaryDataStorage: Bool = false { willSet { requireMutable() } }

  /// Whether the history keeps the value of a deleted object.
  public var preservesValueInHistoryOnDeletion: Bool = false { willSet { requireMutable() } }

  /// Whether Apple's CloudKit may encrypt the value. Kept, without effect here.
  public var allowsCloudEncryption: Bool = false { willSet { requireMutable() } }

  /// The type in its modern form.
  public var type: AttributeType {
    get { AttributeType(rawValue: attributeType) }
    set { attributeType = newValue.rawValue }
  }

  /// The modern spelling of an attribute's type: `attribute.type = .string`.
  public struct AttributeType: RawRepresentable, Hashable, Sendable {
    /// The type in its older form.
    public var rawValue: NSAttributeType

    /// Wraps the older form.
    public init(rawValue: NSAttributeType) {
      self.rawValue = rawValue
    }

    /// No type; transient attributes only.
    public static let undefined = Self(rawValue: .undefinedAttributeType)
    /// A signed integer of 16 bits.
    public static let integer16 = Self(rawValue: .integer16AttributeType)
    /// A signed integer of 32 bits.
    public static let integer32 = Self(rawValue: .integer32AttributeType)
    /// A signed integer of 64 bits.
    public static let integer64 = Self(rawValue: .integer64AttributeType)
    /// An exact decimal number.
    public static let decimal = Self(rawValue: .decimalAttributeType)
    /// A number of double precision.
    public static let double = Self(rawValue: .doubleAttributeType)
    /// A number of single precision.
    public static let float = Self(rawValue: .floatAttributeType)
    /// Text.
    public static let string = Self(rawValue: .stringAttributeType)
    /// Yes or no.
    public static let boolean = Self(rawValue: .booleanAttributeType)
    /// A moment.
    public static let date = Self(rawValue: .dateAttributeType)
    /// Bytes.
    public static let binaryData = Self(rawValue: .binaryDataAttributeType)
    /// A universally unique identifier.
    public static let uuid = Self(rawValue: .UUIDAttributeType)
    /// A resource identifier.
    public static let uri = Self(rawValue: .URIAttributeType)
    /// Any value a transformer can turn into data.
    public static let transformable = Self(rawValue: .transformableAttributeType)
    /// The identifier of a managed object.
    public static let objectID = Self(rawValue: .objectIDAttributeType)
    /// A group of attributes.
    public static let composite = Self(rawValue: .compositeAttributeType)
  }
}
