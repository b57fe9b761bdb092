import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter02

/// `move(_:to:in:)` is one step of undo.
final class E0205Grader: Grader {
  func testOneUndoRestoresBothSides() throws {
    var data = UnseenData()
    let names = data.people(4)
    let bench = try Bench("02-OrgChart/OrgChart")
    let people = try names.map { try XCTUnwrap(bench.insert("Person", ["name": $0]) as? Person) }
    people[0].employees = [people[2], people[3]]
    try bench.save()
    let undo = UndoManager()
    undo.groupsByEvent = false
    bench.context.undoManager = undo

    try attempt { try move(people[2], to: people[1], in: bench.context) }
    let moved = graph(names, [0: [3], 1: [2]])
    XCTAssertGraph(bench.context, moved, "after the move")
    XCTAssertEqual(undo.undoActionName, "Move", "the name of what would be undone")
    XCTAssertRows(
      bench,
      "select count(*) from ZPERSON where Z2EMPLOYEES = (select Z_PK from ZPERSON "
        + "where ZNAME = '\(names[1])')", ["0"], "nothing was to be saved")

    bench.context.undo()
    XCTAssertGraph(bench.context, graph(names, [0: [2, 3]]), "after one undo")
    XCTAssertFalse(undo.canUndo, "after one undo there is still something to undo")
    bench.context.redo()
    XCTAssertGraph(bench.context, moved, "after one redo")
  }

  func testSomebodyWithoutABoss() throws {
    let bench = try Bench("02-OrgChart/OrgChart")
    let names = ["Ada", "Bruno"]
    let people = try names.map { try XCTUnwrap(bench.insert("Person", ["name": $0]) as? Person) }
    try bench.save()
    let undo = UndoManager()
    undo.groupsByEvent = false
    bench.context.undoManager = undo
    try attempt { try move(people[0], to: people[1], in: bench.context) }
    XCTAssertGraph(bench.context, graph(names, [1: [0]]), "somebody who had no boss")
    bench.context.undo()
    XCTAssertGraph(bench.context, graph(names, [:]), "after one undo")
  }

  private func graph(_ names: [String], _ employees: [Int: [Int]]) -> Graph {
    var wanted = Graph()
    for (index, name) in names.enumerated() {
      let below = (employees[index] ?? []).map { names[$0] }
      wanted.add("Person", name, ["employees": .many(below)])
    }
    return wanted
  }
}
