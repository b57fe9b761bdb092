/// A type that a property of a managed object can be declared with.
///
/// Not part of Apple's API. Conformances are this module's; for types of your own kept by
/// transformable attributes, conform them to ``ManagedTransformable``.
public protocol ManagedValue {
  /// Reads a property.
  static func _managedRead(_ object: NSManagedObject, _ property: ManagedProperty) -> Self
  /// Sets a property.
  static func _managedWrite(
    _ value: Self, _ object: NSManagedObject, _ property: ManagedProperty)
}

/// A type that a property of a managed object can be declared with as an optional.
public protocol ManagedOptionalValue {
  /// Reads a property; nil where it has no value.
  static func _managedReadOptional(_ object: NSManagedObject, _ property: ManagedProperty) -> Self?
  /// Sets a property; nil for no value.
  static func _managedWriteOptional(
    _ value: Self?, _ object: NSManagedObject, _ property: ManagedProperty)
}

extension Optional: ManagedValue where Wrapped: ManagedOptionalValue {
  /// Reads a property; nil where it has no value.
  @inlinable
  public static func _managedRead(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Wrapped? {
    Wrapped._managedReadOptional(object, property)
  }

  /// Sets a property; nil for no value.
  @inlinable
  public static func _managedWrite(
    _ value: Wrapped?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    Wrapped._managedWriteOptional(value, object, property)
  }
}

/// A type with a value that stands in where a property that is declared as always there has none:
/// 0, false, empty. Apple's bridging gives the same.
public protocol ManagedDefaultValue: ManagedValue, ManagedOptionalValue {
  /// The stand-in.
  static var _managedDefault: Self { get }
}

extension ManagedDefaultValue {
  /// Reads a property; the type's stand-in where it has no value.
  @inlinable
  public static func _managedRead(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Self {
    _managedReadOptional(object, property) ?? _managedDefault
  }

  /// Sets a property.
  @inlinable
  public static func _managedWrite(
    _ value: Self, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    _managedWriteOptional(value, object, property)
  }
}

/// A type without stand-in: reading a property that has no value is a misuse.
public protocol ManagedRequiredValue: ManagedValue, ManagedOptionalValue {}

extension ManagedRequiredValue {
  /// Reads a property that has a value.
  @inlinable
  public static func _managedRead(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Self {
    object._managedRequired(_managedReadOptional(object, property), property)
  }

  /// Sets a property.
  @inlinable
  public static func _managedWrite(
    _ value: Self, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    _managedWriteOptional(value, object, property)
  }
}
