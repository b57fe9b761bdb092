/// The state of a managed object, one bit each.
struct ObjectFlags: OptionSet {
  let rawValue: UInt32

  /// The values have not been asked for yet; the row may or may not be at hand.
  static let fault = ObjectFlags(rawValue: 1 << 0)
  /// Inserted and not saved.
  static let inserted = ObjectFlags(rawValue: 1 << 1)
  /// Changed since the last save (and not inserted).
  static let updated = ObjectFlags(rawValue: 1 << 2)
  /// Marked for deletion, not saved.
  static let deleted = ObjectFlags(rawValue: 1 << 3)
  /// Its deletion has been saved: it has no row any more.
  static let gone = ObjectFlags(rawValue: 1 << 4)
  /// Inserted during the current event, so single changes need no undo record.
  static let insertedInEvent = ObjectFlags(rawValue: 1 << 5)
  /// Changed during the current event; listed in the context's event.
  static let changedInEvent = ObjectFlags(rawValue: 1 << 6)
  /// Its deletion has been carried over to its relationships.
  static let propagated = ObjectFlags(rawValue: 1 << 7)
  /// Somebody observes one of its properties.
  static let observed = ObjectFlags(rawValue: 1 << 8)
  /// A life-cycle hook runs: nested changes are part of it.
  static let inHook = ObjectFlags(rawValue: 1 << 9)
  /// Its row could not be found; its values read as nil.
  static let inaccessible = ObjectFlags(rawValue: 1 << 10)
  /// Listed in the context's list of inserted, updated or deleted objects.
  static let listedInserted = ObjectFlags(rawValue: 1 << 11)
  static let listedUpdated = ObjectFlags(rawValue: 1 << 12)
  static let listedDeleted = ObjectFlags(rawValue: 1 << 13)
  /// Its class overrides a life-cycle or validation hook.
  static let hooked = ObjectFlags(rawValue: 1 << 15)
  /// It is to be deleted, and its row turned out to be gone already.
  static let rowIsGone = ObjectFlags(rawValue: 1 << 14)

  /// Its row was deleted by another context, as a merge said: nothing is left to delete.
  static let goneElsewhere = ObjectFlags(rawValue: 1 << 16)

  /// It refers to objects as it did before it had a context, and they had none.
  static let loose = ObjectFlags(rawValue: 1 << 17)

  /// Its class supplies a property of the entity itself.
  static let hasOwnAccessors = ObjectFlags(rawValue: 1 << 18)

  /// What an object has by its class.
  static let ofClass: ObjectFlags = [.hooked, .hasOwnAccessors]

  /// Any of the three kinds of unsaved work.
  static let pending: ObjectFlags = [.inserted, .updated, .deleted]
}
