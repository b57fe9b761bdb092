import Foundation
import XCTest

/// A chapter's own store among several consoles, and after an end in the middle of making it (found by a
/// newcomer).
final class ChapterSharingTests: XCTestCase {
  private var home = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { home = try Scratch.folder() }
  override func tearDown() { try? FileManager.default.removeItem(at: home) }

  private func shell(_ program: String) throws -> Program.Result {
    try Program.run(
      "/bin/sh", ["-c", program, try Executable.path(), home.path], in: Shared.packageFolder,
      environment: Executable.environment(home: home))
  }

  func testTheStoryIsPlayedOnce() throws {
    let result = try shell(
      "for k in 1 2 3 4; do echo 'count Person' | \"$0\" --home \"$1\" -q chapter 2 & done; wait")
    XCTAssertEqual(result.errors, "")
    XCTAssertEqual(result.text.filter { $0 == "3" }.count, 4, result.text)
  }

  func testAnEndWhileTheStoreIsMadeLeavesNoHalf() throws {
    let result = try shell(
      "timeout -s KILL 0.2 \"$0\" --home \"$1\" chapter large-league --players 20000 </dev/null; "
        + "\"$0\" --home \"$1\" -q --chapter large-league --players 20000 -c 'count Player'")
    XCTAssertTrue(result.text.hasSuffix("20000\n"), result.text + result.errors)
  }

  func testNobodyLosesTheStoreUnderHisHands() throws {
    let result = try shell(
      "(echo 'insert Person name=\"A\"'; echo save; sleep 2; echo 'count Person') | "
        + "\"$0\" --home \"$1\" -q chapter 2 & sleep 1; "
        + "echo '.reset chapter' | \"$0\" --home \"$1\" -q chapter 2; wait; "
        + "echo 'count Person' | \"$0\" --home \"$1\" -q chapter 2; "
        + "echo '.reset chapter' | \"$0\" --home \"$1\" -q chapter 2; "
        + "echo 'count Person' | \"$0\" --home \"$1\" -q chapter 2")
    XCTAssertTrue(result.errors.contains("another console has this chapter open"), result.errors)
    let counts = result.text.split(separator: "\n").filter { Int($0) != nil }
    XCTAssertEqual(counts, ["4", "4", "3"], result.text)
  }
}
