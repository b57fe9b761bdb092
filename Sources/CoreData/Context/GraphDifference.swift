/// How one object differs between two points of a context's undo stack.
package struct GraphDifference {
  /// What became of a property.
  package enum Change {
    /// The values of an attribute, boxed as key-value coding gives them.
    case values(old: Any?, new: Any?)
    /// The short names of a to-one's destinations.
    case destinations(old: String?, new: String?)
    /// The members of a to-many; nil where the relationship is a fault, of which no more is known
    /// than what came and went.
    case members(old: [NSManagedObject]?, new: [NSManagedObject]?, Exchange)
  }

  /// What a to-many gained and lost.
  package struct Exchange {
    package let gained: [NSManagedObject]
    package let lost: [NSManagedObject]
    package let isOrdered: Bool
  }

  package enum Kind {
    case appears
    case disappears
    /// The properties that differ, by name, in the order of the model.
    case changes([(name: String, change: Change)])
  }

  package let object: NSManagedObject
  package let kind: Kind
}

extension NSManagedObjectContext {
  /// What differs between two points of the undo stack, by the numbers of groups done there; in no
  /// order.
  ///
  /// Told from the undo records between the present and the points, so that nothing has to be kept.
  ///
  /// - Returns: the differences, and how many recorded changes had to be read.
  package final func differences(
    from first: Int, to second: Int
  ) -> (found: [GraphDifference], changesRead: Int) {
    guard let undoManager else { return ([], 0) }
    let old = GraphPast(self, undoManager, at: first)
    let new = GraphPast(self, undoManager, at: second)
    var found: [GraphDifference] = []
    let objects = old.objects.merging(new.objects) { old, _ in old }
    let places = Dictionary(
      grouping: Set(old.values.keys).union(new.values.keys)
        .union(old.members.keys).union(new.members.keys), by: \.object)
    for (key, object) in objects {
      switch (old.exists(object), new.exists(object)) {
      case (false, false): continue
      case (false, true): found.append(GraphDifference(object: object, kind: .appears))
      case (true, false): found.append(GraphDifference(object: object, kind: .disappears))
      case (true, true):
        let slots = Set((places[key] ?? []).map { Self.wholeSlot(object, $0.slot) }).sorted()
        let changes = slots.compactMap { change(of: object, $0, old, new) }
        if !changes.isEmpty {
          found.append(GraphDifference(object: object, kind: .changes(changes)))
        }
      }
    }
    return (found, old.changesRead + new.changesRead)
  }

  /// A composite attribute for its elements.
  private static func wholeSlot(_ object: NSManagedObject, _ slot: Int) -> Int {
    var property = object.layout.properties[slot]
    while let whole = property.whole { property = whole }
    return property.slot
  }

  private final func change(
    of object: NSManagedObject, _ slot: Int, _ old: GraphPast, _ new: GraphPast
  ) -> (name: String, change: GraphDifference.Change)? {
    let property = object.layout.properties[slot]
    if property.kind.isToMany {
      return exchange(of: object, property, old, new).map { (property.name, $0) }
    }
    let before = old.value(object, slot)
    let after = new.value(object, slot)
    if property.kind == .toOne {
      let (before, after) = (destination(before), destination(after))
      return before == after ? nil : (property.name, .destinations(old: before, new: after))
    }
    return before == after
      ? nil : (property.name, .values(old: before.boxed, new: after.boxed))
  }

  /// The short name of what a to-one leads to.
  private final func destination(_ value: SlotValue) -> String? {
    guard case .object(let key) = value, let modelLayout else { return nil }
    let current = currentKey(key)
    guard current.entity > 0, Int(current.entity) <= modelLayout.entities.count else { return nil }
    return NSManagedObjectID(
      layout: modelLayout.entity(number: current.entity), pk: current.pk, store: nil
    ).shortName
  }

  private final func exchange(
    of object: NSManagedObject, _ property: PropertyLayout, _ old: GraphPast, _ new: GraphPast
  ) -> GraphDifference.Change? {
    let before = old.members(object, property.slot)
    let after = new.members(object, property.slot)
    let came =
      Self.without(after?.added, before?.added) + Self.without(before?.removed, after?.removed)
    let went =
      Self.without(before?.added, after?.added) + Self.without(after?.removed, before?.removed)
    let present = object.relation(property)
    let known = present.isLoaded ? present.members : nil
    let isOrdered = property.kind == .orderedToMany
    let (first, second) = (before.map(\.members) ?? known, after.map(\.members) ?? known)
    if came.isEmpty && went.isEmpty {
      guard isOrdered, let first, let second, !first.all.elementsEqual(second.all, by: ===) else {
        return nil
      }
    }
    return .members(
      old: known == nil ? nil : first?.all, new: known == nil ? nil : second?.all,
      GraphDifference.Exchange(gained: came, lost: went, isOrdered: isOrdered))
  }

  /// The objects of one list that are not in another.
  private static func without(_ list: MemberList?, _ others: MemberList?) -> [NSManagedObject] {
    guard let list else { return [] }
    guard var others else { return list.all }
    return list.all.filter { !others.contains($0) }
  }
}
