import Foundation
import Synchronization

/// Objects that belong to no context yet, and the to-ones between them.
///
/// A reference is a key, which an object gets when it is inserted; until then it refers to its partner as
/// objects do. Once both are in one context the key takes the partner's place. What is inserted without
/// its partner keeps it, and cannot be saved (`DanglingReferences`).
extension NSManagedObject {
  /// The partner of a to-one that was set while neither had a context.
  final func loosePartner(_ property: PropertyLayout) -> NSManagedObject? {
    flags.contains(.loose) ? extra?.loosePartners[property.slot] : nil
  }

  /// Sets a to-one of an object without context, or one that was set then.
  @inline(never)
  final func changeLoosely(
    _ partner: NSManagedObject?, _ property: PropertyLayout, primitive: Bool = false
  ) {
    guard let partner, contextReference == nil else {
      forgetLoosePartner(property)
      let value: SlotValue = partner.map { .object($0.ownKey) } ?? .null
      if primitive {
        setPrimitive(value, slot: property.slot)
      } else {
        setSlot(value, slot: property.slot)
      }
      return
    }
    setPrimitive(.null, slot: property.slot)
    madeExtra.loosePartners[property.slot] = partner
    flags.insert(.loose)
  }

  private final func forgetLoosePartner(_ property: PropertyLayout) {
    extra?.loosePartners[property.slot] = nil
    if extra?.loosePartners.isEmpty != false { flags.remove(.loose) }
  }

  /// Puts the key of a partner that has been inserted into its place.
  fileprivate final func settleLoosePartner(_ property: PropertyLayout) {
    guard let partner = loosePartner(property) else { return }
    forgetLoosePartner(property)
    if storeIndex < 0 { storeIndex = partner.storeIndex }
    setPrimitive(.object(partner.ownKey), slot: property.slot)
  }

  /// Puts the partners among the relationships, which a dying object lets go of without one release
  /// calling the next.
  final func buryLoosePartners() {
    guard let extra, let slot = extra.loosePartners.keys.first else { return }
    let state = ToManyState(layout.properties[slot], isFresh: true)
    state.put(Array(extra.loosePartners.values))
    extra.loosePartners = [:]
    if extra.relations == nil { extra.relations = [] }
    extra.relations?.append(state)
  }

  /// The id of an object without context: its own, until it is inserted.
  final func makeLooseID() -> NSManagedObjectID {
    NSManagedObjectID(
      layout: layout, pk: -LooseNumbers.last.wrappingAdd(1, ordering: .relaxed).newValue,
      store: nil,
      temporaryOwner: LooseNumbers.owner)
  }
}

/// The numbers in the ids of objects without context.
private enum LooseNumbers {
  static let last = Atomic<Int64>(0)
  static let owner = UUID()
}

extension NSManagedObjectContext {
  /// Called when an object is inserted that knew others before: those that are here refer to each other
  /// by key from now on, and those that are not are waited for.
  @inline(never)
  final func settle(loose object: NSManagedObject) {
    // Those who are not inserted by the time of the save have no row.
    pending.mayDangle = true
    for property in object.layout.toManies { object.relationIfTouched(property)?.makeFresh() }
    for property in object.layout.toOnes {
      guard let partner = object.loosePartner(property) else { continue }
      if partner.context === self {
        object.settleLoosePartner(property)
      } else {
        awaited[ObjectIdentifier(partner), default: []].append((object, property))
      }
    }
  }

  /// Called when an object is inserted while others wait for some.
  @inline(never)
  final func settleThoseWaiting(for object: NSManagedObject) {
    for (owner, property) in awaited.removeValue(forKey: ObjectIdentifier(object)) ?? []
    where owner.context === self && owner.loosePartner(property) === object {
      owner.settleLoosePartner(property)
    }
  }
}
