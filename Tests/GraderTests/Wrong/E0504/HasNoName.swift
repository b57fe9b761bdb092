import CoreData
import Workbook

/// # Change places
///
/// All who teach `first` shall teach `second` from now on, and the other way round; who teaches both goes
/// on teaching both. Whoever calls this wants to undo it with a single `context.undo()`, and to read "Swap
/// Teachers" as the name of what would be undone (`context.undoManager?.undoActionName`).
///
/// The context has an undo manager that makes no groups by itself. Do not save.
func swapTeachers(
  of first: Course, and second: Course, in context: NSManagedObjectContext
) throws {
  context.undoManager?.beginUndoGrouping()
  let teachers = first.course_teacher
  first.course_teacher = second.course_teacher
  second.course_teacher = teachers
  context.processPendingChanges()
  context.undoManager?.endUndoGrouping()
}
