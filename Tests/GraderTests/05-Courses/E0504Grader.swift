import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter05

/// `swapTeachers(of:and:in:)` is one step of undo that restores both sides.
final class E0504Grader: Grader {
  func testOneUndoRestoresBothSides() throws {
    var data = UnseenData()
    let words = data.words(3)
    let names = data.people(4)
    let bench = try Bench("05-Courses/Courses")
    let courses = try words.map { try XCTUnwrap(bench.insert("Course", ["name": $0]) as? Course) }
    let teachers = try names.map {
      try XCTUnwrap(bench.insert("Teacher", ["name": $0]) as? Teacher)
    }
    // The last teaches both courses, the first the third course as well.
    courses[0].course_teacher = [teachers[0], teachers[1], teachers[3]]
    courses[1].course_teacher = [teachers[2], teachers[3]]
    courses[2].course_teacher = [teachers[0]]
    try bench.save()
    let undo = UndoManager()
    undo.groupsByEvent = false
    bench.context.undoManager = undo
    let before = graph(words, names, [[0, 1, 3], [2, 3], [0]])
    let after = graph(words, names, [[2, 3], [0, 1, 3], [0]])

    try attempt { try swapTeachers(of: courses[0], and: courses[1], in: bench.context) }
    XCTAssertGraph(bench.context, after, "after the change")
    XCTAssertEqual(undo.undoActionName, "Swap Teachers", "the name of what would be undone")
    XCTAssertGraph(try bench.fresh(), before, "nothing was to be saved, and the store")

    bench.context.undo()
    XCTAssertGraph(bench.context, before, "after one undo")
    XCTAssertFalse(undo.canUndo, "after one undo there is still something to undo")
    bench.context.redo()
    XCTAssertGraph(bench.context, after, "after one redo")
  }

  private func graph(_ words: [String], _ names: [String], _ teaching: [[Int]]) -> Graph {
    var wanted = Graph()
    for (word, numbers) in zip(words, teaching) {
      wanted.add("Course", word, ["course_teacher": .many(numbers.map { names[$0] })])
    }
    for (index, name) in names.enumerated() {
      let taught = zip(words, teaching).filter { $0.1.contains(index) }.map(\.0)
      wanted.add("Teacher", name, ["teacher_course": .many(taught)])
    }
    return wanted
  }
}
