import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter01

/// `saveName(_:in:)` keeps one name.
final class E0102Grader: Grader {
  func testSavesTheFirstName() throws {
    var data = UnseenData()
    let name = data.people(1)[0]
    let bench = try Bench("01-GettingStarted/Model")
    try attempt { try saveName(name, in: bench.context) }
    XCTAssertRows(bench, "select ZNAME from ZSAVEDDATA", [name], "the store after the first name")
    XCTAssertFalse(bench.context.hasChanges, "there are unsaved changes left")
  }

  func testOverwrites() throws {
    var data = UnseenData()
    let names = data.people(2)
    let bench = try Bench("01-GettingStarted/Model")
    bench.insert("SavedData", ["name": names[0]])
    try bench.save()
    bench.context.reset()
    try attempt { try saveName(names[1], in: bench.context) }
    XCTAssertRows(
      bench, "select Z_PK, ZNAME from ZSAVEDDATA", ["1|\(names[1])"],
      "the row that was there is not the one that was overwritten")
    var wanted = Graph()
    wanted.add("SavedData", names[1])
    XCTAssertGraph(try bench.fresh(), wanted, "what a relaunch finds differs")
  }
}
