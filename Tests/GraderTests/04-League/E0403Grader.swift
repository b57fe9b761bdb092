import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter04

/// `teamsWithScorers(atLeast:moreGoalsThan:in:)` counts in the store.
final class E0403Grader: Grader {
  func testCounts() throws {
    var data = UnseenData()
    let words = data.words(5)
    let bench = try Bench("04-League/League")
    // Goals of the players of each team; the limit is 10, and two must be above it.
    let goals = [[11, 12, 3], [10, 11, 12], [10, 10, 11], [50], [20, 30]]
    for (word, goals) in zip(words, goals) {
      let team = bench.insert("Team", ["name": word])
      for (index, count) in goals.enumerated() {
        let player = bench.insert(
          "Player", ["firstName": "\(word) \(index)", "lastName": "P", "goals": count])
        player.setValue(team, forKey: "team")
      }
    }
    try bench.save()
    bench.context.reset()
    let found = try attempt {
      try teamsWithScorers(atLeast: 2, moreGoalsThan: 10, in: bench.context)
    }
    XCTAssertList(
      found.map { $0.name ?? "nil" }, [words[0], words[1], words[4]].sorted(),
      "the teams with two players above ten goals")
    XCTAssertStatements(atMost: 1, "one fetch, and the store does the counting")
  }

  func testOtherNumbers() throws {
    let bench = try Bench("04-League/League")
    for (name, goals) in [("Alone", 3), ("Idle", 0)] {
      let team = bench.insert("Team", ["name": name])
      bench.insert("Player", ["firstName": name, "lastName": "P", "goals": goals])
        .setValue(team, forKey: "team")
    }
    try bench.save()
    let found = try attempt {
      try teamsWithScorers(atLeast: 1, moreGoalsThan: 2, in: bench.context)
    }
    XCTAssertList(found.map { $0.name ?? "nil" }, ["Alone"], "one player above two goals")
  }
}
