import Foundation
import XCTest

/// What a person on a terminal is told, and what Ctrl-C, Ctrl-D and Ctrl-Z never do.
final class TerminalPausingTests: TerminalTestCase {
  /// Found by a newcomer: the third Ctrl-D without a line between left, whatever was answered.
  func testControlDNeverMeansYes() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("insert Person\n")
    try terminal.expect(dirtyPrompt)
    for key in ["\u{4}", "\u{3}", "\u{4}", "\u{3}", "\u{4}"] {
      terminal.type("\u{4}")
      try terminal.expect("[y/N] ")
      terminal.type(key)
      try terminal.expect(dirtyPrompt)
    }
    terminal.type("rollback\n")
    try terminal.expect("rolled back")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  func testALineThatWasBegunGoesOnAfterAStop() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("insert Person name=\"Ja")
    try terminal.expect("Ja")
    terminal.type("\u{1A}")
    try terminal.expect("\n" + prompt + "insert Person name=\"Ja")
    terminal.type("ne\" as jane\n")
    try terminal.expect("jane = Person/t1")
    terminal.type("jane.name\nrollback\n")
    try terminal.expect("Jane")
    try terminal.expect("rolled back")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  func testACommandInsideAnOpenTextIsPointedOut() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("insert Person name=\"Jane\n")
    try terminal.expect("   ...> ")
    terminal.type(".help\n")
    try terminal.expect("a string that \" begins is not closed yet")
    try terminal.expect("Ctrl-C")
    try terminal.expect("   ...> ")
    terminal.type("\u{3}")
    try terminal.expect(prompt)
    terminal.type("select (\n")
    try terminal.expect("   ...> ")
    terminal.type("3) as three\n")
    try terminal.expect("   ...> ")
    terminal.type("count Person\n")
    try terminal.expect("does not end with ';' yet")
    try terminal.expect("   ...> ")
    terminal.type("\u{3}")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  func testNothingFoundIsSaid() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("fetch Person where name == \"nobody\"\n")
    try terminal.expect("no Person found")
    try terminal.expect(prompt)
    terminal.type("select 1 where 0;\n")
    try terminal.expect("no rows")
    try terminal.expect(prompt)
    try leave(terminal)
  }
}
