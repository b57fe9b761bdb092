import Foundation

/// To-many relationships, and the inverses kept in step with them.
extension NSManagedObject {
  /// The state of a to-many with its members loaded; fires the relationship's fault.
  @inline(__always)
  package final func toManyMembers(_ property: PropertyLayout) -> [NSManagedObject] {
    loadedRelation(property).members.all
  }

  /// The relationship's state, loaded.
  @inline(__always)
  final func loadedRelation(_ property: PropertyLayout) -> ToManyState {
    let state = relation(property)
    if !state.isLoaded { loadRelation(property, state) }
    return state
  }

  @inline(never)
  private final func loadRelation(_ property: PropertyLayout, _ state: ToManyState) {
    guard let context else {
      state.load([])
      return
    }
    context.loadRelationship(property, of: self, into: state)
  }

  /// Adds an object to a to-many, at the end or at a place, and keeps the inverse in step.
  package final func add(
    _ member: NSManagedObject, to property: PropertyLayout, at index: Int? = nil
  ) throws(ObjectError) {
    try checkPartner(member, property)
    if property.kind == .orderedToMany || index != nil { _ = loadedRelation(property) }
    if property.inverseSlot < 0 && context?.ownsSingly(property) == true {
      try takeFromOtherOwner(member, property)
    }
    guard property.inverseSlot >= 0 else {
      changeToMany(add: member, at: index, property, isNew: false)
      return
    }
    let inverse = member.layout.properties[property.inverseSlot]
    let isSingle = inverse.kind == .toOne
    if isSingle && member.toOne(inverse) === self { return }
    guard changeToMany(add: member, at: index, property, isNew: isSingle) else { return }
    member.inverseGainedByOwner(self, property)
  }

  /// Removes an object from a to-many and keeps the inverse in step.
  package final func remove(_ member: NSManagedObject, from property: PropertyLayout) {
    if property.inverseSlot >= 0
      && property.destination?.properties[property.inverseSlot].kind == .toOne
    {
      // The to-one side knows whether the object is a member, without loading this side.
      let inverse = member.layout.properties[property.inverseSlot]
      guard let owner = member.toOne(inverse), owner === self else { return }
    } else {
      _ = loadedRelation(property)
    }
    guard changeToMany(remove: member, property), property.inverseSlot >= 0 else { return }
    member.inverseLost(self, property)
  }

  /// Replaces the members of a to-many.
  package final func replace(_ property: PropertyLayout, with members: [NSManagedObject])
    throws(ObjectError)
  {
    for member in members { try checkPartner(member, property) }
    guard flags.contains(.observed) else {
      try exchange(property, members)
      return
    }
    try announcing(property.name, .setting) { () throws(ObjectError) in
      try exchange(property, members)
    }
  }

  private final func exchange(
    _ property: PropertyLayout, _ members: [NSManagedObject]
  ) throws(ObjectError) {
    let current = loadedRelation(property).members.all
    let wanted = Set(members.map(ObjectIdentifier.init))
    for member in current where !wanted.contains(ObjectIdentifier(member)) {
      remove(member, from: property)
    }
    let had = Set(current.map(ObjectIdentifier.init))
    for member in members where !had.contains(ObjectIdentifier(member)) {
      try add(member, to: property)
    }
    if property.kind == .orderedToMany {
      // A list may name an object twice, a relationship has it once.
      var seen: Set<ObjectIdentifier> = []
      reorder(property, to: members.filter { seen.insert(ObjectIdentifier($0)).inserted })
    }
  }

  /// Puts the members of an ordered to-many into another order.
  package final func reorder(_ property: PropertyLayout, to members: [NSManagedObject]) {
    let state = loadedRelation(property)
    let old = state.members.all
    if old.count == members.count && zip(old, members).allSatisfy({ $0 === $1 }) { return }
    context?.recordOrder(self, property, old: old)
    announcing(property.name, .reordering(old, members)) { state.reorder(members) }
  }

  /// Adds a member on this side alone, recording the change.
  @discardableResult
  final func changeToMany(
    add member: NSManagedObject, at index: Int?, _ property: PropertyLayout, isNew: Bool
  ) -> Bool {
    if storeIndex < 0 { storeIndex = member.storeIndex }
    if property.kind == .orderedToMany, relationIfTouched(property)?.removed.isEmpty == false {
      // What left and comes back goes to the end: of members that are known.
      _ = loadedRelation(property)
    }
    let changed =
      flags.contains(.observed)
      ? observedAdd(member, at: index, property)
      : relation(property).add(member, at: index, isNew: isNew)
    if changed && !flags.contains(.insertedInEvent) {
      context?.recordMember(self, property, member, added: true, index: index ?? -1)
    }
    return changed
  }

  /// Removes a member on this side alone, recording the change.
  ///
  /// Undo puts it back in its place, which an ordered relationship must be read for.
  @discardableResult
  final func changeToMany(remove member: NSManagedObject, _ property: PropertyLayout) -> Bool {
    if property.kind == .orderedToMany, context?.undoManager != nil { _ = loadedRelation(property) }
    let place =
      flags.contains(.observed)
      ? observedRemove(member, property) : relation(property).remove(member)
    guard let place else { return false }
    context?.recordMember(
      self, property, member, added: false, index: property.kind == .orderedToMany ? place : -1)
    return true
  }

  @inline(never)
  private final func observedAdd(
    _ member: NSManagedObject, at index: Int?, _ property: PropertyLayout
  ) -> Bool {
    let state = loadedRelation(property)
    if state.members.contains(member) { return false }
    let place = property.kind == .orderedToMany ? min(index ?? .max, state.members.count) : nil
    announcing(property.name, .insertion(member, at: place)) {
      _ = state.add(member, at: index, isNew: true)
    }
    return true
  }

  @inline(never)
  private final func observedRemove(
    _ member: NSManagedObject, _ property: PropertyLayout
  ) -> Int? {
    let state = loadedRelation(property)
    guard let place = state.members.index(of: member) else { return nil }
    announcing(property.name, .removal(member, at: property.kind == .orderedToMany ? place : nil)) {
      _ = state.remove(member)
    }
    return place
  }

  /// This object was put into `owner.property`: point the inverse at the owner.
  private final func inverseGainedByOwner(_ owner: NSManagedObject, _ property: PropertyLayout) {
    let inverse = layout.properties[property.inverseSlot]
    if inverse.kind == .toOne {
      let previous = toOne(inverse)
      if previous === owner { return }
      changeToOne(owner, inverse)
      if let previous {
        previous.changeToMany(remove: self, previous.layout.properties[property.slot])
      }
    } else {
      changeToMany(add: owner, at: nil, inverse, isNew: false)
    }
  }

  /// A to-many without inverse is kept as one column in the member's row, so a member has one owner
  /// at most (format fact 24): it leaves the owner that is known to have it.
  private final func takeFromOtherOwner(
    _ member: NSManagedObject, _ property: PropertyLayout
  ) throws(ObjectError) {
    guard let other = context?.knownOwner(of: member, property), other !== self else { return }
    other.changeToMany(remove: member, other.layout.properties[property.slot])
  }
}
