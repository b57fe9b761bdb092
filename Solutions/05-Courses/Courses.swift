import CoreData

// The classes of the chapter's model. Nothing to do here: read them, and use them. (A booking's class
// is an exercise of its own.)

class Course: NSManagedObject {
  @NSManaged var courseId: Int32
  @NSManaged var credits: Int16
  @NSManaged var name: String?
  @NSManaged var course_teacher: Set<Teacher>
  @NSManaged var sections: Set<Section>
}

class Section: NSManagedObject {
  @NSManaged var seats: Int16
  @NSManaged var sectionId: Int32
  @NSManaged var title: String?
  @NSManaged var section_course: Course?
}

class Teacher: NSManagedObject {
  @NSManaged var colorData: Data?
  @NSManaged var name: String?
  @NSManaged var teacherId: Int32
  @NSManaged var teacher_course: Set<Course>
}

// What Xcode writes, too: `let request: NSFetchRequest<Course> = Course.fetchRequest()`.

extension Course {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Course> {
    NSFetchRequest<Course>(entityName: "Course")
  }
}

extension Section {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Section> {
    NSFetchRequest<Section>(entityName: "Section")
  }
}

extension Teacher {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Teacher> {
    NSFetchRequest<Teacher>(entityName: "Teacher")
  }
}
