import Foundation

/// What generated accessors call. Values go by slot, without boxing and without looking anything
/// up by name; faults fire, changes are recorded and inverses kept as through key-value coding.
///
/// Not part of Apple's API: the underscore says that it is for generated code.
extension NSManagedObject {
  /// The value of a property.
  ///
  /// - Parameter property: a property of the entity, whose type the type of the result fits.
  @inlinable
  public final func _managed<Value: ManagedValue>(_ property: ManagedProperty) -> Value {
    Value._managedRead(self, property)
  }

  /// Sets a property.
  ///
  /// - Parameters:
  ///   - property: a property of the entity.
  ///   - value: the new value.
  @inlinable
  public final func _setManaged<Value: ManagedValue>(
    _ property: ManagedProperty, _ value: Value
  ) {
    Value._managedWrite(value, self, property)
  }

  /// The value of a property, as Apple's `primitiveName` properties give it.
  ///
  /// - Parameter property: a property of the entity.
  @inlinable
  public final func _managedPrimitive<Value: ManagedValue>(_ property: ManagedProperty) -> Value {
    Value._managedRead(self, property)
  }

  /// Sets a property without recording a change.
  ///
  /// - Parameters:
  ///   - property: a property of the entity.
  ///   - value: the new value.
  public final func _setManagedPrimitive<Value: ManagedValue>(
    _ property: ManagedProperty, _ value: Value
  ) {
    setPrimitiveValue(SlotValue.unwrapped(value), forKey: property.name)
  }

  /// The value of an enumeration kept by its raw value. A raw value that no case has is a misuse.
  ///
  /// - Parameter property: an attribute of the entity.
  @inlinable
  public final func _managedRaw<Value: RawRepresentable>(_ property: ManagedProperty) -> Value
  where Value.RawValue: ManagedValue {
    let raw: Value.RawValue = _managed(property)
    return _managedRequired(Value(rawValue: raw), property)
  }

  /// Sets an enumeration kept by its raw value.
  ///
  /// - Parameters:
  ///   - property: an attribute of the entity.
  ///   - value: the new value.
  @inlinable
  public final func _setManagedRaw<Value: RawRepresentable>(
    _ property: ManagedProperty, _ value: Value
  ) where Value.RawValue: ManagedValue {
    _setManaged(property, value.rawValue)
  }

  /// The objects of a fetched property.
  ///
  /// - Parameter property: a fetched property of the entity.
  public final func _managedFetched<Member: NSManagedObject>(_ property: ManagedProperty)
    -> [Member]
  {
    let layout = managedLayout(property)
    guard layout.kind == .fetched else {
      managedMismatch(property, "an array of \(Member.self)")
    }
    return fetchedObjects(layout).compactMap { $0 as? Member }
  }

  /// ``_managedFetched(_:)`` where the property is declared as an optional.
  ///
  /// - Parameter property: a fetched property of the entity.
  public final func _managedFetched<Member: NSManagedObject>(_ property: ManagedProperty)
    -> [Member]?
  {
    let members: [Member] = _managedFetched(property)
    return members
  }

  /// A fetched property cannot be set: a misuse, as on Apple.
  ///
  /// - Parameter property: a fetched property of the entity.
  public final func _setManagedFetched(_ property: ManagedProperty) -> Never {
    misuse(ObjectError.readOnly(property: property.name, entity: layout.name).explanation)
  }

  /// A value that the declared type says is always there.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - property: the property it is of.
  public final func _managedRequired<Value>(_ value: Value?, _ property: ManagedProperty) -> Value {
    guard let value else {
      misuse(
        "\(layout.name).\(property.name) has no value, and is declared as \(Value.self). Declare "
          + "it as an optional, give the attribute a default value, or set it in awakeFromInsert()."
      )
    }
    return value
  }

  // MARK: For the accessors themselves

  /// The property's layout in this object's entity.
  @inline(__always)
  final func managedLayout(_ property: ManagedProperty) -> PropertyLayout {
    let slot = layout.slot(ofNameNumber: property.number)
    if slot < 0 { managedUnknown(property) }
    return layout.properties[slot]
  }

  @inline(never)
  private final func managedUnknown(_ property: ManagedProperty) -> Never {
    misuse(
      "The entity “\(layout.name)” has no property “\(property.name)”. The class \(Self.self) was "
        + "built with another model than the one in use; build again with this model.")
  }

  @inline(never)
  final func managedMismatch(_ property: ManagedProperty, _ type: String) -> Never {
    let found = layout.property(named: property.name)
    misuse(
      "\(layout.name).\(property.name) cannot be read or set as \(type): in the model it is "
        + "\(found?.attribute?.attributeType.sourceName ?? "a relationship"). The class "
        + "\(Self.self) was built with another model than the one in use.")
  }

  /// What the layout says of a property, without counting references to the layout.
  @inline(__always)
  final func managedCell(_ property: ManagedProperty) -> ManagedCell {
    let cell = layoutReference._withUnsafeGuaranteedRef {
      $0.cell(ofNameNumber: property.number)
    }
    if cell.slot < 0 { managedUnknown(property) }
    return cell
  }

  /// Reads an attribute as a word of its row, or from the object's own changes.
  ///
  /// - Parameters:
  ///   - fits: whether the type can stand for the attribute.
  ///   - stored: makes the value from a word of a row that is not null.
  ///   - value: makes it from a changed value; nil for none.
  @inline(__always)
  final func managedRead<Value>(
    _ property: ManagedProperty, fits: (SlotKind) -> Bool,
    stored: (RowPointer, Int) -> Value, value: (SlotValue) -> Value?
  ) -> Value? {
    let cell = managedCell(property)
    if !fits(cell.kind) { managedMismatch(property, "\(Value.self)") }
    bringIn()
    if let overlay {
      let changed = overlay[Int(cell.slot)]
      if !changed.isUnset { return value(changed) }
    }
    guard let row, cell.word != 0, !row.isNull(slot: Int(cell.slot)) else { return nil }
    return stored(row, Int(cell.word))
  }

  /// Sets an attribute.
  @inline(__always)
  final func managedWrite(
    _ property: ManagedProperty, _ type: Any.Type, fits: (SlotKind) -> Bool, _ value: SlotValue
  ) {
    let cell = managedCell(property)
    if !fits(cell.kind) { managedMismatch(property, "\(type)") }
    setSlot(value, slot: Int(cell.slot))
  }
}
