import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter05

/// `addCourse(named:number:sections:teachers:in:)` writes into four tables.
final class E0501Grader: Grader {
  func testACourse() throws {
    var data = UnseenData()
    let words = data.words(5)
    let names = data.people(3)
    let bench = try Bench("05-Courses/Courses")
    bench.insert("Teacher", ["name": names[0], "teacherId": 7])
    bench.insert("Teacher", ["name": names[2], "teacherId": 8])
    try bench.save()
    bench.context.reset()
    let course = try attempt {
      try addCourse(
        named: words[0], number: 41, sections: Array(words[1...3]), teachers: [names[1], names[0]],
        in: bench.context)
    }
    XCTAssertEqual(course.name, words[0], "the name of the course that was returned")
    var wanted = Graph()
    wanted.add(
      "Course", words[0],
      [
        "courseId": 41, "sections": .many(Array(words[1...3])),
        "course_teacher": .many([names[0], names[1]]),
      ])
    for index in 1...3 {
      wanted.add(
        "Section", words[index],
        ["sectionId": .number(Double(index)), "section_course": .text(words[0])])
    }
    wanted.add("Teacher", names[0], ["teacherId": 7, "teacher_course": .many([words[0]])])
    wanted.add("Teacher", names[1], ["teacher_course": .many([words[0]])])
    wanted.add("Teacher", names[2], ["teacherId": 8, "teacher_course": []])
    XCTAssertGraph(try bench.fresh(), wanted, "what a relaunch finds differs")
    XCTAssertRows(
      bench, "select count(*) from Z_2COURSE_TEACHER", ["2"],
      "the rows that join course and teachers")
  }

  func testNoSectionsNoTeachers() throws {
    let bench = try Bench("05-Courses/Courses")
    _ = try attempt {
      try addCourse(named: "Silence", number: 1, sections: [], teachers: [], in: bench.context)
    }
    var wanted = Graph()
    wanted.add("Course", "Silence", ["courseId": 1, "sections": [], "course_teacher": []])
    XCTAssertGraph(try bench.fresh(), wanted, "a course without sections and teachers")
  }
}
