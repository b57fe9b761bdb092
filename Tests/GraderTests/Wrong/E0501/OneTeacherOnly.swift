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
  let course = Course(context: context)
  course.name = name
  course.courseId = Int32(number)
  for (index, title) in sections.enumerated() {
    let section = Section(context: context)
    section.title = title
    section.sectionId = Int32(index + 1)
    section.section_course = course
  }
  for name in teachers {
    let request = NSFetchRequest<Teacher>(entityName: "Teacher")
    request.predicate = NSPredicate(format: "name == %@", name)
    let teacher = try context.fetch(request).first ?? Teacher(context: context)
    teacher.name = name
    course.course_teacher = [teacher]
  }
  try context.save()
  return course
}
