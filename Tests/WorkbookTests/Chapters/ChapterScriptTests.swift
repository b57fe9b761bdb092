import Console
import Foundation
import Workbook
import XCTest

/// `.transcript` in a chapter: what was typed, to be run again without touching anybody's chapter.
final class ChapterScriptTests: XCTestCase {
  private var home = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { home = try Package.scratch() }

  override func tearDown() { try? FileManager.default.removeItem(at: home) }

  private func session(home folder: String = "home") -> Session {
    let session = Session(folder: home)
    session.workbook = WorkbookPlace(
      root: Package.root, home: home.appendingPathComponent(folder))
    return session
  }

  private func run(_ session: Session, _ commands: String...) {
    for command in commands {
      for case .problem(let problem, _, _) in session.execute(command) {
        XCTFail("\(command): \(problem.message)")
      }
    }
  }

  private func script(_ session: Session) throws -> [String] {
    run(session, ".transcript script")
    let text = try String(contentsOf: home.appendingPathComponent("script"), encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  private func printed(_ session: Session, _ command: String) -> String {
    session.execute(command).map { event in
      if case .output(let bytes) = event { String(decoding: bytes, as: UTF8.self) } else { "" }
    }.joined()
  }

  func testTheScriptHoldsWhatWasTyped() throws {
    let session = session()
    defer { session.close() }
    run(session, ".mode list", ".chapter 9", "count Recipe")
    XCTAssertEqual(
      try script(session),
      [
        "# Run: corebook --chapter Recipes --step 1 run FILE",
        "# On a store of its own, as the text has it when step 1 begins; your chapter is left alone.",
        "count Recipe",
      ])
    run(
      session, ".next anyway", "insert Recipe name=\"Soup\"", "save", ".reset step", "count Recipe")
    XCTAssertEqual(
      try script(session).dropFirst(2), ["count Recipe"], "what was reset is in no script")
    XCTAssertTrue(try script(session)[0].contains("--step 2 "))
    run(session, ".next anyway", ".chapter")
    XCTAssertEqual(try script(session).dropFirst(2), ["count Recipe", ".next anyway"])
    run(session, ".reset chapter", "count Recipe")
    XCTAssertEqual(try script(session).dropFirst(2), ["count Recipe"])
  }

  /// What a script needs is done again by its own first line: the same answers.
  func testAStepBeginsAsTheTextHasIt() throws {
    let own = session()
    defer { own.close() }
    try own.openChapter("2")
    for _ in 1..<8 { run(own, ".next anyway") }
    run(own, ".reset step")
    let other = session(home: "other")
    defer { other.close() }
    try other.openChapter("2")
    try other.begin(atStep: 8)
    XCTAssertEqual(other.promptText, own.promptText)
    let names = printed(own, "fetch Person order by name select name")
    XCTAssertTrue(names.contains("Sue"), "a task's solution was played: \(names)")
    XCTAssertEqual(printed(other, "fetch Person order by name select name"), names)
    XCTAssertThrowsError(try other.begin(atStep: 99))
  }

  /// A batch request changed the store, and the objects in memory do not know: the check says so.
  func testACheckTellsOfStaleObjects() throws {
    let session = session()
    defer { session.close() }
    try session.openChapter("5")
    let chapter = try Package.root.chapter("5")
    guard
      let step = chapter.steps.first(where: {
        $0.task?.solution.joined().contains("seats = 16") ?? false
      })
    else { return XCTFail("no task about seats") }
    try session.begin(atStep: step.number)
    run(
      session, "fetch Section as all",
      "batch update Section set seats=16 where title == \"Coasts\" OR title == \"Rivers\"")
    let failure = session.execute(".check").compactMap { event in
      if case .problem(let problem, _, _) = event { problem.message } else { nil }
    }.joined()
    XCTAssertTrue(failure.hasSuffix("'refresh all' lets this context see it."), failure)
    run(session, "refresh all", ".check")
  }

  func testTheLastStepSaysHowToGoOn() throws {
    let session = session()
    defer { session.close() }
    try session.openChapter("1")
    try session.begin(atStep: try Package.root.chapter("1").steps.count)
    for command in [".task", ".next"] {
      let said = session.execute(command).map { event in
        switch event {
        case .acknowledgement(let line): line
        case .problem(let problem, _, _): problem.message
        default: ""
        }
      }.joined()
      XCTAssertTrue(said.contains(".chapter 2 is next"), said)
      XCTAssertTrue(said.contains(".text N shows a step again"), said)
      XCTAssertFalse(said.contains(".next goes on"), said)
    }
  }
}
