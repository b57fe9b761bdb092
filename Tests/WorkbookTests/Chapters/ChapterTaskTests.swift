import Console
import Workbook
import XCTest

/// The task of every step is open before its solution, done after it, and not done by any of the
/// wrong ways that its author thought of.
final class ChapterTaskTests: XCTestCase {
  func testEveryTask() throws {
    for chapter in try Package.root.chapters() {
      XCTAssertEqual(try ChapterCheck(chapter, root: Package.root).taskProblems(), [])
    }
  }
}

/// Every block of Swift headed `swift check` builds, runs, and prints what the text says.
final class ChapterProgramTests: XCTestCase {
  func testEveryBlock() throws {
    for chapter in try Package.root.chapters() {
      XCTAssertEqual(try ChapterCheck(chapter, root: Package.root).programProblems(), [])
    }
  }
}
