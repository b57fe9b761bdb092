import Console
import Foundation
import Workbook
import XCTest

/// The chapter on a generated league: its size is a choice, its data are always the same.
final class LargeLeagueTests: XCTestCase {
  private var home = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { home = try Package.scratch() }

  override func tearDown() { try? FileManager.default.removeItem(at: home) }

  private func said(_ players: Int?, _ commands: String...) throws -> String {
    let session = Session(folder: Package.folder)
    defer { session.close() }
    session.workbook = WorkbookPlace(root: Package.root, home: home, players: players)
    try session.openChapter("large-league")
    return commands.flatMap { session.execute($0) }.map { event in
      switch event {
      case .acknowledgement(let line), .event(let line), .notice(let line): line + "\n"
      case .output(let bytes): String(decoding: bytes, as: UTF8.self)
      case .styled(let text): text
      case .problem(let problem, _, _): "error: \(problem.message)\n"
      case .quit: ""
      }
    }.joined()
  }

  private func stores() throws -> [String] {
    let folder = home.appendingPathComponent("chapters/07-LargeLeague").path
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".sqlite") }.sorted()
  }

  func testEachSizeHasAStoreOfItsOwn() throws {
    XCTAssertEqual(try said(300, "count Player", "count Team"), "300\n3\n")
    XCTAssertEqual(try said(200, "count Player"), "200\n")
    XCTAssertEqual(try stores(), ["LargeLeague-200.sqlite", "LargeLeague-300.sqlite"])
    _ = try said(300, "delete Team where name == \"Team 00002\"", "save")
    XCTAssertEqual(try said(300, "count Player"), "200\n", "what a learner did stays")
    XCTAssertEqual(try said(300, ".reset chapter", "count Player"), "chapter 7 begins anew\n300\n")
  }

  func testTheDataAreThoseOfTheBenchmark() throws {
    XCTAssertEqual(
      try said(
        100, "fetch Player where lastName == \"Stewartton\" select email, number, team.name"),
      "player0000000.397b@league46.example|73|Team 00000\n")
  }

  /// Its text comes later, and the checks for authors know that.
  func testWhatIsStillToComeIsNoProblem() throws {
    let chapter = try Package.root.chapter("7")
    XCTAssertNotNil(chapter.later)
    XCTAssertEqual(chapter.tasks.count, 0)
    XCTAssertEqual(try ChapterCheck(chapter, root: Package.root).taskProblems(), [])
    XCTAssertFalse(
      try WorkbookCheck(root: Package.root).fileProblems().contains { $0.contains(chapter.key) })
  }
}
