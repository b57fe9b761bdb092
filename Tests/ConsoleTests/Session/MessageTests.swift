import Console
import Foundation
import XCTest

/// What a person is told who did something wrong: what happened, and what to try (console contract §7).
final class MessageTests: XCTestCase {
  private let cases: [(command: String, message: String)] = [
    (
      "insert",
      "expected the name of an entity, found the end of the command; .help insert shows the form"
    ),
    ("insert Foo", "there is no entity 'Foo' in the model; there are Organization, Person"),
    ("jane.boss = 1", "Person has no property 'boss'; there are employees, id, name"),
    ("jane.nmae = 1", "Person has no property 'nmae'; did you mean 'name'?"),
    ("jane.id = 1.5", "a whole number is wanted here, not 1.5: an Integer 16 holds no fraction"),
    (
      "nobody.name = 1",
      "nothing is named 'nobody'; name objects by 'as NAME' or 'let', or write Entity/p1"
    ),
    (
      "Person.name = \"x\"",
      "'Person' is an entity, not an object; write Person/p1, or a name that 'as NAME' gave"
    ),
    (
      "delete Person",
      "which of Person? 'delete Person where PREDICATE' says; TRUEPREDICATE means all"
    ),
    ("delete people", "'people' is a list of 3 objects, not one; one of them is Person/p1"),
    ("delete number", "'number' is a value, not an object; 'show number' prints it"),
    ("Person/p9", "there is no object Person/p9; 'fetch Person' shows those there are"),
    (
      "Person/t9",
      "there is no unsaved object Person/t9 in this context; 'changes' lists those there are"
    ),
    ("context use other", "there is no context 'other'; there is main"),
    ("fetch template Foo", "the model has no fetch request template 'Foo'; there are none"),
    (
      "fetch Person order by employees",
      "'employees' holds many objects, which have no order among them; order by an attribute, or by one of what a to-one leads to"
    ),
    (".read nofile", "cannot read nofile: No such file or directory"),
    (".undo 99", "the undo stack has 6 groups, and none 99; .undo lists them"),
    (".help frob", "there is no help on 'frob'; .help lists the topics"),
  ]

  func testMessagesSayWhatToTry() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    Scenario.assertRuns(session, "fetch Person order by id as people")
    Scenario.assertRuns(session, "let number = 3")
    for (command, message) in cases {
      XCTAssertEqual(session.problem(command)?.message, message, command)
    }
  }

  /// A place in a diagram's subject is under the word.
  func testTheCaretOfADiagram() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    XCTAssertEqual(session.problem(".graph nobody")?.span, Span(start: 7, end: 13))
    XCTAssertEqual(session.problem(".model Nobody")?.span, Span(start: 7, end: 13))
  }

  /// Long lists of names end early.
  func testAListOfManyNames() {
    let name = Spelled("zork", at: Span(start: 0, end: 4))
    let names = (1...20).map { "name\($0)" }
    XCTAssertEqual(
      Problem.unknown("no such thing", name, among: names + names).message,
      "no such thing; there are name1, name2, name3, name4, name5, name6, name7, name8 and 12 more")
  }
}
