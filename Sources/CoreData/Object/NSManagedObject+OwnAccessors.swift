import Foundation

/// Key-value coding through the properties of an object's class.
///
/// Apple's Key-Value Coding guide: a key is looked for among the accessors of the class first. Only then
/// does Core Data answer for a property of the model.
extension NSManagedObject {
  /// What the class's own property of a key gives; nil where the class has none, or where that is
  /// just being read or set: a getter that asks for its own key means the stored value.
  final func throughClass(_ key: String) -> Any?? {
    guard let accessor = ClassAccessors.of(type(of: self))[key], begin(key) else { return nil }
    defer { end(key) }
    return .some(accessor.read(self))
  }

  /// ``throughClass(_:)-(String)`` of a property of the model, in the form its values have.
  final func throughClass(_ property: PropertyLayout) -> Any?? {
    guard let found = throughClass(property.name) else { return nil }
    guard property.kind.isAttribute, property.kind != .composite, let value = found else {
      return .some(found)
    }
    if property.type == .dateAttributeType, let seconds = value as? NSNumber {
      return .some(Date(timeIntervalSinceReferenceDate: seconds.doubleValue))
    }
    guard let slot = SlotValue.from(value, type: property.type) else { return .some(value) }
    return .some(slot.boxed)
  }

  /// Sets the class's own property of a key.
  ///
  /// - Returns: false where the class has none that can be set, or none that can take the value.
  final func setThroughClass(_ value: Any?, _ key: String) -> Bool {
    guard let write = ClassAccessors.of(type(of: self))[key]?.write, begin(key) else {
      return false
    }
    defer { end(key) }
    if write(self, value) { return true }
    guard let date = SlotValue.unwrapped(value) as? Date else { return false }
    return write(self, NSNumber(value: date.timeIntervalSinceReferenceDate))
  }

  // MARK: Past the class

  /// The value of a property of the model, whatever the class makes of it: what is stored.
  final func ownValue(forKey key: String) -> Any? {
    guard let property = layout.property(named: key) else { return value(forKey: key) }
    return stored(property)
  }

  /// Sets a property of the model as ``setValue(_:forKey:)`` does, whatever the class makes of it.
  final func setOwnValue(_ value: Any?, forKey key: String) {
    do {
      guard let property = layout.property(named: key) else {
        throw ObjectError.undefinedKey(key, entity: layout.name)
      }
      try store(value, property)
    } catch let error as ObjectError {
      misuse(error.explanation)
    } catch { misuse("\(error)") }
  }

  private final func begin(_ key: String) -> Bool {
    madeExtra.runningAccessors.insert(key).inserted
  }

  private final func end(_ key: String) { madeExtra.runningAccessors.remove(key) }
}
