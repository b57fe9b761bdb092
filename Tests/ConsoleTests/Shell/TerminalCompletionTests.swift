import Foundation
import XCTest

/// Tab on a terminal: every kind of name, with what it is (console contract §6).
final class TerminalCompletionTests: TerminalTestCase {
  private func opened(_ arguments: [String]) throws -> PseudoTerminal {
    try PseudoTerminal(
      Executable.path(), arguments, environment: Executable.environment(home: home), columns: 100,
      rows: 50)
  }

  /// Types a beginning and Tab, and looks for what the menu or the line then holds.
  private func assertTab(
    _ terminal: PseudoTerminal, _ typed: String, offers wanted: [String], line: UInt = #line
  ) throws {
    terminal.type(typed + "\t")
    do {
      for text in wanted { try terminal.expect(text, within: 5) }
    } catch {
      XCTFail("\(typed): \(error)", line: line)
    }
    terminal.type("\u{3}")
    try terminal.expect("^C", within: 5)
    try terminal.expect("> ", within: 5)
  }

  func testEveryKindOfName() throws {
    let terminal = try opened(["--model", Scenario.orgChart.path])
    try terminal.expect(prompt)
    terminal.type("insert Organization name=\"Org\" as org\n")
    try terminal.expect(dirtyPrompt)
    terminal.type("insert Person name=\"Ann\" as ann\n")
    try terminal.expect(dirtyPrompt)
    // Commands, with what they do; entities; keys with types through paths.
    try assertTab(terminal, "re", offers: ["redo", "does again", "refresh"])
    try assertTab(terminal, "fetch pers", offers: ["Person "])
    try assertTab(
      terminal, "insert Person ", offers: ["employees=", "->> Person", "id=", "Integer"])
    try assertTab(terminal, "org.", offers: ["id", "leader", "-> Person", "name", "a String"])
    try assertTab(terminal, "org.leader.", offers: ["employees", "->> Person"])
    try assertTab(terminal, "ann.employees.@", offers: ["@avg", "@count", "how many"])
    // Handles: those that fit.
    try assertTab(terminal, "org.leader = ", offers: ["ann", "Person/t2 Ann", "it", "nil"])
    try assertTab(terminal, "tree o", offers: ["tree org"])
    // Dot commands and their words.
    try assertTab(terminal, ".sav", offers: [".save-as "])
    try assertTab(terminal, ".mode j", offers: [".mode json "])
    try assertTab(terminal, ".help pred", offers: [".help predicates "])
    try assertTab(terminal, ".goto ", offers: ["the beginning", "insert org"])
  }

  func testPredicates() throws {
    let terminal = try opened(["--model", Scenario.orgChart.path])
    try terminal.expect(prompt)
    let head = "fetch Person where "
    // A text and a number have other operators.
    try assertTab(
      terminal, head + "name ", offers: ["BEGINSWITH", "CONTAINS", "LIKE", "* any text", "MATCHES"])
    try assertTab(terminal, head + "id B", offers: ["BETWEEN "])
    try assertTab(terminal, head + "name BEG", offers: ["BEGINSWITH "])
    try assertTab(terminal, head + "ANY emp", offers: ["ANY employees"])
    try assertTab(terminal, head + "ANY employees.", offers: ["id", "Integer 16", "name"])
    try assertTab(
      terminal, head + "SUBQUERY(employees, $e, $e.", offers: ["employees", "id", "name"])
    // Behind a whole comparison: what joins it to the next, and the clauses that are left.
    try assertTab(terminal, head + "id > 3 ", offers: ["AND", "OR", "limit", "order by"])
    try assertTab(terminal, "fetch Person order by name ", offers: ["asc", "desc", "where"])
    try assertTab(terminal, "fetch Person prefetch ", offers: ["fetch Person prefetch employees"])
  }

  func testSQLNamesAndFiles() throws {
    let terminal = try PseudoTerminal(
      "/bin/sh",
      [
        "-c", "cd \"$1\" && exec \"$0\" --model \"$2\"", Executable.path(), home.path,
        Scenario.orgChart.path,
      ],
      environment: Executable.environment(home: home), columns: 100, rows: 50)
    try terminal.expect(prompt)
    try assertTab(terminal, "select * from ZP", offers: ["from ZPERSON "])
    try assertTab(terminal, "select ZI", offers: ["ZID"])
    try assertTab(
      terminal, "select * from ZPERSON p where p.Z_",
      offers: ["Z_ENT", "INTEGER of ZPERSON", "Z_PK"])
    try assertTab(terminal, ".schema zpers", offers: ["ZPERSON "])
    // The earlier lines of a statement count.
    terminal.type("select * from ZORGANIZATION\n")
    try terminal.expect("   ...> ")
    try assertTab(terminal, "where ZLE", offers: ["where ZLEADER "])
    try Data("count Person\n".utf8).write(to: home.appendingPathComponent("my script.corebook"))
    try Data("count Person\n".utf8).write(to: home.appendingPathComponent("other.corebook"))
    try assertTab(terminal, ".read oth", offers: [".read other.corebook "])
    try assertTab(terminal, ".read my", offers: ["\"my script.corebook\" "])
  }

  /// The largest store of the corpus: opened within a second, completed at once.
  func testTheLargestStoreAnswersAtOnce() throws {
    let store = try Shared.url("corpus/pairs/043-photos-15.7-2025/store.sqlite")
    let start = Date()
    let terminal = try opened(["open", store.path])
    try terminal.expect("store.sqlite ro> ")
    // A second on an idle machine; the tests share theirs.
    XCTAssertLessThan(-start.timeIntervalSinceNow, 4)
    for (typed, wanted) in [
      ("fetch AssetD", "AssetDescription"), ("fetch Asset where mast", "master"),
      ("select ZUU", "ZUUID"), ("fetch Asset where master.", "assets"),
    ] {
      let start = Date()
      try assertTab(terminal, typed, offers: [wanted])
      XCTAssertLessThan(-start.timeIntervalSinceNow, 3, typed)
    }
  }
}
