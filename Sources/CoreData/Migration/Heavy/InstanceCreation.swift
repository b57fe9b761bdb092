/// Makes the destination object of a source object by the expressions of an entity mapping: what a
/// migration policy does unless it is overridden.
struct InstanceCreation {
  let manager: NSMigrationManager
  let mapping: NSEntityMapping
  let policy: NSEntityMigrationPolicy

  func create(for source: NSManagedObject) throws {
    let name = mapping.destinationEntityName ?? ""
    if manager.isInferred,
      manager.destinationContext.modelLayout?.entity(named: name)?.isAbstract == true
    {
      throw MigrationFailure.abstract(entity: name)
    }
    guard let layout = manager.destinationContext.modelLayout?.entity(named: name),
      !layout.isAbstract
    else {
      throw HeavyMigrationError.unknownEntity(
        mapping: mapping.name, entity: name, isSource: false)
    }
    let destination = NSManagedObject(
      entity: layout.entity, insertInto: manager.destinationContext)
    if manager.keptRoots.contains(layout.rootNumber), let store = manager.stacks.destination.store {
      manager.destinationContext.give(source.pk, to: destination, in: store)
    }
    var bindings: MigrationBindings?
    for property in mapping.attributeMappings ?? [] {
      guard let expression = manager.expressions.expression(of: property) else { continue }
      guard let target = property.name.flatMap({ layout.property(named: $0) }) else {
        throw HeavyMigrationError.unknownProperty(
          mapping: mapping.name, property: property.name ?? "", entity: name)
      }
      // Derived values are computed by the save.
      if target.derivation != nil { continue }
      if case .sourceKey(let key) = expression, copy(key, of: source, to: target, destination) {
        continue
      }
      let found = bindings ?? MigrationBindings(self, source: source, destination: destination)
      bindings = found
      let value = Self.fitting(try found.value(of: property, expression), target)
      if value == nil && keepsDefault(target) { continue }
      do throws(ObjectError) {
        try destination.set(value, target.name)
      } catch {
        throw HeavyMigrationError.valueRefused(
          mapping: mapping.name, property: target.name, object: source.shortName,
          why: error.explanation)
      }
    }
    manager.associate(sourceInstance: source, withDestinationInstance: destination, for: mapping)
  }

  /// Copies an attribute to one of the same type, as it is: no value is boxed, and what a value
  /// transformer made stays as it was stored.
  ///
  /// - Returns: false if it has to be done by value.
  private func copy(
    _ key: String, of source: NSManagedObject, to target: PropertyLayout,
    _ destination: NSManagedObject
  ) -> Bool {
    guard let origin = source.layout.property(named: key), origin.kind == target.kind,
      origin.kind.isAttribute, origin.type == target.type, origin.kind != .composite
    else { return false }
    if target.kind == .transformable {
      guard
        origin.attribute?.valueTransformerName == target.attribute?.valueTransformerName,
        let data = source.storedBytes(of: origin)
      else { return false }
      destination.setSlot(
        .transformable(TransformableBox(UndecodedValue(data: data, reason: "copied as stored"))),
        slot: target.slot)
      return true
    }
    let value = source.slotValue(origin.slot)
    if value.isNull && keepsDefault(target) { return true }
    destination.setSlot(value, slot: target.slot)
    return true
  }

  /// A composite value without the elements that the attribute no longer has; any other as it is.
  private static func fitting(_ value: Any?, _ target: PropertyLayout) -> Any? {
    guard target.kind == .composite, let elements = value as? [String: Any] else { return value }
    var result: [String: Any] = [:]
    for part in target.parts {
      let key = String(part.name.dropFirst(target.name.utf8.count + 1))
      result[key] = fitting(elements[key], part)
    }
    return result
  }

  /// An inferred mapping fills the gaps of an attribute that has become mandatory with its default
  /// value, as a migration in place does.
  private func keepsDefault(_ target: PropertyLayout) -> Bool {
    manager.isInferred && !target.isOptional && !target.defaultValue.isNull
  }
}

extension NSManagedObject {
  /// The bytes of a transformable value as they are in the store; nil if it has none or was changed.
  final func storedBytes(of property: PropertyLayout) -> Data? {
    bringIn()
    guard let row, property.word != 0, !row.isNull(slot: property.slot) else { return nil }
    if let overlay, !overlay[property.slot].isUnset { return nil }
    return Data(row.bytes(word: property.word))
  }
}
