import CoreData
import Workbook

func sections(
  ofCourse number: Int, in context: NSManagedObjectContext
) throws -> [Section] {
  let request = NSFetchRequest<Course>(entityName: "Course")
  request.predicate = NSPredicate(format: "courseId == %d", number)
  let sections = try context.fetch(request).first?.sections ?? []
  return sections.sorted { $0.sectionId < $1.sectionId }
}
