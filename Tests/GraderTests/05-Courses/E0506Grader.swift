import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter05

/// `cancel(_:in:)` takes along who is left with nothing to teach.
final class E0506Grader: Grader {
  func testWhoGoes() throws {
    var data = UnseenData()
    let words = data.words(4)
    let names = data.people(4)
    let bench = try Bench("05-Courses/Courses")
    let courses = try words[0...1].map {
      try XCTUnwrap(bench.insert("Course", ["name": $0]) as? Course)
    }
    for index in 2...3 {
      bench.insert("Section", ["title": words[index]])
        .setValue(courses[index - 2], forKey: "section_course")
    }
    let teachers = try names.map {
      try XCTUnwrap(bench.insert("Teacher", ["name": $0]) as? Teacher)
    }
    // Two teach the course that goes and nothing else, one both, and one nothing at all.
    courses[0].course_teacher = [teachers[0], teachers[1], teachers[2]]
    courses[1].course_teacher = [teachers[2]]
    try bench.save()
    let gone = try attempt { try cancel(courses[0], in: bench.context) }
    XCTAssertList(gone, names[0...1].sorted(), "who went")
    var wanted = Graph()
    wanted.add("Course", words[1], ["course_teacher": .many([names[2]])])
    wanted.add("Section", words[3], ["section_course": .text(words[1])])
    wanted.add("Teacher", names[2], ["teacher_course": .many([words[1]])])
    wanted.add("Teacher", names[3], ["teacher_course": []])
    XCTAssertGraph(try bench.fresh(), wanted, "what a relaunch finds differs")
    XCTAssertRows(
      bench, "select count(*) from Z_2COURSE_TEACHER", ["1"], "the rows that join the two")
  }
}
