public import Foundation

// The classes of Foundation that stand for attribute values, as Xcode declares them.

/// A class of Foundation that stands for attribute values.
///
/// Reading makes the object anew each time; key-value coding does the same.
public protocol ManagedBoxedValue: NSObject, ManagedRequiredValue {
  /// The object for a value in its boxed form.
  static func _managedBox(_ value: Any) -> Self?
  /// What key-value coding takes in the object's place.
  var _managedUnboxed: Any { get }
}

extension ManagedBoxedValue {
  /// Reads an attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Self? {
    let layout = object.managedLayout(property)
    guard layout.kind.isAttribute else { object.managedMismatch(property, "\(Self.self)") }
    guard let value = object.slotValue(layout.slot).boxed else { return nil }
    guard let made = _managedBox(value) else { object.managedMismatch(property, "\(Self.self)") }
    return made
  }

  /// Sets an attribute.
  public static func _managedWriteOptional(
    _ value: Self?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    let layout = object.managedLayout(property)
    guard layout.kind.isAttribute,
      let slot = SlotValue.from(value?._managedUnboxed, type: layout.type)
    else { object.managedMismatch(property, "\(Self.self)") }
    object.setSlot(slot, slot: layout.slot)
  }

  /// The object itself, where it is one of this class.
  public static func _managedBox(_ value: Any) -> Self? { value as? Self }

  /// The object itself.
  public var _managedUnboxed: Any { self }
}

extension NSNumber: ManagedBoxedValue {}

extension NSString: ManagedBoxedValue {
  /// The text as an `NSString`.
  public static func _managedBox(_ value: Any) -> Self? {
    (value as? String).flatMap { NSString(string: $0) as? Self }
  }
  /// The text.
  public var _managedUnboxed: Any { String(describing: self) }
}

extension NSDate: ManagedBoxedValue {
  /// The date as an `NSDate`.
  public static func _managedBox(_ value: Any) -> Self? {
    (value as? Date).flatMap {
      NSDate(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) as? Self
    }
  }
  /// The date.
  public var _managedUnboxed: Any {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)
  }
}

extension NSData: ManagedBoxedValue {
  /// The bytes as an `NSData`.
  public static func _managedBox(_ value: Any) -> Self? {
    (value as? Data).flatMap { NSData(data: $0) as? Self }
  }
  /// The bytes.
  public var _managedUnboxed: Any { Data(referencing: self) }
}

extension NSUUID: ManagedBoxedValue {
  /// The identifier as an `NSUUID`.
  public static func _managedBox(_ value: Any) -> Self? {
    (value as? UUID).flatMap { NSUUID(uuidString: $0.uuidString) as? Self }
  }
  /// The identifier.
  public var _managedUnboxed: Any { UUID(uuidString: uuidString) ?? self }
}

extension NSURL: ManagedBoxedValue {
  /// The address as an `NSURL`.
  public static func _managedBox(_ value: Any) -> Self? {
    (value as? URL).flatMap { NSURL(string: $0.absoluteString) as? Self }
  }
  /// The address.
  public var _managedUnboxed: Any { URL(string: absoluteString) ?? self }
}
