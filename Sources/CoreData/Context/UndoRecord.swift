/// The changes of one event, held by the undo manager until they are taken back.
///
/// `@unchecked Sendable`: made and used on the context's queue only.
final class UndoRecord: @unchecked Sendable {
  let changes: ContiguousArray<GraphChange>
  /// The event's inserted objects, which the changes name by their places.
  let inserted: [NSManagedObject]

  init(_ event: ContextEvent) {
    changes = event.changes
    inserted = event.inserted
  }
}
