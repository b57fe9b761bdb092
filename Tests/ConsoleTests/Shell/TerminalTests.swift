import Foundation
import XCTest

/// The console on a terminal (console contract §6).
final class TerminalTests: TerminalTestCase {
  func testTypingRunsCommands() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("insert Person name=\"Zoë 東京\" as zoe\n")
    try terminal.expect("zoe = Person/t1")
    try terminal.expect(dirtyPrompt)
    terminal.type("zoe.name\n")
    try terminal.expect("\nZoë 東京")
    terminal.type("save\n")
    try terminal.expect("saved: 1 inserted, 0 updated, 0 deleted")
    try terminal.expect(prompt)
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  func testStatementsGoOnOnTheNextLine() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("select 40\n")
    try terminal.expect("   ...> ")
    terminal.type("+ 2;\n")
    try terminal.expect("42")
    try terminal.expect(prompt)
    terminal.type(".quit\n")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  func testControlCAbandonsTheLineAndNotTheProgram() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("insert Person name=\"")
    terminal.type("\u{3}")
    try terminal.expect("^C")
    try terminal.expect(prompt)
    terminal.type("select 1\n")
    try terminal.expect("   ...> ")
    terminal.type("\u{3}")
    try terminal.expect(prompt)
    terminal.type("count Person\n")
    try terminal.expect("\n0")
    try terminal.expect(prompt)
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  func testControlCInterruptsARunningQuery() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type(
      "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n;\n")
    try terminal.awaitRunning()
    terminal.type("\u{3}")
    try terminal.expect("error: interrupted")
    try terminal.expect(prompt)
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  func testLeavingAsksWhenThereAreUnsavedChanges() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("insert Person\n")
    try terminal.expect(dirtyPrompt)
    terminal.type("\u{4}")
    try terminal.expect("[y/N] ")
    terminal.type("n\n")
    try terminal.expect(dirtyPrompt)
    terminal.type(".quit\n")
    try terminal.expect("[y/N] ")
    terminal.type("y\n")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  func testTabCompletes() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("insert Per\tna\t\"Ann\" as ann\n")
    try terminal.expect("ann = Person/t1")
    try terminal.expect(dirtyPrompt)
    terminal.type("ann.\t")
    try terminal.expect("employees")
    terminal.type("na\t\n")
    try terminal.expect("Ann")
    terminal.type("rollback\n")
    try terminal.expect("rolled back")
    try terminal.expect(prompt)
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  func testHistoryIsKeptAcrossRuns() throws {
    let first = try start()
    try first.expect(prompt)
    first.type("count Person\n")
    try first.expect("\n0")
    try first.expect(prompt)
    first.type("\u{4}")
    XCTAssertEqual(try first.finish(), 0)
    let file = home.appendingPathComponent("history/OrgChart.history")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    XCTAssertEqual(mode as? Int, 0o600)
    let second = try start()
    try second.expect(prompt)
    second.type("\u{1B}[A")
    try second.expect("count Person")
    second.type("\n")
    try second.expect("\n0")
    try second.expect(prompt)
    second.type("\u{4}")
    XCTAssertEqual(try second.finish(), 0)
  }

  func testAPastedBlockRunsAsABlock() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type(
      "\u{1B}[200~insert Person name=\"A\" as a\ninsert Person name=\"B\" as b\n\u{1B}[201~")
    terminal.type("\n")
    try terminal.expect("b = Person/t2")
    try terminal.expect(dirtyPrompt)
    terminal.type("rollback\n")
    try terminal.expect("rolled back")
    try terminal.expect(prompt)
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  func testResizingKeepsTheLine() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("count ")
    terminal.resize(columns: 40, rows: 12)
    usleep(200_000)
    terminal.type("Person\n")
    try terminal.expect("\n0")
    try terminal.expect(prompt)
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  /// A text is laid out for the terminal as it is now.
  func testResizingChangesHowTextsAreLaidOut() throws {
    let terminal = try PseudoTerminal(
      Executable.path(), ["--root", Shared.packageFolder.path, "chapter", "1"],
      environment: Executable.environment(home: home), columns: 100, rows: 40)
    try terminal.expect("GettingStarted 1/")
    for columns in [100, 44] {
      terminal.resize(columns: UInt16(columns), rows: 40)
      terminal.type(".text\n")
      let text = try terminal.expect("\nGettingStarted 1/")
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("    ") }
      let longest = lines.map(\.count).max() ?? 0
      XCTAssertTrue((columns * 3 / 4...columns).contains(longest), "\(longest)\n\(text)")
    }
  }

  /// Ctrl-C and Ctrl-D at a question mean no; the program goes on with what was unsaved.
  func testControlCAtAQuestionMeansNo() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("insert Person name=\"kept\" as kept\n")
    try terminal.expect(dirtyPrompt)
    for key in ["\u{3}", "\u{4}", "n\n", "\n"] {
      terminal.type(".restart\n")
      try terminal.expect("[y/N] ")
      terminal.type(key)
      try terminal.expect(dirtyPrompt)
      terminal.type("kept.name\n")
      try terminal.expect("\nkept")
      try terminal.expect(dirtyPrompt)
    }
    terminal.type("\u{4}")
    try terminal.expect("[y/N] ")
    terminal.type("\u{3}")
    try terminal.expect(dirtyPrompt)
    terminal.type("save\n")
    try terminal.expect(prompt)
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  func testAnotherChapterAsksWhenThereAreUnsavedChanges() throws {
    let terminal = try PseudoTerminal(
      Executable.path(), ["--root", Shared.packageFolder.path, "chapter", "1"],
      environment: Executable.environment(home: home))
    try terminal.expect("GettingStarted 1/")
    terminal.type("insert SavedData name=\"kept\" as kept\n")
    try terminal.expect("*> ")
    for command in [".chapter 2", ".reset chapter", ".reset step"] {
      terminal.type(command + "\n")
      try terminal.expect("[y/N] ")
      terminal.type("n\n")
      try terminal.expect("*> ")
    }
    terminal.type("kept.name\n")
    try terminal.expect("\nkept")
    terminal.type(".chapter 2\n")
    try terminal.expect("[y/N] ")
    terminal.type("y\n")
    try terminal.expect("OrgChart 1/")
  }

  /// What a learner types prints what the chapter's text says it prints; boxes come when asked for.
  func testAChapterPrintsRowsAsItsTextDoes() throws {
    let terminal = try PseudoTerminal(
      Executable.path(), ["--root", Shared.packageFolder.path, "chapter", "3"],
      environment: Executable.environment(home: home), columns: 100, rows: 40)
    try terminal.expect("Storage 1/")
    terminal.type("fetch Team order by name limit 1\n")
    try terminal.expect("Team/p1|Boston Celtics|Green|1")
    terminal.type(".mode box\n")
    terminal.type("fetch Team order by name limit 1\n")
    try terminal.expect("│ Boston Celtics │")
    terminal.type(".chapter 4\n")
    try terminal.expect("League 1/")
    terminal.type("fetch Team order by name limit 1 select name\n")
    try terminal.expect("│ Boston Celtics │")
  }

  func testAnErrorHasACaret() throws {
    let terminal = try start(["--no-color"])
    try terminal.expect(prompt)
    terminal.type("fetch Persn\n")
    try terminal.expect("error: there is no entity 'Persn' in the model; did you mean 'Person'?")
    try terminal.expect("        ^^^^^")
    try terminal.expect(prompt)
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0)
  }

  func testLongOutputGoesThroughThePager() throws {
    var environment = Executable.environment(home: home)
    environment["PAGER"] = "sed s/^/paged:/"
    let terminal = try PseudoTerminal(
      Executable.path(), ["--model", Scenario.orgChart.path], environment: environment)
    try terminal.expect(prompt)
    terminal.type("select 1;\n")
    XCTAssertFalse(try terminal.expect(prompt).contains("paged:"))
    terminal.type(
      ".mode list\n.schema\nvalues (1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16),(17),(18),(19),(20),(21),(22),(23),(24),(25);\n"
    )
    try terminal.expect("paged:25")
    try terminal.expect(prompt)
    terminal.type("\u{4}")
    XCTAssertEqual(try terminal.finish(), 0)
  }
}
