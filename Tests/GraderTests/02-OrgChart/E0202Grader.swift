import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter02

/// `companies(containing:in:)` finds by a part of the name, sorted.
final class E0202Grader: Grader {
  func testFindsAndSorts() throws {
    var data = UnseenData()
    let words = data.words(6)
    let bench = try Bench("02-OrgChart/OrgChart")
    let names = [
      words[0] + ", Ltd.", words[1] + " Ltd. Holding", words[2] + ", ltd.", words[3],
      "Ltd. " + words[4], words[5] + ", Ltd.",
    ]
    for name in names { bench.insert("Organization", ["name": name]) }
    bench.insert("Organization")
    try bench.save()
    let found = try attempt { try companies(containing: "Ltd.", in: bench.context) }
    let wanted = [names[0], names[1], names[4], names[5]].sorted()
    XCTAssertList(found.map { $0.name ?? "nil" }, wanted, "the companies containing \"Ltd.\"")
  }

  func testFindsNothing() throws {
    let bench = try Bench("02-OrgChart/OrgChart")
    bench.insert("Organization", ["name": "Amber"])
    try bench.save()
    let found = try attempt { try companies(containing: "%@", in: bench.context) }
    XCTAssertList(found.map { $0.name ?? "nil" }, [], "the companies containing \"%@\"")
  }

  func testQuotesInTheText() throws {
    let bench = try Bench("02-OrgChart/OrgChart")
    bench.insert("Organization", ["name": "Al's \"Best\" Pizza"])
    try bench.save()
    let found = try attempt { try companies(containing: "Al's \"Best\"", in: bench.context) }
    XCTAssertEqual(found.count, 1, "a text with quotes in it is a text like any other")
  }
}
