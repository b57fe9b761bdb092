import Foundation

/// A type of your own that `@Managed` properties can have, kept by a transformable attribute.
///
/// ```swift
/// extension Color: ManagedTransformable {}
/// ```
/// Not part of Apple's API.
public protocol ManagedTransformable: ManagedRequiredValue {}

extension ManagedTransformable {
  /// Reads a transformable attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Self? {
    object._managedTransformable(property)
  }

  /// Sets a transformable attribute.
  public static func _managedWriteOptional(
    _ value: Self?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object._setManagedTransformable(property, value)
  }
}

extension Array: ManagedValue, ManagedOptionalValue, ManagedRequiredValue, ManagedTransformable {
  /// Reads a fetched property, or a transformable attribute that holds an array.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> [Element]? {
    let layout = object.managedLayout(property)
    guard layout.kind == .fetched else { return object._managedTransformable(property) }
    return object.fetchedObjects(layout).compactMap { $0 as? Element }
  }
}

extension Dictionary: ManagedValue, ManagedOptionalValue, ManagedRequiredValue,
  ManagedTransformable
{}

extension NSManagedObject {
  /// The value of an attribute that may be of any type; nil where it has none.
  ///
  /// - Parameter property: an attribute of the entity.
  public final func _managedTransformable<Value>(_ property: ManagedProperty) -> Value? {
    let layout = managedLayout(property)
    guard layout.kind.isAttribute else { managedMismatch(property, "\(Value.self)") }
    guard let boxed = slotValue(layout.slot).boxed else { return nil }
    guard let value = boxed as? Value else {
      misuse(
        "\(self.layout.name).\(property.name) holds a value of type \(type(of: boxed)), but is "
          + "declared to hold \(Value.self).")
    }
    return value
  }

  /// Sets an attribute that may be of any type.
  ///
  /// - Parameters:
  ///   - property: an attribute of the entity.
  ///   - value: the new value; nil for none.
  public final func _setManagedTransformable<Value>(_ property: ManagedProperty, _ value: Value?) {
    let layout = managedLayout(property)
    if layout.kind == .composite {
      do { try setComposite(value, layout, primitive: false) } catch { misuse(error.explanation) }
      return
    }
    guard layout.kind.isAttribute, let slot = SlotValue.from(value, type: layout.type) else {
      managedMismatch(property, "\(Value.self)")
    }
    setSlot(slot, slot: layout.slot)
  }
}
