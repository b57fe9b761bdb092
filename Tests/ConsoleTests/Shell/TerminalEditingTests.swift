import Console
import Foundation
import XCTest

/// Lines that are longer than the screen is wide, and what happens while one is typed (console contract
/// §6): nothing that is printed covers them.
final class TerminalEditingTests: TerminalTestCase {
  private var terminal: PseudoTerminal?
  private var screen = ScreenModel(columns: 80)
  private var fed = 0

  private let command =
    "count Person where name == \"東京 and a name long enough for another row\" and id > 100"
  private var whole: String { prompt + command }

  override func setUpWithError() throws {
    try super.setUpWithError()
    screen = ScreenModel(columns: 80)
    fed = 0
    terminal = try start()
    try terminal?.expect(prompt)
  }

  override func tearDown() {
    terminal = nil
    super.tearDown()
  }

  /// Shows the screen what was printed since.
  private func look(_ terminal: PseudoTerminal) -> [String] {
    screen.feed(terminal.everything.dropFirst(fed))
    fed = terminal.everything.count
    return screen.lines
  }

  private func typed(_ terminal: PseudoTerminal) throws {
    terminal.type(command)
    try terminal.expect("100")
    // To the line's beginning, in its first row.
    terminal.type("\u{1}")
    usleep(200_000)
  }

  private func assertStands(_ rows: [String], _ found: [String], line: UInt = #line) {
    XCTAssertEqual(Array(found.suffix(rows.count)), rows, "\(found)", line: line)
  }

  private var rows: [String] {
    // 東京 takes four columns, so that the first row ends two characters earlier.
    let first = whole.prefix(78)
    return [String(first), String(whole.dropFirst(78))]
  }

  func testEnterInTheFirstRow() throws {
    let terminal = try XCTUnwrap(terminal)
    try typed(terminal)
    terminal.type("\n")
    try terminal.expect("0\n")
    try terminal.expect(prompt)
    assertStands(rows + ["0", "OrgChart>"], look(terminal))
    try leave(terminal)
  }

  func testControlCInTheFirstRow() throws {
    let terminal = try XCTUnwrap(terminal)
    try typed(terminal)
    terminal.type("\u{3}")
    try terminal.expect("^C")
    try terminal.expect(prompt)
    assertStands([rows[0], rows[1] + "^C", "OrgChart>"], look(terminal))
    try leave(terminal)
  }

  func testResizing() throws {
    let terminal = try XCTUnwrap(terminal)
    try typed(terminal)
    terminal.type("\u{5}")
    usleep(200_000)
    for columns in [60, 40, 100, 50] {
      _ = look(terminal)
      terminal.resize(columns: UInt16(columns), rows: 24)
      screen.resize(columns: columns)
      try terminal.expect("> 100")
      let joined = look(terminal).joined(separator: "|")
      XCTAssertEqual(
        joined.components(separatedBy: prompt).count, 2, "\(columns): drawn twice: \(joined)")
    }
    terminal.type("00\n")
    try terminal.expect("0\n")
    try terminal.expect(prompt)
    let found = look(terminal)
    assertStands(["0", "OrgChart>"], found)
    XCTAssertTrue(
      found.joined().replacing(" ", with: "").contains((whole + "00").replacing(" ", with: "")),
      "\(found)")
    try leave(terminal)
  }

  /// A window that changes while a command runs is known to the next line.
  func testResizingBetweenLines() throws {
    let terminal = try XCTUnwrap(terminal)
    terminal.resize(columns: 40, rows: 12)
    usleep(100_000)
    terminal.type("fetch Person where name == \"somebody\" order by name\n")
    try terminal.expect("no Person found")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  func testAListingOfCompletionsSparesTheLine() throws {
    let terminal = try XCTUnwrap(terminal)
    try typed(terminal)
    // Behind `count `, where every entity fits.
    terminal.type("\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[C\t\t")
    try terminal.expect("Organization")
    usleep(200_000)
    try terminal.expect("100")
    let found = look(terminal)
    XCTAssertTrue(found.contains(rows[1]), "\(found)")
    terminal.type("\u{3}")
    try terminal.expect("^C")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  /// A stop in the first row leaves the second alone.
  func testAStopInTheFirstRow() throws {
    let terminal = try XCTUnwrap(terminal)
    try typed(terminal)
    terminal.type("\u{1A}")
    try terminal.expect("\n" + prompt)
    try terminal.expect("100")
    let found = look(terminal)
    XCTAssertEqual(found.filter { $0 == rows[1] }.count, 2, "\(found)")
    terminal.type("\n")
    try terminal.expect("\n0\n")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  /// An expression that goes back again and again says that it was stopped, as SQL does, and leaves the
  /// objects as they were (ICU gives one text up after half a second; many take as long as they are).
  func testControlCEndsASlowExpression() throws {
    let terminal = try XCTUnwrap(terminal)
    let text = String(repeating: "a", count: 60)
    for _ in 0..<20 { terminal.type("insert Person name=\"\(text)\"\n") }
    terminal.type("save\n")
    try terminal.expect("saved: 20 inserted")
    terminal.type("insert Person name=\"kept\" as kept\n")
    try terminal.expect(dirtyPrompt)
    for command in ["count Person where", "fetch Person where", "delete Person where"] {
      terminal.type("\(command) name MATCHES \"(a+)+b\"\n")
      try terminal.awaitRunning()
      terminal.type("\u{3}")
      try terminal.expect("error: interrupted")
      try terminal.expect(dirtyPrompt)
    }
    terminal.type("count Person\n")
    try terminal.expect("21\n")
    terminal.type("kept.name\nrollback\n")
    try terminal.expect("kept\n")
    try terminal.expect("rolled back")
    try terminal.expect(prompt)
    try leave(terminal)
  }
}
