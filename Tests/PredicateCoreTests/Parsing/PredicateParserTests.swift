import PredicateCore
import XCTest

/// The structure of parsed predicates, and errors with their place.
final class PredicateParserTests: XCTestCase {
  func testNotBindsTighterThanAndThanOr() throws {  // B004, observed
    let node = try makePredicate("not available = true or value >= 1 and value <= 10.5")
    guard case .or(let parts) = node, parts.count == 2, case .not = parts[0],
      case .and(let inner) = parts[1]
    else { return XCTFail("\(node)") }
    XCTAssertEqual(inner.count, 2)
  }

  func testChainsAreFlatAndParenthesesVanish() throws {  // B005, observed
    let node = try makePredicate(
      "a.id = 'x' and isOpen = true and deletedAt = null and begin <= 'y' "
        + "and (end = null or end >= 'y')")
    guard case .and(let parts) = node, case .or(let last) = parts[4] else {
      return XCTFail("\(node)")
    }
    XCTAssertEqual(parts.count, 5)
    XCTAssertEqual(last.count, 2)
    guard case .comparison = try makePredicate("(available = 1)") else {
      return XCTFail("a parenthesis makes no compound")
    }
  }

  func testKeyPathsAndValuesAsArguments() throws {  // B002, observed
    XCTAssertEqual(
      try makePredicate("%@ like %@", .string("firstName"), .string("Adam")).description,
      "\"firstName\" LIKE \"Adam\"")
    XCTAssertEqual(
      try makePredicate("%K like %@", .string("firstName"), .string("Adam")).description,
      "firstName LIKE \"Adam\"")
    XCTAssertEqual(
      try makePredicate("%K.@count > %d", .string("a.b"), .int(3)).description, "a.b.@count > 3")
    XCTAssertEqual(
      try makePredicate("a.%K == %ld", .string("b"), .int(3)).description, "a.b == 3")
    assertSyntaxError("%k like 'x'", at: 0, "%K")
  }

  func testAPlaceholderInQuotesIsText() throws {  // B003, observed
    let node = try makePredicate("'%K' like '%@'", .string("unused"))
    XCTAssertEqual(node.description, "\"%K\" LIKE \"%@\"")
  }

  func testPredicatesAndExpressionsAsArguments() throws {
    let inner = try makePredicate("a == 1 OR b == 2")
    let node = try PredicateParser.predicate(
      "%@ AND %@ > 3", arguments: [.predicate(inner), .expression(.keyPath(["c"]))])
    XCTAssertEqual(node.description, "(a == 1 OR b == 2) AND c > 3")
  }

  func testABareValueIsNoPredicate() {  // B006, observed
    assertSyntaxError("1", at: 1, "comparison operator")
    assertSyntaxError("TRUE", at: 4, "comparison operator")
    assertSyntaxError("0 || 1", at: 2, "comparison operator")
    assertSyntaxError("subsystem ==", at: 12, "an expression")
    assertSyntaxError("", at: 0, "an expression")
  }

  func testReservedWordsNeedTheEscape() {  // B007, observed
    assertSyntaxError("like like 'like'", at: 0, "#like")
  }

  func testErrorsNameTheirPlace() {
    assertSyntaxError("ü == 'abc", at: 5, "closing quote")
    assertSyntaxError("a == 1 b", at: 7, "AND, OR or the end")
    assertSyntaxError("(a == 1", at: 7, "')'")
    assertSyntaxError("a == 1 == 2", at: 7, "two sides")
    assertSyntaxError("a IN {1, 2", at: 10, "'}'")
    assertSyntaxError("a CONTAINS[x] 'y'", at: 11, "letters c d n l")
    assertSyntaxError("a. == 1", at: 3, "a key after '.'")
    assertSyntaxError("a == %@", at: 5, "argument for %@")
    assertSyntaxError("a == $", at: 6, "name of a variable")
    assertSyntaxError("a == 12abc", at: 7, "end of a number")
    assertSyntaxError("a == 0x", at: 7, "digit of base 16")
    assertSyntaxError("SUBQUERY(a, x, b == 1).@count > 0", at: 12, "a variable")
    assertSyntaxError("(a == 1) + 2 == 3", at: 0, "an expression")
    assertSyntaxError("a == 1 AND b", at: 12, "comparison operator")
    assertSyntaxError("a ; b", at: 2, "an operator")
    assertSyntaxError("a == '\\u12'", at: 10, "4 hexadecimal digits")
    assertSyntaxError("ANY a.b", at: 7, "comparison operator")
    assertSyntaxError("a:b == 1", at: 3, "function")
    assertSyntaxError("SELF isKindOfClass: %@", at: 5, "use a block")
    assertSyntaxError("a == 1e999", at: 5, "double")
  }
}
