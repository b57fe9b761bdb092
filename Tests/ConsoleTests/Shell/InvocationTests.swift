import Console
import XCTest

/// The command line (console contract §1).
final class InvocationTests: XCTestCase {
  func testVerbsAndOptionsInAnyOrder() throws {
    let first = try InvocationParser.parse(["-q", "--model", "M", "run", "a", "b"])
    XCTAssertEqual(first.verb, .run(["a", "b"]))
    XCTAssertTrue(first.options.isQuiet)
    XCTAssertEqual(first.options.model, "M")
    let second = try InvocationParser.parse(["open", "s.sqlite", "--model=M", "--write"])
    XCTAssertEqual(second.verb, .open("s.sqlite"))
    XCTAssertEqual(second.options.model, "M")
    XCTAssertTrue(second.options.writes)
    XCTAssertEqual(try InvocationParser.parse([]).verb, .console)
    XCTAssertEqual(try InvocationParser.parse(["-c", "save"]).verb, .commands("save"))
    XCTAssertEqual(try InvocationParser.parse(["run", "-"]).verb, .run(["-"]))
    XCTAssertEqual(try InvocationParser.parse(["--type", "xml"]).options.type, .xml)
  }

  func testHomeFolder() {
    XCTAssertEqual(HomeFolder.url(option: "/a", environment: [:]).path, "/a")
    XCTAssertEqual(HomeFolder.url(option: nil, environment: ["COREBOOK_HOME": "/b"]).path, "/b")
    XCTAssertEqual(
      HomeFolder.url(option: nil, environment: ["HOME": "/d"]).path, "/d/.local/share/corebook")
    XCTAssertEqual(
      HomeFolder.url(option: nil, environment: ["XDG_DATA_HOME": "/c"]).path, "/c/corebook")
  }

  private func assertRefused(_ arguments: [String], _ part: String, line: UInt = #line) {
    XCTAssertThrowsError(try InvocationParser.parse(arguments), line: line) { error in
      let message = (error as? UsageError)?.message ?? ""
      XCTAssertTrue(message.contains(part), message, line: line)
    }
  }

  func testTheSizeOfALeague() throws {
    let invocation = try InvocationParser.parse(
      ["--chapter", "large-league", "--players", "500", "-c", "count Player"])
    XCTAssertEqual(invocation.options.players, 500)
    XCTAssertEqual(
      try InvocationParser.parse(["chapter", "7", "--players=1000000"]).options.players, 1_000_000)
    for wrong in ["0", "150", "-100", "many", "1000100"] {
      assertRefused(["--chapter", "7", "--players", wrong], "not '\(wrong)'")
    }
    assertRefused(["--players", "500", "-c", "count Player"], "--players goes with a chapter")
  }

  func testEmptyArgumentsAreRefused() {
    for option in ["--model", "--store", "--chapter", "--home", "--root", "-o"] {
      assertRefused([option, "", "run", "-"], "\(option) is empty")
    }
    assertRefused(["open", ""], "'open' is empty")
    assertRefused([""], "there is no command ''")
    XCTAssertEqual(try? InvocationParser.parse(["-c", ""]).verb, .commands(""))
  }

  func testAChapterHasItsOwnModelAndStore() {
    for option in ["--model", "--store"] {
      assertRefused(["--chapter", "2", option, "x"], "a chapter has a model")
      assertRefused(["chapter", "2", option, "x"], "a chapter has a model")
    }
  }

  func testCodegenNeedsAFolder() {
    assertRefused(["codegen", "M"], "-o DIR")
  }

  func testMigrateAndModelDiff() throws {
    let migrate = try InvocationParser.parse(
      ["migrate", "S", "--to", "M", "--mapping", "X", "--dry-run", "--backup", "--yes"])
    XCTAssertEqual(migrate.verb, .migrate("S"))
    XCTAssertEqual(migrate.options.target, "M")
    XCTAssertEqual(migrate.options.mapping, "X")
    XCTAssertTrue(migrate.options.isDryRun)
    XCTAssertTrue(migrate.options.keepsBackup)
    XCTAssertTrue(migrate.options.saysYes)
    assertRefused(["migrate", "S"], "--to MODEL")
    assertRefused(["migrate", "S", "T", "--to", "M"], "needs one store")
    XCTAssertEqual(
      try InvocationParser.parse(["model", "diff", "A", "B"]).verb, .modelDifference("A", "B"))
    XCTAssertEqual(try InvocationParser.parse(["model", "diff"]).verb, .model("diff"))
    assertRefused(["model", "diff", "A"], "two models")
    assertRefused(["run", "-", "--dry"], "there is no option '--dry'")
  }
}
