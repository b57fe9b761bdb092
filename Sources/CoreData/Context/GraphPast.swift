/// The graph of a context as it was, or would be, at a point of its undo stack.
///
/// Nothing is kept for it: the undo manager holds every change once, and a point is told from the
/// present by taking back (or doing again) in mind what lies between. Only what that speaks of is
/// looked at; no fault of a relationship fires.
struct GraphPast {
  /// One property of one object.
  struct Place: Hashable {
    let object: ObjectIdentifier
    let slot: Int
  }

  let context: NSManagedObjectContext
  /// Whether objects exist, where that was spoken of.
  private(set) var existence: [ObjectIdentifier: Bool] = [:]
  /// Attributes and to-ones that were another value.
  private(set) var values: [Place: SlotValue] = [:]
  /// To-manies that had other members.
  private(set) var members: [Place: ToManyState] = [:]
  /// The objects spoken of.
  private(set) var objects: [ObjectIdentifier: NSManagedObject] = [:]
  /// How many recorded changes were looked at.
  private(set) var changesRead = 0

  /// - Parameter depth: how many undo groups are done at the point; beyond the last is the last.
  init(_ context: NSManagedObjectContext, _ manager: UndoManager, at depth: Int) {
    self.context = context
    let present = manager.undoDepth
    let depth = max(0, min(depth, present + manager.redoDepth))
    let groups =
      depth <= present
      ? Array(((depth + 1)..<(present + 1)).reversed()) : Array((present + 1)...depth)
    for group in groups {
      for record in manager.records(ofGroupLeadingTo: group, target: context).reversed() {
        if let record = record as? UndoRecord { takeBack(record) }
      }
    }
  }

  private mutating func takeBack(_ record: UndoRecord) {
    for change in record.changes.reversed() {
      changesRead += 1
      switch change {
      case .insertions(let places):
        for object in record.inserted[places] { note(object, exists: false) }
      case .deleted(let object): note(object, exists: true)
      case .value(let object, let slot, let old):
        values[place(object, slot)] = old
      case .member(let object, let slot, let member, let added, let index):
        let state = state(object, slot)
        if added {
          _ = state.remove(member)
        } else {
          _ = state.add(member, at: index < 0 ? nil : index, isNew: false)
        }
      case .order(let object, let slot, let old): state(object, slot).reorder(old)
      }
    }
  }

  private mutating func note(_ object: NSManagedObject, exists: Bool) {
    let key = ObjectIdentifier(object)
    objects[key] = object
    existence[key] = exists
  }

  private mutating func place(_ object: NSManagedObject, _ slot: Int) -> Place {
    let key = ObjectIdentifier(object)
    objects[key] = object
    return Place(object: key, slot: slot)
  }

  /// The members in mind: at first what the object knows of them.
  private mutating func state(_ object: NSManagedObject, _ slot: Int) -> ToManyState {
    let place = place(object, slot)
    if let known = members[place] { return known }
    let property = object.layout.properties[slot]
    let present = object.relation(property)
    let made = ToManyState(property, isFresh: false)
    if present.isLoaded { made.load(present.members) }
    members[place] = made
    return made
  }
}

// MARK: - Asking

extension GraphPast {
  func exists(_ object: NSManagedObject) -> Bool {
    existence[ObjectIdentifier(object)]
      ?? (object.flags.isDisjoint(with: [.deleted, .gone]) && object.context != nil)
  }

  /// The value of an attribute or a to-one.
  func value(_ object: NSManagedObject, _ slot: Int) -> SlotValue {
    let property = object.layout.properties[slot]
    if property.kind == .composite { return object.composed(property) { value(object, $0) } }
    if let known = values[Place(object: ObjectIdentifier(object), slot: slot)] { return known }
    return object.context == nil && object.isFault ? .null : object.slotValue(slot)
  }

  /// The to-many in mind, nil where it is as it is now.
  func members(_ object: NSManagedObject, _ slot: Int) -> ToManyState? {
    members[Place(object: ObjectIdentifier(object), slot: slot)]
  }
}
