import Foundation
import XCTest

/// A test that types into the console on a terminal of its own.
class TerminalTestCase: XCTestCase {
  private(set) var home = URL(fileURLWithPath: "/")
  let prompt = "OrgChart> "
  let dirtyPrompt = "OrgChart*> "

  override func setUpWithError() throws {
    home = try Scratch.folder()
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: home)
  }

  func start(
    _ arguments: [String] = [], _ changes: [String: String?] = [:]
  ) throws -> PseudoTerminal {
    var environment = Executable.environment(home: home)
    for (key, value) in changes { environment[key] = value }
    return try PseudoTerminal(
      Executable.path(), ["--model", Scenario.orgChart.path] + arguments, environment: environment)
  }

  /// Types Ctrl-D, and expects that the program ends well.
  func leave(_ terminal: PseudoTerminal, line: UInt = #line) throws {
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0, line: line)
  }
}
