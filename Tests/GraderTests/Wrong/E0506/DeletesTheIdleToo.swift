import CoreData
import Workbook

/// # Cancel a course
///
/// Delete the course and save. Its sections go with it: the model sees to that. Teachers who taught this
/// course and nothing else have to go as well; the others stay. Return the names of the teachers who went,
/// sorted.
func cancel(_ course: Course, in context: NSManagedObjectContext) throws -> [String] {
  context.delete(course)
  context.processPendingChanges()
  let request = NSFetchRequest<Teacher>(entityName: "Teacher")
  let idle = try context.fetch(request).filter { $0.teacher_course.isEmpty }
  let names = idle.compactMap(\.name).sorted()
  for teacher in idle { context.delete(teacher) }
  try context.save()
  return names
}
