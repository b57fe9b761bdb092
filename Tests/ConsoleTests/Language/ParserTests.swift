import Console
import XCTest

/// The grammar of the console's contract, clause by clause.
final class ParserTests: XCTestCase {
  private func parse(_ text: String, line: UInt = #line) throws -> Command {
    do {
      return try Parser.parse(text)
    } catch {
      XCTFail("\(text): \(error.message)", line: line)
      throw error
    }
  }

  private func problem(_ text: String, line: UInt = #line) -> Problem? {
    do {
      let command = try Parser.parse(text)
      XCTFail("\(text) was read as \(command)", line: line)
      return nil
    } catch {
      return error
    }
  }

  func testInsertTakesValuesAndAName() throws {
    let command = try parse(#"insert Person name="John" id=hash("John") boss=$1 as john # new"#)
    guard case .insert(let entity, let values, let name) = command else { return XCTFail() }
    XCTAssertEqual(entity.text, "Person")
    XCTAssertEqual(values.map(\.key.text), ["name", "id", "boss"])
    XCTAssertEqual(values.map(\.value.kind).prefix(2), [.string("John"), .hash("John")])
    XCTAssertEqual(name?.text, "john")
  }

  func testAKeyMayBeCalledAs() throws {
    guard case .insert(_, let values, let name) = try parse("insert Road as=1 as b") else {
      return XCTFail()
    }
    XCTAssertEqual(values.map(\.key.text), ["as"])
    XCTAssertEqual(name?.text, "b")
  }

  func testAssignmentsAndRelations() throws {
    guard case .assign(let path, let value) = try parse("jane.name = 'Ja\\'net'") else {
      return XCTFail()
    }
    XCTAssertEqual(path.text, "jane.name")
    XCTAssertEqual(value.kind, .string("Ja'net"))
    guard case .relate(_, let added) = try parse("john.employees += jane, Person/p3, $2") else {
      return XCTFail()
    }
    XCTAssertEqual(added.count, 3)
    guard case .unrelate(let from, let removed) = try parse("$1.employees -= it") else {
      return XCTFail()
    }
    XCTAssertEqual(from.text, "$1.employees")
    XCTAssertEqual(removed.count, 1)
    guard case .assign(_, let list) = try parse("a.b = [c, d]"), case .list(let values) = list.kind
    else { return XCTFail() }
    XCTAssertEqual(values.count, 2)
  }

  func testANameThatSpellsACommandIsANameBeforeADot() throws {
    guard case .print(let path) = try parse("count.name") else { return XCTFail() }
    XCTAssertEqual(path.text, "count.name")
  }

  func testPathsWithOperators() throws {
    guard case .print(let path) = try parse("team.players.@count") else { return XCTFail() }
    XCTAssertEqual(path.keys.map(\.text), ["players", "@count"])
    guard case .print(let byTail) = try parse("Person/p1.name") else { return XCTFail() }
    XCTAssertEqual(byTail.text, "Person/p1.name")
  }

  func testFetchClausesComeInAnyOrder() throws {
    let text =
      "fetch Player order by goals desc, team.name limit 5 where goals > 3 AND name == \"a limit 7\" "
      + "offset 2 only prefetch team, team.coach batch 20 distinct as top"
    guard case .fetch(let fetch) = try parse(text) else { return XCTFail() }
    XCTAssertEqual(fetch.predicate?.text, "goals > 3 AND name == \"a limit 7\"")
    XCTAssertEqual(fetch.orderings.map(\.keyPath.text), ["goals", "team.name"])
    XCTAssertEqual(fetch.orderings.map(\.ascending), [false, true])
    XCTAssertEqual([fetch.limit, fetch.offset, fetch.batchSize], [5, 2, 20])
    XCTAssertEqual(fetch.prefetching.map(\.text), ["team", "team.coach"])
    XCTAssertTrue(fetch.excludesSubentities)
    XCTAssertTrue(fetch.isDistinct)
    XCTAssertEqual(fetch.name?.text, "top")
  }

  func testSelectGroupHaving() throws {
    let text =
      "fetch Player group by team.name having total > 3 select team.name, count(lastName) as n, "
      + "avg(goals) order by team.name"
    guard case .fetch(let fetch) = try parse(text) else { return XCTFail() }
    XCTAssertEqual(fetch.items.map(\.heading), ["team.name", "n", "average(goals)"])
    XCTAssertEqual(fetch.grouping.map(\.text), ["team.name"])
    XCTAssertEqual(fetch.having?.text, "total > 3")
  }

  func testAnAttributeMayBeCalledLikeAClause() throws {
    guard case .fetch(let fetch) = try parse("fetch A where limit > 3 AND NOT order == 1 limit 2")
    else { return XCTFail() }
    XCTAssertEqual(fetch.predicate?.text, "limit > 3 AND NOT order == 1")
    XCTAssertEqual(fetch.limit, 2)
  }

  func testPredicateKeepsItsOptionsBracketsAndReservedKeys() throws {
    let text = "fetch A where name BEGINSWITH[cd] 'x' AND #size IN {1, 2} order by name # all"
    guard case .fetch(let fetch) = try parse(text) else { return XCTFail() }
    XCTAssertEqual(fetch.predicate?.text, "name BEGINSWITH[cd] 'x' AND #size IN {1, 2}")
  }

  func testVariablesOfAPredicateLeaveOutThoseOfASubquery() throws {
    let text = "fetch T where SUBQUERY(players, $p, $p.goals < $limit).@count > $1"
    guard case .fetch(let fetch) = try parse(text) else { return XCTFail() }
    XCTAssertEqual(fetch.predicate?.variables.map(\.text), ["limit", "1"])
  }

  func testTemplates() throws {
    guard
      case .fetchTemplate(let name, let values) = try parse("fetch template ByColor COLOR='Red'")
    else { return XCTFail() }
    XCTAssertEqual(name.text, "ByColor")
    XCTAssertEqual(values.map(\.key.text), ["COLOR"])
  }

  func testDeleteKnowsItsTargets() throws {
    guard case .delete(let one) = try parse("delete sue"), case .object = one.target else {
      return XCTFail()
    }
    guard case .delete(let many) = try parse("delete dry Person where id > 3"),
      case .matching(let entity, _) = many.target
    else { return XCTFail() }
    XCTAssertTrue(many.isRehearsal)
    XCTAssertEqual(entity.text, "Person")
    guard case .delete(let dry) = try parse("delete dry"), case .object = dry.target else {
      return XCTFail()
    }
    XCTAssertFalse(dry.isRehearsal, "an object may be called dry")
  }

  func testTheRestOfTheLanguage() throws {
    for text in [
      "undo", "undo 3", "redo", "save", "rollback", "reset", "refresh jane", "refresh jane keep",
      "refresh all", "show jane", "show Person", "tree org", "tree org employees",
      "tree org employees depth 3", "tree org depth 2", "changes", "validate", "validate jane",
      "observe jane.name", "batch update Person set id=3, name=nil where id > 4",
      "batch delete Person", "batch insert Person [[name='A', id=1], [name='B']]",
      "context new sketch", "context new sketch child", "context use main", "context list",
      "context merge object", "fetched heat.wPlayers",
      "controller Recipe where name != nil order by name sections type.name as menu",
      "let x = [1, 2.5, -3e4, true, nil, date('2012-01-31T12:00:00Z'), now()]",
      "let u = uuid('E621E1F8-C36C-495A-93FC-0C247A3E6E5F')", "let d = data('00ff')",
      "let n = decimal('1234.10')", "let l = url('http://a/b')", "count Person where name == $jane",
      "x-coredata://ABC/Person/p1.name", "$1", "it.name",
    ] {
      _ = try parse(text)
    }
  }

  func testDotCommands() throws {
    XCTAssertEqual(try parse(".mode box"), .tool(.mode(.box)))
    XCTAssertEqual(try parse(".headers on"), .tool(.headers(true)))
    XCTAssertEqual(try parse(".rows"), .tool(.rows(nil)))
    XCTAssertEqual(try parse(".width 3 -5 0"), .tool(.width([3, -5, 0])))
    XCTAssertEqual(try parse(".nullvalue 'n l'"), .tool(.nullValue("n l")))
    XCTAssertEqual(try parse(".save-as a.sqlite xml"), .tool(.saveAs("a.sqlite", .xml)))
    XCTAssertEqual(try parse(".quit # bye"), .tool(.quit))
    for name in ToolName.allCases where Self.bare.contains(name) {
      _ = try parse("." + name.rawValue)
    }
  }

  private static let bare: [ToolName] = [
    .help, .quit, .exit, .chapters, .restart, .task, .check, .hint, .next, .schema, .tables,
    .indexes, .metadata, .dump, .rows, .timeline, .swift, .model, .graph, .stack, .undo, .faults,
    .cache, .cost, .stores, .text,
  ]

  func testMisspellingsAreAnsweredWithTheNearestName() {
    XCTAssertEqual(
      problem("fecth Person")?.message,
      "there is no command 'fecth'; .help lists them; did you mean 'fetch'?")
    XCTAssertEqual(
      problem(".moed box")?.message,
      "there is no command '.moed'; .help lists them; did you mean '.mode'?")
    XCTAssertEqual(problem("fetch A wher x == 1")?.span, Span(start: 8, end: 12))
    XCTAssertTrue(problem("context merge objects")?.message.contains("'object'?") ?? false)
  }

  func testProblemsSayWhere() {
    XCTAssertEqual(
      problem("insert")?.message,
      "expected the name of an entity, found the end of the command; .help insert shows the form")
    XCTAssertEqual(problem("insert Person name=")?.span, Span(start: 19, end: 19))
    XCTAssertEqual(problem("jane.name = \"abc")?.message, "the string is not closed")
    XCTAssertEqual(problem("save now")?.span, Span(start: 5, end: 8))
    XCTAssertEqual(problem("fetch A where")?.message, "a predicate must follow 'where'")
    XCTAssertEqual(problem("fetch A limit 2 limit 3")?.message, "'limit' is given twice")
    XCTAssertEqual(
      problem("let d = date('yesterday')")?.message,
      "\"yesterday\" is not a date such as 2012-01-31T12:00:00Z")
    XCTAssertEqual(problem("jane = 3")?.span, Span(start: 0, end: 4))
    XCTAssertTrue(problem("delete from ZPERSON")?.message.contains("read-only") ?? false)
    XCTAssertTrue(problem("INSERT INTO ZPERSON VALUES (1)")?.message.contains("read-only") ?? false)
  }

  func testSQLIsHandedOn() throws {
    XCTAssertEqual(try parse("select 1;"), .sql("select 1;"))
    XCTAssertEqual(
      try parse("  WITH a AS (select 1) select * from a;"),
      .sql("  WITH a AS (select 1) select * from a;"))
  }
}
