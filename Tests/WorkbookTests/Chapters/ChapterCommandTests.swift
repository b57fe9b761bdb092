import Console
import Foundation
import Workbook
import XCTest

/// The console's commands about chapters.
final class ChapterCommandTests: XCTestCase {
  private var home = URL(fileURLWithPath: "/")
  private var session = Session()

  override func setUpWithError() throws {
    home = try Package.scratch()
    session = try opened()
  }

  override func tearDown() {
    session.close()
    try? FileManager.default.removeItem(at: home)
  }

  private func opened() throws -> Session {
    let session = Session(folder: Package.folder)
    session.workbook = WorkbookPlace(root: Package.root, home: home)
    try session.openChapter("2")
    return session
  }

  private func said(_ commands: String...) -> String {
    commands.flatMap { session.execute($0) }.map { event in
      switch event {
      case .acknowledgement(let line), .event(let line), .notice(let line): line + "\n"
      case .output(let bytes): String(decoding: bytes, as: UTF8.self)
      case .styled(let text): text
      case .problem(let problem, _, _): "error: \(problem.message)\n"
      case .quit: ""
      }
    }.joined()
  }

  private func go(to step: Int) {
    for _ in 1..<step { _ = said(".next anyway") }
  }

  private let hireSue = [
    "insert Person name=\"Sue\" id=hash(\"Sue\") as sue",
    "fetch Person where name == \"Jane\" as jane",
    "jane.employees += sue",
  ]

  func testTheChapterOpensOnItsScenario() {
    XCTAssertEqual(said("count Person"), "3\n")
    XCTAssertEqual(session.promptText, "OrgChart 1/14> ")
    XCTAssertTrue(said(".chapters").contains("Mastering Core Data"))
  }

  func testTextShowsAStep() {
    let text = said(".text 2")
    XCTAssertTrue(text.contains("The model says what may exist"))
    XCTAssertTrue(text.contains("    > show Organization"))
    XCTAssertTrue(said(".text 99").hasPrefix("error: .text takes the number of a step"))
  }

  func testTheTaskMustBeDoneBeforeTheNextStep() {
    go(to: 7)
    XCTAssertTrue(said(".task").contains("Give Jane an assistant"))
    XCTAssertTrue(said(".next").hasPrefix("error: the task 'Give Jane an assistant'"))
    XCTAssertEqual(
      said(".check"), "error: not yet: there must be exactly one Person whose name is Sue\n")
    for command in hireSue { _ = said(command) }
    XCTAssertEqual(
      said(".check"),
      "error: not yet: all of this is only on your desk: the store has not seen it\n")
    XCTAssertTrue(said(".next").hasPrefix("error: each step begins as after a relaunch"))
    XCTAssertEqual(
      said("save", ".check").split(separator: "\n").last,
      "done: Give Jane an assistant; .next goes on")
    XCTAssertTrue(said(".next").contains("The tables underneath"))
  }

  func testAWrongGraphIsSaidAsADifference() {
    go(to: 7)
    _ = said(hireSue[0], "save")
    XCTAssertEqual(
      said(".check"),
      """
      error: not yet: Sue does not work for Jane yet
        expected Person Jane → employees {Sue}; yours lacks Sue

      """)
  }

  func testHintsSayMoreEachTime() {
    go(to: 7)
    XCTAssertTrue(said(".hint").hasPrefix("Hint 1 of 3:"))
    XCTAssertTrue(said(".hint").hasPrefix("Hint 2 of 3:"))
    XCTAssertTrue(said(".hint").hasPrefix("Hint 3 of 3, the last:"))
    XCTAssertTrue(said(".hint").hasPrefix("Hint 3 of 3, the last:"))
  }

  func testProgressOutlivesTheProgram() throws {
    go(to: 7)
    for command in hireSue { _ = said(command) }
    _ = said("save", ".check", ".hint")
    session.close()
    session = try opened()
    XCTAssertEqual(session.promptText, "OrgChart 7/14> ")
    XCTAssertEqual(said("count Person"), "4\n")
    XCTAssertTrue(said(".hint").hasPrefix("Hint 2 of 3:"))
    XCTAssertTrue(said(".next").contains("The tables underneath"))
  }

  func testResetBeginsAnew() {
    go(to: 7)
    for command in hireSue { _ = said(command) }
    _ = said("save", ".check")
    XCTAssertEqual(said(".reset chapter", "count Person"), "chapter 2 begins anew\n3\n")
    XCTAssertEqual(session.promptText, "OrgChart 1/14> ")
  }

  func testResetStepReplaysTheStepsBefore() {
    go(to: 8)
    XCTAssertEqual(
      said(".reset step", "count Person where name == \"Sue\""),
      "the store is as step 8 finds it\n1\n")
  }

  func testNoChapterOpenIsSaid() {
    session.close()
    XCTAssertTrue(
      Session().execute(".task").contains { event in
        if case .problem(let problem, _, _) = event {
          problem.message.hasPrefix("no chapter is open")
        } else {
          false
        }
      })
  }
}
