import Console
import Foundation
import XCTest

/// What the console says to mistakes that learners make.
final class AdviceTests: XCTestCase {
  func testMistakesAreAnsweredWithWhatToTry() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for (command, advice) in [
      ("fetch Person name == \"J\"", "a predicate begins with 'where'"),
      ("fetch Person name beginswith \"J\"", "a predicate begins with 'where'"),
      ("count Organization leader.name == \"J\"", "a predicate begins with 'where'"),
      ("fetch Person wher id > 1", "did you mean 'where'?"),
      ("fetch person", "did you mean 'Person'?"),
      ("select * from Person;", "no such table: Person; did you mean 'ZPERSON'?"),
      ("select name from ZPERSON;", "no such column: name; did you mean 'ZNAME'?"),
      ("select p.ZNAM from ZPERSON p;", "did you mean 'ZNAME'?"),
      ("jane.name = Bob", "nothing is named 'Bob'; a text stands in quotes: \"Bob\""),
      ("insert Person name=Bob", "a text stands in quotes"),
      ("jane.name = jnae", "did you mean 'jane'?"),
      (".hlep", "did you mean '.help'?"), ("help", "did you mean '.help'?"),
      ("update ZPERSON set ZNAME = 'x';", "SQL is read-only here"),
      ("jane.nmae", "did you mean 'name'?"),
      ("fetch Organization where leader is nil", "write '== nil'"),
      ("fetch Organization where leader is not null", "write '!= nil'"),
      ("count Person where id is 3", "write '=='"),
      ("let day = 1988-06-30", "a date is written date(\"1988-06-30\")"),
      ("let days = [1988-06-30T10:00]", "a date is written date(\"1988-06-30T10:00\")"),
      ("delete Person", "'delete Person where PREDICATE' says"),
      ("tree organization", "nothing is named"),
      ("corebook exercises next", ".quit leaves it, then type corebook exercises next"),
      (".prev", ".text N shows another step"), (".step 4", ".text N shows another step"),
      (".transcript off", "writes what was typed so far"),
    ] {
      let message = session.problem(command)?.message ?? "nothing wrong"
      XCTAssertTrue(message.contains(advice), "\(command): \(message)")
    }
  }

  /// A singular for what has a plural's name.
  func testBeginningsAreSuggested() {
    XCTAssertEqual(Suggestion.nearest(to: "company", among: ["companies", "c"]), "companies")
    XCTAssertEqual(Suggestion.nearest(to: "companies", among: ["company"]), "company")
    XCTAssertNil(Suggestion.nearest(to: "org", among: ["organization"]))
  }

  /// What validation refuses is answered with the command that mends it, not with keys of the API.
  func testValidationNamesTheCommand() throws {
    let session = try Scenario.session(
      model: Shared.packageFolder.appendingPathComponent("Chapters/04-League/League.xcdatamodeld"))
    defer { session.close() }
    Scenario.assertRuns(session, "insert Player firstName=\"Ann\" as ann")
    XCTAssertTrue(
      session.printed("validate").contains("Give it one: Player/t1.lastName = \"…\""),
      session.printed("validate"))
    let message = session.problem("save")?.message ?? ""
    XCTAssertTrue(message.contains("Player/t1.lastName = \"…\""), message)
    XCTAssertFalse(message.contains("NSValidation"), message)
    XCTAssertTrue(message.contains("NSCocoaErrorDomain"), message)
  }

  /// A list, where one object is needed, says how one is named.
  func testListsSayHowOneIsNamed() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    Scenario.assertRuns(session, "fetch Person where id == 4711 as none")
    Scenario.assertRuns(session, "fetch Person order by name as all")
    XCTAssertEqual(session.printed("show none"), "empty\n")
    for command in ["tree none", "none.name = \"a\"", "delete none"] {
      XCTAssertEqual(
        session.problem(command)?.message, "'none' is an empty list: there is no object in it")
    }
    let first = session.printed("$1").trimmingCharacters(in: .whitespacesAndNewlines)
    XCTAssertEqual(
      session.problem("tree all")?.message,
      "'all' is a list of 3 objects, not one; one of them is \(first)")
    XCTAssertTrue(
      session.problem("all.name = \"a\"")?.message.contains("not one; one of them is Person/p1")
        ?? false)
    XCTAssertEqual(session.printed("delete dry Person where id == 4711"), "nothing to delete\n")
    Scenario.assertRuns(session, "reset")
    XCTAssertEqual(session.printed(".graph"), "no objects are registered with this context\n")
  }

  /// The place of a mistake in a command of words.
  func testMistakesInWordsHaveTheirPlace() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for (command, start) in [
      (".graph nobody", 7), ("  .graph  nobody", 10), (".why nobody", 5), (".model Persn", 7),
    ] {
      XCTAssertEqual(session.problem(command)?.span?.start, start, command)
    }
  }

  /// A function's value can be asked for, as the text of chapter 2 invites to.
  func testFunctionsAreAnswered() throws {
    let session = try Scenario.session()
    defer { session.close() }
    XCTAssertEqual(session.printed("hash(\"John\")"), "-28989\n")
    XCTAssertEqual(session.printed("decimal(\"1.50\")"), "1.5\n")
    XCTAssertTrue(session.printed("now()").hasSuffix("Z\n"))
    XCTAssertTrue(session.problem("hsah(\"John\")")?.message.contains("mean 'hash'") ?? false)
  }

  /// A setting's command alone says what is set.
  func testSettingsSayWhatTheyAre() throws {
    let session = try Scenario.session()
    defer { session.close() }
    for (command, state, change, after) in [
      (".headers", "off", ".headers on", "on"), (".echo", "off", ".echo on", "on"),
      (".bail", "on", ".bail off", "off"), (".quiet", "off", ".quiet on", "on"),
      (".timer", "off", ".timer on", "on"), (".color", "off", ".color on", "on"),
      (".predict", "off", ".predict on", "on"), (".strict", "off", ".strict on", "on"),
      (".nullvalue", "\"\"", ".nullvalue -", "\"-\""), (".sqldebug", "0", ".sqldebug 1", "1"),
      (".view", "off", ".view graph", "graph"), (".mode", "list", ".mode json", "json"),
      (".store", "sqlite", ".store memory", "memory"), (".pager", "on", ".pager off", "off"),
    ] {
      XCTAssertTrue(session.printed(command).hasPrefix(state), command)
      Scenario.assertRuns(session, change)
      XCTAssertTrue(session.printed(command).hasPrefix(after), change)
    }
  }

  /// A copy closes the gaps of deleted objects, and says so.
  func testACopySaysThatNumbersMoved() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try Scenario.orgChartSession(folder: folder)
    defer { session.close() }
    let notes = { (command: String) in
      session.execute(command).compactMap { event in
        if case .notice(let text) = event { text } else { nil }
      }
    }
    XCTAssertEqual(notes(".save-as same.sqlite"), [])
    Scenario.assertRuns(session, "delete Person/p1")
    Scenario.assertRuns(session, "save")
    XCTAssertEqual(
      notes(".save-as other.sqlite"),
      [
        "note: objects are numbered anew, without the gaps of deleted ones: Person/p2 is Person/p1 "
          + "there"
      ])
  }
}
