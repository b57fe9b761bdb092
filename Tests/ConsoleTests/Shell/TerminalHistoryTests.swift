import Foundation
import XCTest

/// What was typed before, and stopping what runs (console contract §6).
final class TerminalHistoryTests: TerminalTestCase {
  private let up = "\u{1B}[A"

  func testAnEntryOfSeveralLinesComesBackWhole() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    terminal.type("select 40\n")
    try terminal.expect("   ...> ")
    terminal.type("+ 2;\n")
    try terminal.expect("42")
    try terminal.expect(prompt)
    terminal.type(up)
    try terminal.expect("+ 2;")
    terminal.type("\n")
    try terminal.expect("42")
    try terminal.expect(prompt)
    try leave(terminal)
  }

  /// A command that is typed again moves to the end; none stands there twice.
  func testThereAreNoDuplicates() throws {
    let terminal = try start()
    try terminal.expect(prompt)
    for command in ["count Person", "count Organization", "count Person", "changes"] {
      terminal.type(command + "\n")
      try terminal.expect(prompt)
    }
    try leave(terminal)
    let file = home.appendingPathComponent("history/OrgChart.history")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    XCTAssertEqual(
      lines.map { $0.replacing("\\040", with: " ") },
      ["count Organization", "count Person", "changes"])
  }

  /// Each scenario has its own history, also when it is opened on the way.
  func testEachScenarioHasItsHistory() throws {
    let terminal = try PseudoTerminal(
      Executable.path(), ["--root", Shared.packageFolder.path, "chapter", "1"],
      environment: Executable.environment(home: home))
    try terminal.expect("GettingStarted 1/")
    try terminal.expect("> ")
    for command in ["count SavedData", ".chapter 2", "count Person", ".chapter 1"] {
      terminal.type(command + "\n")
      try terminal.expect("/")
      try terminal.expect("> ")
    }
    terminal.type(up + up)
    try terminal.expect("count SavedData")
    terminal.type("\u{3}")
    try terminal.expect("^C")
    try terminal.expect("> ")
    try leave(terminal)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: home.appendingPathComponent("history").path)
    XCTAssertEqual(Set(names), ["GettingStarted.history", "OrgChart.history"])
  }

  /// Ctrl-C ends a fetch that prints for long.
  func testControlCInterruptsAFetch() throws {
    let rows = (0..<400).map { "[name=\"P\($0)\", id=\($0)]" }.joined(separator: ",")
    let script = home.appendingPathComponent("many.corebook")
    try String(repeating: "batch insert Person [\(rows)]\n", count: 50)
      .write(to: script, atomically: true, encoding: .utf8)
    let terminal = try start(["-q"])
    try terminal.expect(prompt)
    terminal.type(".read \(script.path)\n")
    try terminal.expect(prompt, within: 60)
    terminal.type("fetch Person\n")
    try terminal.awaitRunning()
    terminal.type("\u{3}")
    try terminal.expect("error: interrupted", within: 20)
    terminal.type("count Person\n")
    try terminal.expect("20000")
    try terminal.expect(prompt)
    try leave(terminal)
  }
}
