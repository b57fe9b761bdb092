import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter04

/// `splitSkills(in:)` brings the league into the first normal form.
final class E0402Grader: Grader {
  func testSplits() throws {
    var data = UnseenData()
    let words = data.words(4)
    let names = data.people(4)
    let bench = try Bench("04-League/League")
    bench.insert("Skill", ["name": words[0]])
    let lists = [
      "\(words[0]), \(words[1])", " \(words[1]) ,\(words[2]),", "\(words[3])", nil,
    ]
    for (name, list) in zip(names, lists) {
      let player = bench.insert("Player", ["firstName": name, "lastName": "of \(name)"])
      player.setValue(list, forKey: "skillList")
    }
    try bench.save()
    bench.context.reset()
    try attempt { try splitSkills(in: bench.context) }
    var wanted = Graph()
    let skills = [[words[0], words[1]], [words[1], words[2]], [words[3]], []]
    for (name, skills) in zip(names, skills) {
      wanted.add("Player", name, ["skills": .many(skills), "skillList": nil])
    }
    for word in words {
      let players = zip(names, skills).filter { $0.1.contains(word) }.map(\.0)
      wanted.add("Skill", word, ["players": .many(players)])
    }
    XCTAssertGraph(try bench.fresh(), wanted, "what a relaunch finds differs")
    XCTAssertRows(bench, "select count(*) from ZSKILL", ["4"], "each skill is to be there once")
    XCTAssertRows(
      bench, "select count(*) from ZPERSON where ZSKILLLIST is not null", ["0"],
      "there are lists left in cells")
  }

  func testTwiceIsAsOnce() throws {
    let bench = try Bench("04-League/League")
    bench.insert("Player", ["firstName": "Ada", "lastName": "A", "skillList": "diving"])
    try bench.save()
    try attempt { try splitSkills(in: bench.context) }
    try attempt { try splitSkills(in: bench.context) }
    XCTAssertRows(bench, "select ZNAME from ZSKILL", ["diving"], "after the second time")
  }
}
