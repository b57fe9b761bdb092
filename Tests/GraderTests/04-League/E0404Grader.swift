import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter04

/// `close(_:in:)` lets a team go and keeps the coach.
final class E0404Grader: Grader {
  /// Twice, with different numbers of players.
  func testTheCoachStays() throws {
    var data = UnseenData()
    for leaving in [1, 2, 3].shuffled(using: &data).prefix(2) { try check(leaving, &data) }
  }

  private func check(_ leaving: Int, _ data: inout UnseenData) throws {
    let names = data.people(5)
    let words = data.words(2)
    let bench = try Bench("04-League/League")
    let team = try XCTUnwrap(bench.insert("Team", ["name": words[0]]) as? Team)
    let other = bench.insert("Team", ["name": words[1]])
    bench.insert("Coach", ["fullName": names[0]]).setValue(team, forKey: "team")
    for (index, name) in names[1...].enumerated() {
      bench.insert("Player", ["firstName": name, "lastName": "P"])
        .setValue(index < leaving ? team : other, forKey: "team")
    }
    try bench.save()
    let count = try attempt { try close(team, in: bench.context) }
    XCTAssertEqual(count, leaving, "how many players were deleted")
    let staying = Array(names[(leaving + 1)...])
    var wanted = Graph()
    wanted.add("Team", words[1], ["players": .many(staying)])
    wanted.add("Coach", names[0], ["team": nil])
    for name in staying { wanted.add("Player", name, ["team": .text(words[1])]) }
    XCTAssertGraph(try bench.fresh(), wanted, "what a relaunch finds differs")
  }

  func testWithoutACoach() throws {
    let bench = try Bench("04-League/League")
    let team = try XCTUnwrap(bench.insert("Team", ["name": "Nobody"]) as? Team)
    try bench.save()
    let count = try attempt { try close(team, in: bench.context) }
    XCTAssertEqual(count, 0, "how many players were deleted")
    XCTAssertRows(bench, "select count(*) from ZTEAM", ["0"], "the team is still in the store")
  }
}
