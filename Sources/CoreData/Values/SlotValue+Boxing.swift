import Foundation

extension SlotValue {
  /// The value as Apple's key-value coding gives it: `NSNumber` for numbers and booleans,
  /// `NSDecimalNumber`, `String`, `Date`, `Data`, `UUID`, `URL`, or the transformable object.
  ///
  /// A to-one value has no boxed form of its own (its object belongs to a context) and gives `nil`.
  package var boxed: Any? {
    switch self {
    case .unset, .null, .object: nil
    case .int(let value): BoxedNumbers.box(value)
    case .bool(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .float(let value): NSNumber(value: value)
    case .date(let value): Date(timeIntervalSinceReferenceDate: value)
    case .decimal(let box): NSDecimalNumber(decimal: box.value)
    case .string(let value): value
    case .data(let value): value
    case .uuid(let box): box.value
    case .uri(let value): value
    case .transformable(let box): box.value
    }
  }

  /// The engine's form of a value handed in through key-value coding.
  ///
  /// Returns `nil` when the value is not of a kind the attribute takes, which Apple refuses at once
  /// with "Unacceptable type of value for attribute" (observed, case B065). Numbers are never made
  /// from text. Integers are cut to the attribute's width, as a scalar assignment does.
  package static func from(_ any: Any?, type: NSAttributeType) -> SlotValue? {
    guard let any = unwrapped(any) else { return .null }
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      return integer(any, type: type)
    case .booleanAttributeType:
      return number(any).map { .bool($0.boolValue) }
    case .doubleAttributeType:
      return number(any).map { .double($0.doubleValue) }
    case .floatAttributeType:
      return number(any).map { .float($0.floatValue) }
    case .decimalAttributeType:
      return exact(any)
    case .stringAttributeType:
      return (any as? String).map(SlotValue.string)
    case .dateAttributeType:
      return (any as? Date).map { .date($0.timeIntervalSinceReferenceDate) }
    case .binaryDataAttributeType:
      return (any as? Data).map(SlotValue.data)
    case .UUIDAttributeType:
      return (any as? UUID).map { .uuid(UUIDBox($0)) }
    case .URIAttributeType:
      return (any as? URL).map(SlotValue.uri)
    default:
      return .transformable(TransformableBox(any))
    }
  }

  private static func integer(_ any: Any, type: NSAttributeType) -> SlotValue? {
    guard let number = number(any) else { return nil }
    let wide = number.int64Value
    switch type {
    case .integer16AttributeType: return .int(Int64(Int16(truncatingIfNeeded: wide)))
    case .integer32AttributeType: return .int(Int64(Int32(truncatingIfNeeded: wide)))
    default: return .int(wide)
    }
  }

  // Not named like the case `decimal`, which would lose to it in the lines below.
  private static func exact(_ any: Any) -> SlotValue? {
    switch any {
    case let value as NSDecimalNumber: .decimal(DecimalBox(value.decimalValue))
    case let value as Decimal: .decimal(DecimalBox(value))
    default: nil
    }
  }

  /// The number in a value, if it is one. Swift's own number types and `NSNumber` are; text is not.
  private static func number(_ any: Any) -> NSNumber? {
    switch any {
    case let value as NSNumber: value
    case let value as Decimal: NSDecimalNumber(decimal: value)
    default: nil
    }
  }

  /// Strips the optionals and `NSNull` that a value picks up on its way through `Any`.
  static func unwrapped(_ any: Any?) -> Any? {
    guard let any else { return nil }
    if any is NSNull { return nil }
    let mirror = Mirror(reflecting: any)
    guard mirror.displayStyle == .optional else { return any }
    guard let inner = mirror.children.first else { return nil }
    return unwrapped(inner.value)
  }
}
