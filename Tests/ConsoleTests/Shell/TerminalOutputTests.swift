import Foundation
import XCTest

/// What a terminal is sent: colours where they are wanted, nothing that the data would do to it.
final class TerminalOutputTests: TerminalTestCase {
  /// All that is sent while a wrong command runs.
  private func sent(_ changes: [String: String?], _ arguments: [String] = []) throws -> String {
    let terminal = try start(arguments, changes)
    try terminal.expect(prompt)
    terminal.type("fetch Persn\n")
    try terminal.expect("did you mean")
    try terminal.expect(prompt)
    try leave(terminal)
    return String(decoding: terminal.everything, as: UTF8.self)
  }

  func testColoursAreForTerminalsThatWantThem() throws {
    let red = "\u{1B}[31m"
    XCTAssertTrue(try sent([:]).contains(red))
    XCTAssertTrue(try sent(["NO_COLOR": ""]).contains(red), "empty means not set")
    XCTAssertFalse(try sent(["NO_COLOR": "1"]).contains(red))
    XCTAssertFalse(try sent(["TERM": "dumb"]).contains(red))
    XCTAssertFalse(try sent([:], ["--no-color"]).contains(red))
    XCTAssertFalse(try sent([:], ["--plain"]).contains(red))
  }

  func testADumbTerminalGetsNoEscapeSequences() throws {
    XCTAssertFalse(try sent(["TERM": "dumb"]).contains("\u{1B}"))
  }

  /// A store can hold texts that would rename the window or move the cursor.
  func testControlCharactersOfTheDataAreShown() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("insert Person name=\"a\\u001b]0;owned\\u0007b\\u009bc\" as p\n")
    try terminal.expect(dirtyPrompt)
    for command in ["p.name", ".mode list", "fetch Person", "tree p", "show p", "save", "changes"] {
      terminal.type(command + "\n")
      try terminal.expect("> ")
    }
    terminal.type("select ZNAME from ZPERSON;\n")
    try terminal.expect("\u{241B}]0;owned\u{2407}b")
    try terminal.expect(prompt)
    try leave(terminal)
    let all = String(decoding: terminal.everything, as: UTF8.self)
    XCTAssertFalse(all.contains("\u{1B}]0"), all)
    XCTAssertFalse(all.contains("\u{9B}"))
  }

  /// In a pipe a program gets the bytes as they are; `--plain` holds printable text alone.
  func testControlCharactersInPipes() throws {
    let commands = "insert Person name=\"a\\u001bb\\tc\" as p;;p.name"
    let options = ["-q", "--model", Scenario.orgChart.path]
    XCTAssertEqual(
      try Executable.run(options + ["-c", commands]).text, "a\u{1B}b\tc\n")
    XCTAssertEqual(
      try Executable.run(options + ["--plain", "-c", commands]).text, "a\u{241B}b c\n")
  }

  func testThePagerTakesWhatIsHigherThanTheScreenWhenLongLinesAreBroken() throws {
    let terminal = try start([], ["PAGER": "sed s/^/paged:/"])
    try terminal.expect(prompt)
    terminal.type(".mode list\nselect replace(hex(zeroblob(400)), '0', 'x');\n")
    XCTAssertFalse(try terminal.expect("xxxx").contains("paged:"))
    try terminal.expect(prompt)
    terminal.type("select replace(hex(zeroblob(1200)), '0', 'y');\n")
    try terminal.expect("paged:yyyy")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  /// A question without an answer says so, whatever else is printed beside it.
  func testThatNothingWasFoundIsSaid() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    for command in [".timer on", ".view both", ".quiet on"] {
      terminal.type(command + "\n")
      try terminal.expect(prompt)
      terminal.type("fetch Person\n")
      try terminal.expect("no Person found\n")
      try terminal.expect(prompt)
      terminal.type("select * from ZPERSON;\n")
      try terminal.expect("no rows\n")
      try terminal.expect(prompt)
    }
    try leave(terminal)
  }

  /// Data that are no text are told by their number.
  func testBytesAreNotThrownAtTheScreen() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("select x'00ff10' as a, x'61' as b;\n")
    try terminal.expect("<3 bytes> │ a")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  /// Who asks for a pager gets one, or is told that there is none.
  func testAPagerWithoutItsVariable() throws {
    let bin = home.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let less = bin.appendingPathComponent("less")
    try "#!/bin/sh\n/bin/sed s/^/paged:/\n".write(to: less, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: less.path)
    let terminal = try start([], ["PAGER": nil, "PATH": bin.path])
    try terminal.expect(prompt)
    terminal.type(".help\n")
    XCTAssertFalse(try terminal.expect(prompt).contains("paged:"))
    terminal.type(".pager on\n")
    try terminal.expect("pager on: less, for PAGER names none")
    try terminal.expect(prompt)
    terminal.type(".help\n")
    try terminal.expect("paged:insert ENTITY")
    try terminal.expect(prompt)
    try leave(terminal)
    let poor = try start([], ["PAGER": nil, "PATH": home.path])
    try poor.expect(prompt)
    poor.type(".pager on\n")
    try poor.expect("less is not installed")
    try poor.expect(prompt)
    try leave(poor)
  }

  /// A pager that reads keys, as `less` does, has the terminal: it waits for a key, and Ctrl-C is its.
  func testAPagerThatReadsKeys() throws {
    let pager = home.appendingPathComponent("pager")
    try
      ("#!/bin/sh\necho \"pager begins\"; head -3; stty -icanon < /dev/tty\n"
      + "echo \"key: $(dd bs=1 count=1 2> /dev/null < /dev/tty)\"; stty icanon < /dev/tty\n")
      .write(to: pager, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: pager.path)
    let terminal = try start([], ["PAGER": pager.path])
    try terminal.expect(prompt)
    terminal.type(".mode list\n")
    try terminal.expect(prompt)
    // Without end: leaving the pager ends the query.
    terminal.type(
      "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n;\n")
    try terminal.expect("pager begins\n1\n2\n3\n")
    terminal.type("q")
    try terminal.expect("key: q")
    XCTAssertFalse(try terminal.expect(prompt).contains("error"))
    terminal.type("select 6 * 7;\n")
    try terminal.expect("42")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  /// `less` itself, where it is installed.
  func testLess() throws {
    try XCTSkipUnless(
      FileManager.default.isExecutableFile(atPath: "/usr/bin/less"), "NOT TRIED: no less")
    let terminal = try start([], ["PAGER": "less"])
    try terminal.expect(prompt)
    terminal.type(".mode list\n")
    try terminal.expect(prompt)
    terminal.type(
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 90) select i from n;\n"
    )
    try terminal.expect("20\n")
    terminal.type("G")
    try terminal.expect("90\n")
    terminal.type("q")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  /// Nothing is lost with a pager that does not exist.
  func testAPagerThatCannotBeRun() throws {
    let terminal = try start([], ["PAGER": "/nowhere/pager"])
    try terminal.expect(prompt)
    terminal.type(".mode list\n")
    try terminal.expect(prompt)
    terminal.type(
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 90) select i from n;\n"
    )
    try terminal.expect("89\n90\nthe pager '/nowhere/pager' cannot be run; PAGER names it")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  /// What a chapter says first is longer than the screen too.
  func testAChapterOpensInThePager() throws {
    var environment = Executable.environment(home: home)
    environment["PAGER"] = "sed s/^/paged:/"
    let terminal = try PseudoTerminal(
      Executable.path(), ["--root", Shared.packageFolder.path, "chapter", "2"],
      environment: environment)
    try terminal.expect("paged:")
    try terminal.expect("OrgChart 1/")
    try leave(terminal)
  }

  /// A chapter prints rows as its text does, and says so.
  func testAChapterSaysHowItsTextShowsRows() throws {
    let terminal = try PseudoTerminal(
      Executable.path(), ["--root", Shared.packageFolder.path, "chapter", "1"],
      environment: Executable.environment(home: home))
    try terminal.expect("rows are printed as in the text, one a line")
    try terminal.expect("GettingStarted 1/")
    try leave(terminal)
  }

  /// Without arguments the console opens on the list of chapters.
  func testTheConsoleOpensOnTheChapters() throws {
    let terminal = try PseudoTerminal(
      Executable.path(), ["--root", Shared.packageFolder.path],
      environment: Executable.environment(home: home))
    for text in ["GettingStarted", "OrgChart", ".chapter 1 opens the first", "corebook> "] {
      try terminal.expect(text)
    }
    try leave(terminal)
  }
}
