public import Foundation

/// The methods of to-many relationships, as generated code calls them. Inverses are kept.
///
/// Not part of Apple's API: the underscore says that it is for generated code.
extension NSManagedObject {
  /// Adds an object at the end.
  public final func _managedAdd(_ property: ManagedProperty, _ member: NSManagedObject) {
    let layout = managedToMany(property)
    managedTry { () throws(ObjectError) in try add(member, to: layout) }
  }

  /// Adds the objects of a set.
  public final func _managedAdd(_ property: ManagedProperty, _ members: NSSet) {
    managedAdd(property, managedMembers(members.allObjects, property))
  }

  /// Adds the objects of an ordered set, in order.
  public final func _managedAdd(_ property: ManagedProperty, _ members: NSOrderedSet) {
    managedAdd(property, managedMembers(members.array, property))
  }

  /// Adds objects.
  public final func _managedAdd(
    _ property: ManagedProperty, _ members: some Sequence<NSManagedObject>
  ) {
    managedAdd(property, Array(members))
  }

  /// Removes an object.
  public final func _managedRemove(_ property: ManagedProperty, _ member: NSManagedObject) {
    remove(member, from: managedToMany(property))
  }

  /// Removes the objects of a set.
  public final func _managedRemove(_ property: ManagedProperty, _ members: NSSet) {
    managedRemove(property, managedMembers(members.allObjects, property))
  }

  /// Removes the objects of an ordered set.
  public final func _managedRemove(_ property: ManagedProperty, _ members: NSOrderedSet) {
    managedRemove(property, managedMembers(members.array, property))
  }

  /// Removes objects.
  public final func _managedRemove(
    _ property: ManagedProperty, _ members: some Sequence<NSManagedObject>
  ) {
    managedRemove(property, Array(members))
  }

  private final func managedAdd(_ property: ManagedProperty, _ members: [NSManagedObject]) {
    let layout = managedToMany(property)
    managedTry { () throws(ObjectError) in try add(members, to: layout) }
  }

  private final func managedRemove(_ property: ManagedProperty, _ members: [NSManagedObject]) {
    remove(members, from: managedToMany(property))
  }

  private final func managedToMany(_ property: ManagedProperty) -> PropertyLayout {
    let layout = managedLayout(property)
    guard layout.kind.isToMany else { managedMismatch(property, "a to-many relationship") }
    return layout
  }
}

/// By place, for ordered relationships. A place that does not exist is a misuse.
extension NSManagedObject {
  /// Inserts an object at a place.
  public final func _managedInsert(
    _ property: ManagedProperty, _ member: NSManagedObject, at index: Int
  ) {
    let layout = managedOrdered(property)
    managedCheck(index, upTo: toManyMembers(layout).count, property)
    managedTry { () throws(ObjectError) in try add(member, to: layout, at: index) }
  }

  /// Inserts objects, each at its place in the result.
  public final func _managedInsert(
    _ property: ManagedProperty, _ members: [NSManagedObject], at indexes: NSIndexSet
  ) {
    managedCheck(members, indexes, property)
    for (member, index) in zip(members, indexes) {
      _managedInsert(property, member, at: index)
    }
  }

  /// Removes the object at a place.
  public final func _managedRemove(_ property: ManagedProperty, at index: Int) {
    let layout = managedOrdered(property)
    let members = toManyMembers(layout)
    managedCheck(index, upTo: members.count - 1, property)
    remove(members[index], from: layout)
  }

  /// Removes the objects at places.
  public final func _managedRemove(_ property: ManagedProperty, at indexes: NSIndexSet) {
    for index in indexes.reversed() { _managedRemove(property, at: index) }
  }

  /// Puts an object in the place of another.
  public final func _managedReplace(
    _ property: ManagedProperty, at index: Int, with member: NSManagedObject
  ) {
    let layout = managedOrdered(property)
    var members = toManyMembers(layout)
    managedCheck(index, upTo: members.count - 1, property)
    members[index] = member
    managedReplace(layout, with: members)
  }

  /// Puts objects in the place of others.
  public final func _managedReplace(
    _ property: ManagedProperty, at indexes: NSIndexSet, with members: [NSManagedObject]
  ) {
    managedCheck(members, indexes, property)
    for (member, index) in zip(members, indexes) {
      _managedReplace(property, at: index, with: member)
    }
  }

  /// As for `NSIndexSet`.
  public final func _managedInsert(
    _ property: ManagedProperty, _ members: [NSManagedObject], at indexes: IndexSet
  ) {
    _managedInsert(property, members, at: indexes as NSIndexSet)
  }

  /// As for `NSIndexSet`.
  public final func _managedRemove(_ property: ManagedProperty, at indexes: IndexSet) {
    _managedRemove(property, at: indexes as NSIndexSet)
  }

  /// As for `NSIndexSet`.
  public final func _managedReplace(
    _ property: ManagedProperty, at indexes: IndexSet, with members: [NSManagedObject]
  ) {
    _managedReplace(property, at: indexes as NSIndexSet, with: members)
  }

  private final func managedOrdered(_ property: ManagedProperty) -> PropertyLayout {
    let layout = managedLayout(property)
    guard layout.kind == .orderedToMany else {
      managedMismatch(property, "an ordered relationship")
    }
    return layout
  }

  private final func managedCheck(_ index: Int, upTo last: Int, _ property: ManagedProperty) {
    guard index >= 0, index <= last else {
      misuse(
        "\(layout.name).\(property.name) has no place \(index): the last one to use here is "
          + "\(last).")
    }
  }

  private final func managedCheck(
    _ members: [NSManagedObject], _ indexes: NSIndexSet, _ property: ManagedProperty
  ) {
    guard members.count == indexes.count else {
      misuse(
        "\(members.count) objects and \(indexes.count) places were given for "
          + "\(layout.name).\(property.name): there must be a place for each object.")
    }
  }
}
