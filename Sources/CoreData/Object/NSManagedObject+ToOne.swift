import Foundation

/// To-one relationships, and the inverses kept in step with them.
extension NSManagedObject {
  /// The object at the other end of a to-one, nil if there is none.
  package final func toOne(_ property: PropertyLayout) -> NSManagedObject? {
    guard case .object(let key) = slotValue(property.slot), let contextReference else {
      return loosePartner(property)
    }
    return contextReference._withUnsafeGuaranteedRef {
      $0.object(for: key, destinationOf: property, storeIndex: storeIndex)
    }
  }

  /// Sets a to-one and its inverse on both the old and the new partner.
  package final func setToOne(_ partner: NSManagedObject?, _ property: PropertyLayout)
    throws(ObjectError)
  {
    if let partner { try checkPartner(partner, property) }
    let old = toOne(property)
    if old === partner && !(partner == nil && slotValue(property.slot).isNull == false) { return }
    changeToOne(partner, property)
    guard property.inverseSlot >= 0 else { return }
    if let old, !old.flags.contains(.gone) { old.inverseLost(self, property) }
    if let partner { partner.inverseGained(self, property) }
  }

  /// Sets the value of this side alone, recording the change.
  final func changeToOne(_ partner: NSManagedObject?, _ property: PropertyLayout) {
    if contextReference == nil || flags.contains(.loose) {
      changeLoosely(partner, property)
      return
    }
    // Partners are in one store, so an unsaved object goes where its saved partner is.
    if let partner, storeIndex < 0 { storeIndex = partner.storeIndex }
    setSlot(partner.map { .object($0.ownKey) } ?? .null, slot: property.slot)
  }

  /// What names the object in its store, or until it has one.
  @inline(__always)
  final var ownKey: ObjectKey {
    ObjectKey(entity: layoutReference._withUnsafeGuaranteedRef { $0.number }, pk: pk)
  }

  /// `owner.property` no longer points here: take the owner out of the inverse.
  final func inverseLost(_ owner: NSManagedObject, _ property: PropertyLayout) {
    let inverse = layout.properties[property.inverseSlot]
    if inverse.kind == .toOne {
      if case .object(let key) = slotValue(inverse.slot),
        key.pk == owner.pk || key.pk == owner.temporaryPK
      {
        changeToOne(nil, inverse)
      } else if loosePartner(inverse) === owner {
        changeToOne(nil, inverse)
      }
    } else {
      changeToMany(remove: owner, inverse)
    }
  }

  /// `owner.property` now points here: put the owner into the inverse, taking it from whoever else
  /// had it (case B056).
  final func inverseGained(_ owner: NSManagedObject, _ property: PropertyLayout) {
    withProperty(property.inverseSlot) { gain(owner, property, in: $0) }
  }

  /// Brings partners in step with a to-one that was set on this side alone, by what was set elsewhere:
  /// here they may have been joined otherwise meanwhile.
  final func mendInverse(of property: PropertyLayout, former: NSManagedObject?) {
    let partner = toOne(property)
    guard former !== partner else { return }
    if let former, !former.flags.contains(.gone) { former.inverseLost(self, property) }
    guard let partner, partner.layout.properties[property.inverseSlot].kind == .toOne else {
      return
    }
    partner.inverseGained(self, property)
  }

  /// Calls a closure with the property of a slot, without counting references to it.
  @inline(__always)
  final func withProperty<R>(_ slot: Int, _ body: (PropertyLayout) -> R) -> R {
    layoutReference._withUnsafeGuaranteedRef {
      $0.reference(slot: slot)._withUnsafeGuaranteedRef(body)
    }
  }

  @inline(__always)
  private final func gain(
    _ owner: NSManagedObject, _ property: PropertyLayout, in inverse: PropertyLayout
  ) {
    if inverse.kind == .toOne {
      let previous = toOne(inverse)
      if previous === owner { return }
      changeToOne(owner, inverse)
      if let previous { previous.partnerTaken(property) }
    } else {
      changeToMany(add: owner, at: nil, inverse, isNew: true)
    }
  }

  /// Another object took this one's partner in a one-to-one or one-to-many relationship.
  private final func partnerTaken(_ property: PropertyLayout) {
    let own = layout.properties[property.slot]
    if own.kind == .toOne { changeToOne(nil, own) }
  }

  @inline(__always)
  private static func isKind(
    _ partner: NSManagedObject, of wanted: Unmanaged<EntityLayout>?
  ) -> Bool {
    guard let wanted else { return false }
    return partner.layoutReference._withUnsafeGuaranteedRef { own in
      wanted._withUnsafeGuaranteedRef { own.isKind(of: $0) }
    }
  }

  /// Whether objects of two contexts may refer to each other: both of one, or both of none yet.
  @inline(__always)
  private static func mayMeet(
    _ one: Unmanaged<NSManagedObjectContext>?, _ other: Unmanaged<NSManagedObjectContext>?
  ) -> Bool {
    one?.toOpaque() == other?.toOpaque()
  }

  /// Refuses a partner of the wrong entity, of another context, or in another store.
  final func checkPartner(_ partner: NSManagedObject, _ property: PropertyLayout)
    throws(ObjectError)
  {
    guard Self.isKind(partner, of: property.destinationReference) else {
      throw ObjectError.unacceptableDestination(
        property: property.name, entity: layout.name, wanted: property.destination?.name ?? "",
        given: partner.shortName)
    }
    guard Self.mayMeet(contextReference, partner.contextReference) else {
      throw ObjectError.differentContexts(
        property: property.name, owner: shortName, partner: partner.shortName)
    }
    if storeIndex >= 0 && partner.storeIndex >= 0 && storeIndex != partner.storeIndex {
      throw ObjectError.differentStores(
        property: property.name, owner: shortName, partner: partner.shortName)
    }
    shareStore(with: partner)
  }

  /// An unsaved object goes to the store of the objects it is joined with.
  private final func shareStore(with partner: NSManagedObject) {
    if storeIndex < 0 {
      if partner.storeIndex >= 0 { storeIndex = partner.storeIndex }
    } else if partner.storeIndex < 0 {
      partner.storeIndex = storeIndex
    }
  }
}
