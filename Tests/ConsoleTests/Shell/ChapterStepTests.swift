import Foundation
import XCTest

/// `--step`: a chapter's step on a store that goes, whatever the person's own chapter holds.
final class ChapterStepTests: XCTestCase {
  func testTheOwnChapterIsLeftAlone() throws {
    let home = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: home) }
    func run(_ arguments: String...) throws -> Program.Result {
      try Executable.run(["--home", home.path, "-q", "--chapter", "9"] + arguments)
    }
    let first = try run("--step", "1", "-c", "insert Recipe name=\"X\";;save;;count Recipe")
    XCTAssertEqual(first.text, "3\n", first.errors)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), [])
    let own = try run("-c", "count Recipe")
    XCTAssertEqual(own.text, "2\n", own.errors)
    XCTAssertEqual(try run("--step", "4", "-c", ".chapter;;.next anyway").status, 0)
    XCTAssertEqual(try run("--step", "99", "-c", "count Recipe").status, 2)
    XCTAssertEqual(try run("--step", "no", "-c", "count Recipe").status, 2)
    XCTAssertEqual(try Executable.run(["--step", "2", "-c", ".help"]).status, 2)
  }
}
