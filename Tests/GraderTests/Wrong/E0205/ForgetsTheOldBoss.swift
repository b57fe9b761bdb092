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
  let request = NSFetchRequest<Person>(entityName: "Person")
  request.predicate = NSPredicate(format: "ANY employees == %@", person)
  let bosses = try context.fetch(request)

  context.processPendingChanges()
  context.undoManager?.beginUndoGrouping()
  for old in bosses {
    _ = old.employees
  }
  boss.employees.insert(person)
  context.processPendingChanges()
  context.undoManager?.setActionName("Move")
  context.undoManager?.endUndoGrouping()
}
