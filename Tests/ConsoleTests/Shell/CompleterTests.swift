import Console
import XCTest

/// Tab completion (console contract §6).
final class CompleterTests: XCTestCase {
  private func completions(_ line: String, _ session: Session) -> [String] {
    Completer(session: session).completions(of: line).found.map(\.text)
  }

  func testCompletions() throws {
    let session = try Scenario.orgChartSession()
    XCTAssertEqual(completions("fet", session), ["fetch", "fetched"])
    XCTAssertEqual(completions("fetch P", session), ["Person"])
    XCTAssertEqual(completions(".mo", session), [".mode", ".model"])
    XCTAssertEqual(completions(".mode b", session), ["box"])
    XCTAssertEqual(completions("org.le", session), ["leader"])
    XCTAssertEqual(completions("org.leader.e", session), ["employees"])
    XCTAssertEqual(completions("org.leader.employees.@c", session), ["@count"])
    XCTAssertEqual(completions("insert Person na", session), ["name="])
    XCTAssertEqual(completions("fetch Person where na", session), ["name"])
    XCTAssertEqual(completions("fetch Person where name BEGI", session), ["BEGINSWITH"])
    XCTAssertEqual(completions("fetch Organization where leader.na", session), ["name"])
    XCTAssertEqual(completions("context merge o", session), ["object", "overwrite"])
    XCTAssertEqual(completions("select ZNA", session), ["ZNAME"])
    XCTAssertEqual(completions("select * from ZP", session), ["ZPERSON"])
    XCTAssertEqual(completions(".schema ZO", session), ["ZORGANIZATION"])
    XCTAssertEqual(completions(".read READ", session), ["README.md"])
    XCTAssertEqual(completions("jan", session), ["jane"])
    XCTAssertEqual(completions("tree bi", session), ["bill"])
    session.close()
  }

  /// A predicate is completed by what may stand there: after a key path operators alone, behind those
  /// that look into a text a text and never nil, behind ANY what leads to several.
  func testWhatMayStandInAPredicate() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    let behindKey = completions("fetch Person where name ", session)
    XCTAssertTrue(behindKey.contains("BEGINSWITH"))
    XCTAssertEqual(Set(behindKey).intersection(["AND", "OR", "order by", "limit"]), [])
    for operation in ["BEGINSWITH", "CONTAINS[cd]", "LIKE", "MATCHES"] {
      XCTAssertEqual(completions("fetch Person where name \(operation) ", session), ["\""])
    }
    XCTAssertEqual(completions("fetch Person where id IN ", session), ["{"])
    XCTAssertEqual(completions("fetch Person where id BETWEEN ", session), ["{"])
    XCTAssertEqual(completions("fetch Person where name == ", session), ["\"", "nil"])
    XCTAssertEqual(completions("fetch Person where ANY ", session), ["employees"])
    XCTAssertEqual(completions("fetch Person where NOT ANY employees.na", session), ["name"])
    let behind = completions("fetch Person where name == \"x\" ", session)
    XCTAssertTrue(Set(behind).isSuperset(of: ["AND", "OR", "order by"]))
    XCTAssertTrue(completions("fetch Person where id IN {1, 2} ", session).contains("AND"))
  }

  /// Words that are nearly right are recognised: operators, and columns by the property's name.
  func testMisspeltOperatorsAndColumns() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    let problem = session.problem("fetch Person where name BEGINWITH \"x\"")
    XCTAssertEqual(
      problem?.message,
      "the predicate is wrong here: expected a comparison operator; did you mean 'BEGINSWITH'?")
    XCTAssertEqual(problem?.span, Span(start: 24, end: 33))
    XCTAssertEqual(
      session.problem("select nmae from ZPERSON;")?.message,
      "no such column: nmae; did you mean 'ZNAME'?")
  }

  func testTheCommonPartIsInserted() {
    func edit(_ found: [Completion], _ prefix: String) -> CompletionEdit {
      CompletionEdit(found, replacing: prefix)
    }
    let found = [Completion("name"), Completion("nameless")]
    XCTAssertEqual(edit(found, "na").insertion, "me")
    XCTAssertEqual(edit([Completion("name")], "na").insertion, "me ")
    XCTAssertEqual(edit([Completion("e", endsWord: false)], "e").insertion, "")
    XCTAssertEqual(edit([], "x").insertion, "")
    // The case that was typed is corrected.
    XCTAssertEqual(edit([Completion("Person")], "pers").insertion, "Person ")
    XCTAssertEqual(edit([Completion("Person")], "pers").erased, 4)
    XCTAssertEqual(edit([Completion("OR"), Completion("order by")], "o").insertion, "")
  }
}
