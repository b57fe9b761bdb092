import Foundation

/// Key-value coding: values by the name of a property.
extension NSManagedObject {
  /// The value of a property: `NSNumber`, `String`, `Date`, … for attributes, the object for a
  /// to-one, `NSSet` or `NSOrderedSet` for a to-many, an array for a fetched property.
  ///
  /// A key that the entity does not have is a misuse, as on Apple. `entity`, `objectID` and the
  /// other built-in keys work as there.
  ///
  /// - Parameter key: the property's name.
  public func value(forKey key: String) -> Any? {
    do {
      return try get(key)
    } catch {
      misuse(error.explanation)
    }
  }

  /// Sets a property by name. Relationships keep their inverses in step.
  ///
  /// A value of the wrong type is a misuse, with Apple's words (case B065): text is never turned
  /// into a number.
  ///
  /// - Parameters:
  ///   - value: the new value; nil or `NSNull` for none.
  ///   - key: the property's name.
  public func setValue(_ value: Any?, forKey key: String) {
    do {
      if flags.contains(.hooked), SlotValue.unwrapped(value) == nil, hasNumber(key) {
        return setNilValueForKey(key)
      }
      try set(value, key)
    } catch {
      misuse(error.explanation)
    }
  }

  /// Whether a key is of an attribute that a class may declare as a number or truth value.
  private func hasNumber(_ key: String) -> Bool {
    switch layout.property(named: key)?.type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
      true
    default: false
    }
  }

  final func setNoValue(_ key: String) {
    do { try set(nil, key) } catch { misuse(error.explanation) }
  }

  /// The value of a property, for a custom accessor; fires a fault all the same. That of a to-many is
  /// a set that can be changed, which changes this side of the relationship alone and is recorded
  /// only between `willChangeValue` and `didChangeValue`.
  ///
  /// - Parameter key: the property's name.
  public func primitiveValue(forKey key: String) -> Any? {
    guard let property = layout.property(named: key) else { return value(forKey: key) }
    guard property.kind.isToMany else { return stored(property) }
    return property.kind == .toMany
      ? PrimitiveSet(self, property) : PrimitiveOrderedSet(self, property)
  }

  /// Sets a property without recording a change: nothing is saved on its account, and inverses stay
  /// as they are (case B046).
  public func setPrimitiveValue(_ value: Any?, forKey key: String) {
    do { try setPrimitive(value, key) } catch { misuse(error.explanation) }
  }

  /// ``setPrimitiveValue(_:forKey:)`` that throws what is wrong with key or value.
  package func setPrimitive(_ value: Any?, _ key: String) throws(ObjectError) {
    guard let property = layout.property(named: key) else {
      throw .undefinedKey(key, entity: layout.name)
    }
    if flags.contains(.fault) { fire() }
    switch property.kind {
    case .fetched: throw .readOnly(property: key, entity: layout.name)
    case .composite: try setComposite(value, property, primitive: true)
    case .toOne:
      let value = SlotValue.unwrapped(value)
      let partner = value as? NSManagedObject
      guard (value == nil) == (partner == nil) else {
        throw .unacceptableType(
          property: key, wanted: property.destination?.name ?? "", value: value)
      }
      if let partner { try checkPartner(partner, property) }
      if contextReference == nil || flags.contains(.loose) {
        changeLoosely(partner, property, primitive: true)
      } else {
        setPrimitive(partner.map { .object($0.ownKey) } ?? .null, slot: property.slot)
      }
    case .toMany, .orderedToMany:
      let unwrapped = SlotValue.unwrapped(value)
      guard let members = Self.members(in: unwrapped) else {
        throw .unacceptableToMany(
          property: key, wanted: property.kind == .toMany ? "NSSet" : "NSOrderedSet",
          ordered: property.kind == .orderedToMany, value: value)
      }
      for member in members { try checkPartner(member, property) }
      loadedRelation(property).put(members)
    default:
      guard let slot = SlotValue.from(value, type: property.type) else {
        throw .unacceptableType(property: key, wanted: property.valueClass, value: value)
      }
      setPrimitive(slot, slot: property.slot)
    }
  }

  /// The value of a property, as ``value(forKey:)`` and ``setValue(_:forKey:)`` give and take it.
  ///
  /// - Parameter key: the property's name.
  public subscript(key: String) -> Any? {
    get { value(forKey: key) }
    set { setValue(newValue, forKey: key) }
  }

  // MARK: Throwing forms, for the console and for whoever must not stop

  /// ``value(forKey:)`` that throws for an undefined key.
  package func get(_ key: String) throws(ObjectError) -> Any? {
    contextReference?._withUnsafeGuaranteedRef { $0.checkQueue() }
    guard let property = layout.property(named: key) else { return try builtIn(key) }
    if flags.contains(.hasOwnAccessors), let found = throughClass(property) { return found }
    return stored(property)
  }

  /// The value of a property past an accessor of the class.
  final func stored(_ property: PropertyLayout) -> Any? {
    switch property.kind {
    case .toOne: return toOne(property)
    case .toMany, .orderedToMany: return boxedMembers(property)
    case .fetched: return fetchedObjects(property)
    default: return slotValue(property.slot).boxed
    }
  }

  /// ``setValue(_:forKey:)`` that throws what is wrong with key or value.
  package func set(_ value: Any?, _ key: String) throws(ObjectError) {
    guard let property = layout.property(named: key) else {
      if setThroughClass(value, key) { return }
      setValue(value, forUndefinedKey: key)
      try checkUnknown(key)
      return
    }
    if flags.contains(.hasOwnAccessors), setThroughClass(value, key) { return }
    try store(value, property)
  }

  /// Sets a property past an accessor of the class.
  final func store(_ value: Any?, _ property: PropertyLayout) throws(ObjectError) {
    let key = property.name
    switch property.kind {
    case .toOne: try setToOne(value, property)
    case .toMany, .orderedToMany: try setToMany(value, property)
    case .fetched: throw .readOnly(property: key, entity: layout.name)
    case .composite: try setComposite(value, property, primitive: false)
    default:
      guard let slot = SlotValue.from(value, type: property.type) else {
        throw .unacceptableType(property: key, wanted: property.valueClass, value: value)
      }
      setSlot(slot, slot: property.slot)
    }
  }

  private func setToOne(_ value: Any?, _ property: PropertyLayout) throws(ObjectError) {
    guard let value = SlotValue.unwrapped(value) else {
      try setToOne(nil as NSManagedObject?, property)
      return
    }
    guard let partner = value as? NSManagedObject else {
      throw .unacceptableType(
        property: property.name, wanted: property.destination?.name ?? "", value: value)
    }
    try setToOne(partner, property)
  }

  private func setToMany(_ value: Any?, _ property: PropertyLayout) throws(ObjectError) {
    let unwrapped = SlotValue.unwrapped(value)
    guard let members = Self.members(in: unwrapped) else {
      throw .unacceptableToMany(
        property: property.name, wanted: property.kind == .toMany ? "NSSet" : "NSOrderedSet",
        ordered: property.kind == .orderedToMany, value: value)
    }
    if property.kind == .orderedToMany, let unwrapped,
      !(unwrapped is NSOrderedSet || unwrapped is [NSManagedObject])
    {
      throw .unacceptableToMany(
        property: property.name, wanted: "NSOrderedSet", ordered: true, value: value)
    }
    try replace(property, with: members)
  }

  /// The objects in a set, ordered set or array; nil if the value is none of these.
  static func members(in value: Any?) -> [NSManagedObject]? {
    switch value {
    case nil: []
    case let list as [NSManagedObject]: list
    case let set as NSOrderedSet: set.array as? [NSManagedObject]
    case let set as NSSet: set.allObjects as? [NSManagedObject]
    case let set as Set<NSManagedObject>: Array(set)
    default: nil
    }
  }

  private func builtIn(_ key: String) throws(ObjectError) -> Any? {
    switch key {
    case "self": return self
    case "objectID": return objectID
    case "entity": return entity
    case "managedObjectContext": return managedObjectContext
    case "isInserted", "inserted": return NSNumber(value: isInserted)
    case "isUpdated", "updated": return NSNumber(value: isUpdated)
    case "isDeleted", "deleted": return NSNumber(value: isDeleted)
    case "isFault", "fault": return NSNumber(value: isFault)
    case "hasChanges": return NSNumber(value: hasChanges)
    case "description": return self.description as String
    default:
      if let found = throughClass(key) { return found }
      let found = value(forUndefinedKey: key)
      try checkUnknown(key)
      return found
    }
  }

  /// Throws if a key turned out to be known to nobody.
  private func checkUnknown(_ key: String) throws(ObjectError) {
    guard extra?.unknownKey == key else { return }
    extra?.unknownKey = nil
    throw .undefinedKey(key, entity: layout.name)
  }

  /// A to-many as `NSSet` or `NSOrderedSet`; the same object until the members change.
  final func boxedMembers(_ property: PropertyLayout) -> AnyObject {
    let state = loadedRelation(property)
    if let boxed = state.boxed { return boxed }
    let members = state.members.all
    let made: AnyObject =
      property.kind == .orderedToMany ? NSOrderedSet(array: members) : NSSet(array: members)
    state.boxed = made
    return made
  }
}

extension PropertyLayout {
  /// The class of the attribute's values in Apple's words.
  var valueClass: String { attribute?.attributeValueClassName ?? "NSObject" }
}
