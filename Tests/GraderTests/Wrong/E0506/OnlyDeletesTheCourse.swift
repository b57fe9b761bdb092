import CoreData
import Workbook

/// # Cancel a course
///
/// Delete the course and save. Its sections go with it: the model sees to that. Teachers who taught this
/// course and nothing else have to go as well; the others stay. Return the names of the teachers who went,
/// sorted.
func cancel(_ course: Course, in context: NSManagedObjectContext) throws -> [String] {
  let leaving = course.course_teacher.filter { $0.teacher_course.count == 1 }
  let names = leaving.compactMap(\.name).sorted()
  context.delete(course)
  try context.save()
  return names
}
