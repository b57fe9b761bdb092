import Foundation

/// Several members of a to-many at once: observers are told once.
extension NSManagedObject {
  /// Adds members, in order.
  final func add(
    _ members: [NSManagedObject], to property: PropertyLayout
  ) throws(ObjectError) {
    try mutating(property, .union, members) { () throws(ObjectError) in
      for member in members { try add(member, to: property) }
    }
  }

  /// Removes members.
  final func remove(_ members: [NSManagedObject], from property: PropertyLayout) {
    mutating(property, .minus, members) { for member in members { remove(member, from: property) } }
  }

  /// Removes all members but some.
  final func keep(only wanted: [NSManagedObject], in property: PropertyLayout) {
    let kept = Set(wanted)
    mutating(property, .intersect, wanted) {
      for member in toManyMembers(property) where !kept.contains(member) {
        remove(member, from: property)
      }
    }
  }

  private final func mutating<Failure: Error>(
    _ property: PropertyLayout, _ kind: NSKeyValueSetMutationKind, _ members: [NSManagedObject],
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    // With an order, each has its place and is told of by itself.
    guard flags.contains(.observed), property.kind == .toMany else {
      try body()
      return
    }
    try announcing(
      property.name,
      .mutation(kind, Set(members.map { $0 as AnyHashable }), members: toManyMembers(property)),
      body)
  }
}
