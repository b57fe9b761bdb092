import CoreData
import Workbook

/// # A new course
///
/// Insert a course with this name and number and save. It has a section for each of the titles, numbered
/// 1, 2, 3, … in the order given (`sectionId`). It is taught by all the teachers named: take the one that
/// is there if there is a teacher of that name, and make one if not. Return the course.
func addCourse(
  named name: String, number: Int, sections: [String], teachers: [String],
  in context: NSManagedObjectContext
) throws -> Course {
  try todo()
}
