import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter05

/// `sections(ofCourse:in:)` asks across a relationship.
final class E0502Grader: Grader {
  func testSections() throws {
    var data = UnseenData()
    let words = data.words(7)
    let bench = try Bench("05-Courses/Courses")
    let courses = [31, 32].map { bench.insert("Course", ["name": "No. \($0)", "courseId": $0]) }
    // The numbers of one course are the other's, too, and the titles are in no order.
    let numbers = [(0, 3), (0, 1), (0, 32), (1, 31), (1, 1), (0, 2)]
    for (word, number) in zip(words, numbers) {
      bench.insert("Section", ["title": word, "sectionId": number.1])
        .setValue(courses[number.0], forKey: "section_course")
    }
    bench.insert("Section", ["title": words[6], "sectionId": 31])
    try bench.save()
    bench.context.reset()
    let first = try attempt { try sections(ofCourse: 31, in: bench.context) }
    XCTAssertList(
      first.map { $0.title ?? "nil" }, [words[1], words[5], words[0], words[2]],
      "the sections of course 31 by their numbers")
    XCTAssertStatements(atMost: 1, "one fetch of sections, and none of courses")
    let second = try attempt { try sections(ofCourse: 32, in: bench.context) }
    XCTAssertList(
      second.map { $0.title ?? "nil" }, [words[4], words[3]],
      "the sections of course 32 by their numbers")
    XCTAssertList(
      try attempt { try sections(ofCourse: 7, in: bench.context) }.map { $0.title ?? "nil" }, [],
      "the sections of a course that is not there")
  }
}
