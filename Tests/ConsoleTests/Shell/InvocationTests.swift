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
      HomeFolder.url(option: nil, environment: ["XDG_DATA_HOME": "/c"]).path, "/c/corebook")
  }
}
