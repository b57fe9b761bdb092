import CoreData
import Workbook

/// # Sections of a course
///
/// Return the sections of the course with this number, sorted by `sectionId`. Ask for the sections, not
/// for the course: a predicate can look along a relationship.
func sections(
  ofCourse number: Int, in context: NSManagedObjectContext
) throws -> [Section] {
  let request = NSFetchRequest<Section>(entityName: "Section")
  request.predicate = NSPredicate(format: "section_course.courseId = %d", number)
  request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
  return try context.fetch(request)
}
