import XCTest

/// Opening a chapter on a terminal.
final class TerminalChapterTests: TerminalTestCase {
  /// Whichever way it is opened, who has not begun to read sees what it is about and what to type.
  func testWhoOpensAChapterIsToldWhereItStands() throws {
    for arguments in [["--chapter", "large-league"], ["chapter", "large-league"]] {
      let terminal = try PseudoTerminal(
        Executable.path(), arguments + ["--players", "100"],
        environment: Executable.environment(home: home))
      try terminal.expect(
        "chapter 7, Performance and Memory: step 1 of 7, A fetch and its cost")
      try terminal.expect(".next goes on")
      try terminal.expect("A fetch is one statement")
      try terminal.expect("LargeLeague 1/7> ")
      try leave(terminal)
    }
  }
}
