import CoreData
import Workbook

/// # Move as one step
///
/// `person` leaves the boss there is, if any, and works for `boss` from now on. These are two
/// changes, but whoever calls this wants to undo them with a single `context.undo()`, and to see
/// "Move" as the name of what would be undone (`context.undoManager?.undoActionName`).
///
/// The context has an undo manager that makes no groups by itself. Do not save.
func move(_ person: Person, to boss: Person, in context: NSManagedObjectContext) throws {
  try todo()
}
