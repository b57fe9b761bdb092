import Console
import Foundation
import Workbook
import XCTest

/// The task of every step is open before its solution, done after it, and not done by any of the
/// wrong ways that its author thought of.
final class ChapterTaskTests: XCTestCase {
  func testEveryTask() throws {
    for chapter in try Package.root.chapters() {
      let player = try ChapterPlayer(chapter)
      defer { player.close() }
      for step in chapter.steps {
        if let task = step.task { try check(task, of: step, player) }
      }
    }
  }

  private func check(_ task: ChapterTask, of step: Chapter.Step, _ player: ChapterPlayer) throws {
    let name = "\(player.chapter.key), task '\(task.id)'"
    XCTAssertEqual(task.hints.count, 3, "\(name): a ladder has three hints")
    XCTAssertFalse(task.wrong.isEmpty, "\(name): name at least one wrong way")
    for check in task.checks { XCTAssertTrue(check.isWellFormed, "\(name): \(check)") }
    for (index, wrong) in task.wrong.enumerated() {
      try player.go(to: step)
      for command in wrong { _ = player.session.execute(command) }
      let failures = try player.session.taskFailures(task)
      XCTAssertFalse(failures.isEmpty, "\(name) accepts its wrong way \(index + 1)")
    }
    try player.go(to: step)
    XCTAssertFalse(
      try player.session.taskFailures(task).isEmpty, "\(name) is done before it is begun")
    try ChapterReplay(player.chapter, in: player.session).run(task.solution, as: name)
    XCTAssertEqual(try player.session.taskFailures(task), [], name)
  }
}
