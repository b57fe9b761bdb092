import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter03

/// `damages(in:)` finds what a tool has broken.
final class E0306Grader: Grader {
  func testDamage() throws {
    var data = UnseenData()
    let words = data.words(3)
    let names = data.people(7)
    let bench = try Bench("03-Storage/League")
    let teams = words.map { bench.insert("Team", ["name": $0]) }
    // Two of each team, one without any.
    for (index, name) in names.enumerated() {
      let player = bench.insert("Player", ["firstName": name, "lastName": "Mc\(name)"])
      if index < 6 { player.setValue(teams[index / 2], forKey: "team") }
    }
    try bench.save()
    try bench.damage(
      """
      DELETE FROM ZTEAM WHERE ZNAME IN ('\(words[0])', '\(words[2])');
      UPDATE ZPLAYER SET ZLASTNAME = NULL WHERE ZFIRSTNAME IN ('\(names[1])', '\(names[2])');
      """)
    let context = try bench.fresh()
    let found = try attempt { try damages(in: context) }
    let lost = [names[0], names[4], names[5]].map { "lost: Mc\($0)" }
    let nameless = [names[1], names[2]].map { "nameless: \($0)" }
    XCTAssertList(found, (lost + nameless).sorted(), "what is damaged")
    XCTAssertFalse(context.hasChanges, "nothing was to be changed")
    XCTAssertRows(
      bench, "select count(*), count(ZTEAM), count(ZLASTNAME) from ZPLAYER", ["7|6|5"],
      "the rows of players (all, with a team, with a last name)")
  }

  func testAWholeStore() throws {
    let bench = try Bench("03-Storage/League")
    let team = bench.insert("Team", ["name": "Whole"])
    bench.insert("Player", ["firstName": "Ada", "lastName": "A"]).setValue(team, forKey: "team")
    bench.insert("Player", ["firstName": "Bo", "lastName": "B"])
    try bench.save()
    XCTAssertList(
      try attempt { try damages(in: bench.context) }, [], "what is damaged in a whole store")
  }
}
