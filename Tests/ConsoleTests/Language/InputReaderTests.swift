import Console
import XCTest

/// Lines become commands (console contract §2).
final class InputReaderTests: XCTestCase {
  private func inputs(_ lines: [String]) -> [Input] {
    var reader = InputReader()
    return lines.compactMap { reader.feed($0) }
  }

  func testBlankLinesAndCommentsAreNothing() {
    XCTAssertEqual(inputs(["", "   ", "# a comment", "  # another's"]), [])
  }

  func testUnfinishedStringsBracketsAndStatementsGoOn() {
    let lines = [
      "x.name = \"a", "b\"", "x.list = [1,", "# two", "2]", "select 1", "from b; -- end", "save",
    ]
    let found = inputs(lines)
    XCTAssertEqual(found.map(\.line), [1, 3, 6, 8])
    XCTAssertEqual(found.first?.text, "x.name = \"a\nb\"")
    XCTAssertEqual(found.dropFirst(2).first?.text, "select 1\nfrom b; -- end")
  }

  func testSemicolonsInsideStringsAndCommentsDoNotEndAStatement() {
    XCTAssertFalse(SQLText.isComplete("select ';' -- ;"))
    XCTAssertFalse(SQLText.isComplete("select /* ; */ 1"))
    XCTAssertTrue(SQLText.isComplete("select ';'; # done"))
    XCTAssertEqual(SQLText.statements("select 1; select 2;").complete, ["select 1;", " select 2;"])
  }

  func testACommentBehindAStatementMayHoldAnything() {
    XCTAssertTrue(SQLText.isComplete("select 1; # a; b, isn't it"))
    XCTAssertEqual(SQLText.statements("select 1; # a; b\n").complete, ["select 1;"])
    XCTAssertEqual(
      inputs(["select 1 /* a;", "b; */", "; # c; d", "save"]).map(\.line), [1, 4])
  }

  /// A string, a bracket or a statement that nobody closes costs each line once.
  func testLongUnfinishedCommandsAreReadInOnePass() {
    let start = Date()
    for opener in ["x.name = \"a", "x.list = [", "select 'a"] {
      var reader = InputReader()
      XCTAssertNil(reader.feed(opener))
      for _ in 0..<10_000 { XCTAssertNil(reader.feed("some more; of it, and more")) }
      XCTAssertEqual(reader.finish()?.line, 1)
    }
    XCTAssertLessThan(-start.timeIntervalSinceNow, 20)
  }

  func testWhatIsLeftOpenIsAProblemAtTheEnd() {
    var reader = InputReader()
    XCTAssertNil(reader.feed("select 1"))
    XCTAssertEqual(reader.opening, .statement)
    XCTAssertEqual(reader.finish()?.line, 1)
    XCTAssertNil(reader.finish())
    XCTAssertNil(reader.feed("insert Person [name=("))
    XCTAssertEqual(reader.opening, .bracket("("))
  }

  func testAQuoteInADotCommandDoesNotTrap() {
    var reader = InputReader()
    XCTAssertNotNil(reader.feed(".nullvalue '"))
    XCTAssertFalse(reader.isContinuing)
  }

  func testDoubleSemicolonsEndCommandsOutsideStrings() {
    let lines = CommandSplitter.lines("count A;; x.name = \"a;;b\";;select 1\nsave")
    XCTAssertEqual(lines.map(\.text), ["count A", " x.name = \"a;;b\"", "select 1", "save"])
    XCTAssertEqual(lines.map(\.isClosed), [true, true, false, true])
  }
}
