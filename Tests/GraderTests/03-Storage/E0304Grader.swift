import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter03

/// `sketchTeam(named:players:in:)` keeps a sketch in memory.
final class E0304Grader: Grader {
  func testNothingReachesTheFile() throws {
    var data = UnseenData()
    let words = data.words(2)
    let names = data.people(3)
    let bench = try Bench("03-Storage/League")
    bench.insert("Team", ["name": words[0]])
    try bench.save()
    _ = try bench.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    let team = try attempt { try sketchTeam(named: words[1], players: names, in: bench.context) }
    XCTAssertFalse(bench.context.hasChanges, "there is work left unsaved")
    XCTAssertEqual(
      team.objectID.persistentStore?.type, NSInMemoryStoreType, "the store the team is in")
    var wanted = Graph()
    wanted.add("Team", words[0], ["players": []])
    wanted.add("Team", words[1], ["players": .many(names)])
    for name in names { wanted.add("Player", name, ["team": .text(words[1])]) }
    XCTAssertGraph(bench.context, wanted, "what the context sees")
    XCTAssertRows(bench, "select ZNAME from ZTEAM", [words[0]], "the teams in the file")
    XCTAssertRows(bench, "select count(*) from ZPLAYER", ["0"], "players in the file")
    var kept = Graph()
    kept.add("Team", words[0])
    XCTAssertGraph(try bench.fresh(), kept, "what a relaunch finds")
  }

  func testATeamWithoutPlayers() throws {
    let bench = try Bench("03-Storage/League")
    _ = try bench.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    _ = try attempt { try sketchTeam(named: "Nobodies", players: [], in: bench.context) }
    XCTAssertRows(bench, "select count(*) from ZTEAM", ["0"], "teams in the file")
    var wanted = Graph()
    wanted.add("Team", "Nobodies", ["players": []])
    XCTAssertGraph(bench.context, wanted, "what the context sees")
  }
}
