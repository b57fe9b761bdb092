import CMallocCount
import Console
import Foundation
import XCTest

/// The line of undo groups: right through undo, redo and branches, and no dearer the longer it is.
final class TimelineTests: XCTestCase {
  private func league() throws -> Session {
    try Scenario.session(
      model: Shared.packageFolder.appendingPathComponent("Chapters/03-Storage/League.xcdatamodeld"))
  }

  /// A step costs what it changes: the second thousand of inserts into one team allocates no more, in
  /// bytes, than the first, and the line looks at a constant number of groups.
  func testAStepCostsWhatItChanges() throws {
    let session = try league()
    defer { session.close() }
    Scenario.assertRuns(session, "insert Team name=\"Reds\" as reds")
    let line = try session.timeline()
    var bytes: [Int] = []
    var looks: [Int] = []
    for _ in 0..<3 {
      let (bytesBefore, looksBefore) = (malloc_bytes(), line.groupsFollowed)
      for _ in 0..<700 { _ = session.execute("insert Player firstName=\"x\" team=reds") }
      bytes.append(malloc_bytes() - bytesBefore)
      looks.append(line.groupsFollowed - looksBefore)
    }
    XCTAssertEqual(looks, [1400, 1400, 1400])
    XCTAssertLessThan(Double(bytes[2]), Double(bytes[0]) * 1.3, "\(bytes)")
    XCTAssertTrue(session.printed(".diff 0 1").hasPrefix("+ Team/"))
    XCTAssertEqual(
      session.printed(".diff 2100 2101"),
      "+ Player/t2101\n* Team/t1\n  players: 2099 → 2100 members, + Player/t2101\n")
  }

  /// Undoing and doing something else, and saving, over and over.
  func testBranchesAndSavesCostWhatTheyChange() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    let line = try session.timeline()
    var bytes: [Int] = []
    for part in 0..<3 {
      let before = malloc_bytes()
      for step in 0..<150 {
        for command in [
          "jane.name = \"\(part) \(step)\"", "undo", "org.name = \"\(step)\"", "save",
        ] {
          Scenario.assertRuns(session, command)
        }
      }
      bytes.append(malloc_bytes() - before)
    }
    XCTAssertLessThan(Double(bytes[2]), Double(bytes[0]) * 1.3, "\(bytes)")
    XCTAssertLessThan(line.groupsFollowed, 450 * 12)
    XCTAssertEqual(line.branches.count, 450)
    let picture = session.printed(".timeline").split(separator: "\n")
    XCTAssertTrue(picture.allSatisfy { $0.count < 100 }, "rows that fit a screen")
  }

  /// Undoing changes memory alone: a save before it is not undone, and the store has what it wrote.
  func testASaveIsNotUndone() throws {
    let session = try Scenario.session()
    defer { session.close() }
    for command in [
      "insert Person name=\"A\" as a", "save", "a.name = \"B\"", "save", "undo",
    ] { Scenario.assertRuns(session, command) }
    let before = session.printed(".timeline")
    XCTAssertTrue(before.contains("3 set a.name (undone)\n4 save (what the store has)\n"), before)
    XCTAssertEqual(session.printed("select ZNAME from ZPERSON;"), "B\n")
    Scenario.assertRuns(session, "save")
    let after = session.printed(".timeline")
    XCTAssertFalse(after.contains("what the store has"), after)
    XCTAssertTrue(after.hasSuffix("4 set a.name (undone)\n5 save\n"), after)
  }

  /// One group undone and done again is where it was: nothing was abandoned.
  func testRedoneIsNotAbandoned() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    Scenario.assertRuns(session, "jane.name = \"Janet\"")
    let before = session.printed(".timeline")
    for command in ["undo", "redo"] { Scenario.assertRuns(session, command) }
    XCTAssertEqual(session.printed(".timeline"), before)
    XCTAssertEqual(session.printed(".diff 7 8"), "* Person/p2\n  name: Jane → Janet\n")
  }

  /// Whatever changed the undo stack, also a command of the tool, the line is up to date when it is asked;
  /// `.diff` once took groups for there that an import had dropped.
  func testTheLineIsUpToDateBehindEveryCommandOfTheTool() throws {
    for command in [
      ".import all.json", ".read some.corebook", ".restart", ".save-as other.sqlite",
      ".open other.sqlite", ".store memory", ".migrate other.sqlite dry", "reset", "rollback",
    ] {
      let folder = try Scratch.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let session = try Scenario.orgChartSession(folder: folder)
      defer { session.close() }
      try Data("jane.name = \"A\"\njane.name = \"B\"\nundo\n".utf8)
        .write(to: folder.appendingPathComponent("some.corebook"))
      for line in [".export json all.json", "save", ".save-as other.sqlite", "org.name = \"x\""] {
        _ = session.execute(line)
      }
      _ = session.execute(command)
      for (first, second) in [(0, 8), (8, 0), (7, 9), (0, 1)] {
        _ = session.execute(".diff \(first) \(second)")
      }
      for line in [".timeline", ".goto 0", ".timeline", "redo", ".diff 0 1"] {
        _ = session.execute(line)
      }
      let points = session.printed(".timeline").split(separator: "\n").filter {
        $0.contains(#/^\d+ /#)
      }
      XCTAssertEqual(points.filter { $0.hasSuffix("(here)") }.count, 1, command)
    }
  }

  /// What was saved and turned into faults since is compared all the same. 'employees' has no inverse,
  /// so that nothing empties it when bill goes: the store forgets him, as on Apple.
  func testSavedAndFaultedObjectsAreCompared() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for command in [
      "jane.name = \"Janet\"", "save", "refresh all", "delete bill", "save", "john.employees = []",
    ] {
      Scenario.assertRuns(session, command)
    }
    XCTAssertEqual(
      session.printed(".diff 7 12"),
      "* Person/p1\n  employees: Person/p2 → empty\n"
        + "* Person/p2\n  name: Jane → Janet\n- Person/p3\n")
    for command in ["undo", "undo"] { Scenario.assertRuns(session, command) }
    XCTAssertEqual(
      session.printed(".diff 12 8"),
      "* Person/p1\n  employees: empty → Person/p2\n+ Person/p3\n")
  }
}
