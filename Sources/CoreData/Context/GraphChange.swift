/// One recorded change to the graph, with what is needed to take it back.
///
/// Only what cannot be told otherwise is recorded: an object inserted in the current event needs no
/// record of its values, since taking back its insertion takes them along.
enum GraphChange {
  /// Objects inserted one after the other are one change: their places in the event's list of inserted
  /// objects.
  case insertions(Range<Int>)
  case deleted(NSManagedObject)
  /// An attribute or to-one got another value; the old one stands here.
  case value(NSManagedObject, slot: Int, old: SlotValue)
  /// A to-many gained or lost a member, on this side alone. The index is -1 where order is none.
  case member(NSManagedObject, slot: Int, NSManagedObject, added: Bool, index: Int)
  /// An ordered to-many was put into another order; the old one stands here.
  case order(NSManagedObject, slot: Int, old: [NSManagedObject])

  /// The object that changed; nil for insertions.
  var object: NSManagedObject? {
    switch self {
    case .insertions: nil
    case .deleted(let object), .value(let object, _, _), .member(let object, _, _, _, _),
      .order(let object, _, _):
      object
    }
  }
}

/// What happened in a context since changes were last processed.
struct ContextEvent {
  /// The changes in order, for undo.
  var changes: ContiguousArray<GraphChange> = []
  /// Objects inserted, updated and deleted in this event, for the notification.
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  /// Objects refreshed in this event.
  var refreshed: [NSManagedObject] = []
  /// How many of `deleted` have been carried over to their relationships.
  var propagated = 0

  /// Notes an object that is new, to be announced and taken back.
  @inline(__always)
  mutating func noteInsertion(of object: NSManagedObject) {
    let place = inserted.count
    inserted.makeRoomAhead()
    inserted.append(object)
    if let last = changes.indices.last, case .insertions(let run) = changes[last],
      run.upperBound == place
    {
      changes[last] = .insertions(run.lowerBound..<place + 1)
    } else {
      changes.append(.insertions(place..<place + 1))
    }
  }

  /// Whether there is anything to announce: an object inserted and deleted is nothing.
  var hasNews: Bool {
    !deleted.isEmpty || !refreshed.isEmpty
      || !inserted.allUncounted { $0.flags.contains(.deleted) }
      || !updated.allUncounted { $0.flags.contains(.deleted) }
  }

  var isEmpty: Bool {
    changes.isEmpty && inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
  }
}
