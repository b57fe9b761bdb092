import Workbook
import XCTest

/// Differences of graphs are said in sentences.
final class GraphTests: XCTestCase {
  private func graph(_ reds: [String], _ blues: [String]) -> Graph {
    var graph = Graph()
    graph.add("Team", "Reds", ["players": .many(reds), "points": 3])
    graph.add("Team", "Blues", ["players": .many(blues), "points": 1])
    return graph
  }

  func testEqualGraphsDoNotDiffer() {
    XCTAssertEqual(graph(["Zoë", "Ann"], []).differences(from: graph(["Ann", "Zoë"], [])), [])
  }

  func testAMissingMemberIsFoundElsewhere() {
    XCTAssertEqual(
      graph(["Zoë"], ["Ann"]).differences(from: graph(["Zoë", "Ann"], [])),
      [
        "expected Team Reds → players {Ann, Zoë}; yours lacks Ann (in Blues → players)",
        "expected Team Blues → players {}; yours has also Ann",
      ])
  }

  func testValuesAndObjects() {
    var wanted = Graph()
    wanted.add("Team", "Reds", ["points": 4])
    wanted.add("Team", "Greens")
    var found = Graph()
    found.add("Team", "Reds", ["points": 3, "color": "red"])
    found.add("Team", "Blues")
    XCTAssertEqual(
      found.differences(from: wanted),
      [
        "expected Team Reds.points = 4; yours is 3", "missing: Team Greens",
        "unexpected: Team Blues",
      ])
  }

  func testAToOne() {
    var wanted = Graph()
    wanted.add("Person", "Sam", ["boss": "Jane"])
    var found = Graph()
    found.add("Person", "Sam", ["boss": nil])
    XCTAssertEqual(
      found.differences(from: wanted), ["expected Person Sam.boss = \"Jane\"; yours is nothing"])
  }
}
