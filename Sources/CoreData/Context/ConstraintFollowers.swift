/// References to new objects that a uniqueness constraint took out, led over to those that remain.
///
/// The relationships of what remains are the merge policy's business, and with them every relationship
/// that has an inverse. One without inverse is known to its owner alone, and would lead nowhere.
/// (Inferred: one row remains of several, and what refers to it stays, B071.)
struct ConstraintFollowers {
  private var survivors: [ObjectIdentifier: NSManagedObject] = [:]

  /// - Parameter conflicts: what a merge policy has settled.
  init(_ conflicts: [NSConstraintConflict]) {
    for conflict in conflicts {
      let remaining = conflict.databaseObject ?? conflict.conflictingObjects.last { !$0.isDeleted }
      guard let remaining, !remaining.isDeleted else { continue }
      for rival in conflict.conflictingObjects where rival.isDeleted {
        survivors[ObjectIdentifier(rival)] = remaining
      }
    }
  }

  /// Changes the new references of unsaved objects.
  func lead(_ objects: [NSManagedObject]) throws {
    guard !survivors.isEmpty else { return }
    for object in objects where !object.isDeleted {
      for property in object.layout.relationships
      where property.inverseSlot < 0 && !property.isTransient {
        if property.kind == .toOne {
          try leadToOne(property, of: object)
        } else {
          try leadMembers(property, of: object)
        }
      }
    }
  }

  private func leadToOne(_ property: PropertyLayout, of object: NSManagedObject) throws {
    guard case .object? = object.overlay?[property.slot], let partner = object.toOne(property),
      let survivor = survivors[ObjectIdentifier(partner)]
    else { return }
    try object.setToOne(survivor, property)
  }

  private func leadMembers(_ property: PropertyLayout, of object: NSManagedObject) throws {
    guard let state = object.relationIfTouched(property), state.hasChanges else { return }
    for member in state.newMembers {
      guard let survivor = survivors[ObjectIdentifier(member)] else { continue }
      let place = property.kind == .orderedToMany ? state.members.index(of: member) : nil
      object.remove(member, from: property)
      if !object.toManyMembers(property).contains(where: { $0 === survivor }) {
        try object.add(survivor, to: property, at: place)
      }
    }
  }
}
