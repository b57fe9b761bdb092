import Console
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
    ] {
      let message = session.problem(command)?.message ?? "nothing wrong"
      XCTAssertTrue(message.contains(advice), "\(command): \(message)")
    }
  }
}
