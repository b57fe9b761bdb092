/// One recorded change to the graph, with what is needed to take it back.
///
/// Only what cannot be told otherwise is recorded: an object inserted in the current event needs no
/// record of its values, since taking back its insertion takes them along.
enum GraphChange {
  case inserted(NSManagedObject)
  case deleted(NSManagedObject)
  /// An attribute or to-one got another value; the old one stands here.
  case value(NSManagedObject, slot: Int, old: SlotValue)
  /// A to-many gained or lost a member, on this side alone. The index is -1 where order is none.
  case member(NSManagedObject, slot: Int, NSManagedObject, added: Bool, index: Int)
  /// An ordered to-many was put into another order; the old one stands here.
  case order(NSManagedObject, slot: Int, old: [NSManagedObject])

  /// The object that changed.
  var object: NSManagedObject {
    switch self {
    case .inserted(let object), .deleted(let object), .value(let object, _, _),
      .member(let object, _, _, _, _), .order(let object, _, _):
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

  var isEmpty: Bool {
    changes.isEmpty && inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
  }
}
