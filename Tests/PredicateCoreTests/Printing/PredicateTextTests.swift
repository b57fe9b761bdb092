import Foundation
import PredicateCore
import XCTest

/// The canonical text form. Truth: B001 to B007 observed, the rest documented by Apple's predicate
/// format reference or inferred.
final class PredicateTextTests: XCTestCase {
  func testBooleansPrintAsNumbersAndOperatorsInUpperCase() throws {  // B001
    try assertText("isMale == yes", prints: "isMale == 1")
    try assertText("lastName like 'Smith'", prints: "lastName LIKE \"Smith\"")
    try assertText("a = 99", prints: "a == 99")
  }

  func testEverySpellingOfAnOperatorPrintsTheCanonicalOne() throws {
    let spellings = [
      "=": "==", "==": "==", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", "=<": "<=",
      ">": ">", ">=": ">=", "=>": ">=", "contains": "CONTAINS", "BeginsWith": "BEGINSWITH",
      "endswith": "ENDSWITH", "like": "LIKE", "matches": "MATCHES", "in": "IN",
    ]
    for (spelling, canonical) in spellings {
      try assertText("a \(spelling) b", prints: "a \(canonical) b")
    }
  }

  func testOptionsPrintBehindTheOperator() throws {
    try assertText("a CONTAINS[cd] 'x'", prints: "a CONTAINS[cd] \"x\"")
    try assertText("a ==[dc] 'x'", prints: "a ==[cd] \"x\"")
    try assertText("a BEGINSWITH[n] 'x'", prints: "a BEGINSWITH[n] \"x\"")
    try assertText("a <[l] 'x'", prints: "a <[l] \"x\"")
  }

  func testCompoundsPrintWithTheParenthesesTheyNeed() throws {
    try assertText("a == 1 && b == 2 || c == 3", prints: "(a == 1 AND b == 2) OR c == 3")
    try assertText("a == 1 and (b == 2 or c == 3)", prints: "a == 1 AND (b == 2 OR c == 3)")
    try assertText("!(a == 1 and b == 2)", prints: "NOT (a == 1 AND b == 2)")
    try assertText("not a == 1", prints: "NOT a == 1")
    try assertText("not not a == 1", prints: "NOT NOT a == 1")
    try assertText("truepredicate or FALSEPREDICATE", prints: "TRUEPREDICATE OR FALSEPREDICATE")
  }

  func testQuantifiers() throws {
    try assertText("some a.b > 1", prints: "ANY a.b > 1")
    try assertText("ALL a.b > 1", prints: "ALL a.b > 1")
    try assertText("NONE a.b > 1", prints: "NOT ANY a.b > 1")
  }

  func testArithmeticKeepsItsGrouping() throws {
    try assertText("a + b * c == 1", prints: "a + b * c == 1")
    try assertText("(a + b) * c == 1", prints: "(a + b) * c == 1")
    try assertText("a - (b - c) == 1", prints: "a - (b - c) == 1")
    try assertText("a - b - c == 1", prints: "a - b - c == 1")
    try assertText("a ** b ** c == 1", prints: "a ** b ** c == 1")
    try assertText("(a ** b) ** c == 1", prints: "(a ** b) ** c == 1")
    try assertText("-a == -1", prints: "0 - a == -1")
    try assertText("a & b | c ^ d << 2 == 1", prints: "a & b | c ^ d << 2 == 1")
    try assertText("a / 2.0 == 2.0", prints: "a / 2.0 == 2")
    try assertText("a %% 3 == 0", prints: "modulus:by:(a, 3) == 0")
    try assertText("a UNION b MINUS c == d", prints: "a UNION b MINUS c == d")
  }

  func testFunctionsAndTheirRelatives() throws {
    try assertText("add:to:(a, 1) == 2", prints: "a + 1 == 2")
    try assertText("sum(a.b) == 2", prints: "sum:(a.b) == 2")
    try assertText("now() > a", prints: "now() > a")
    try assertText("canonical:(a) == 'x'", prints: "canonical:(a) == \"x\"")
    try assertText(
      "FUNCTION(a, 'uppercase:') == 'X'", prints: "FUNCTION(a, \"uppercase:\") == \"X\"")
    try assertText("CAST(a, 'NSNumber') == 1", prints: "CAST(a, \"NSNumber\") == 1")
    try assertText("TERNARY(a > 1, b, c) == 1", prints: "TERNARY(a > 1, b, c) == 1")
    try assertText(
      "subquery(e, $x, $x.s > 1 && $x.n = 'a').@count > 0",
      prints: "SUBQUERY(e, $x, $x.s > 1 AND $x.n == \"a\").@count > 0")
    try assertText("a[first] == b[0]", prints: "a[FIRST] == b[0]")
    try assertText("a[#first] == b[#size.c + 1]", prints: "a[#first] == b[size.c + 1]")
    try assertText("{1, 2}[SIZE] == $x[$y].z", prints: "{1, 2}[SIZE] == $x[$y].z")
    try assertText("a.@sum.b == @count", prints: "a.@sum.b == @count")
  }

  /// Observed: a public test suite that ran against Apple's framework.
  func testFormsThatWereObserved() throws {
    try assertText(
      "FUNCTION(a, \"pow:\", 3) == 8", prints: "FUNCTION(a, \"pow:\" , 3) == 8")
    try assertText(
      "FUNCTION('a', 'uppercase') == 'A'", prints: "FUNCTION(\"a\", \"uppercase\") == \"A\"")
    try assertText("SELF like[c] 'a*b'", prints: "SELF LIKE[c] \"a*b\"")
    try assertText("'a' * 'b' == c", prints: "\"a\" * \"b\" == c")
    try assertText("a.firstName.length == 3", prints: "a.firstName.length == 3")
    try assertText("a[SIZE] == 3", prints: "a[SIZE] == 3")
    try assertText("$a.$b == 'ABC'", prints: "$a.$b == \"ABC\"")
    try assertText("a.$b.c.d == 1", prints: "a.$b.c.d == 1")
    try assertText("a.b.$c > a.$d.$e", prints: "a.b.$c > a.$d.$e")
  }

  func testLiteralsReadBack() throws {
    try assertText(#"a == "q\"\\\n\tü""#, prints: #"a == "q\"\\\n\tü""#)
    try assertText("a == 'it\\'s'", prints: "a == \"it's\"")
    try assertText(#"a == "\u00e9\U0001F600""#, prints: "a == \"é😀\"")
    try assertText("a IN {1, 2.5, 'x', nil}", prints: "a IN {1, 2.5, \"x\", nil}")
    try assertText(
      "d == CAST(1000.5, 'NSDate')", prints: "d == CAST(1000.500000, \"NSDate\")")
    try assertText("a == .5", prints: "a == 0.5")
    try assertText("a == 1e3", prints: "a == 1000")
    try assertText("a == 0x1F", prints: "a == 31")
    try assertText("a == 0o17 AND b == 0b101", prints: "a == 15 AND b == 5")
    try assertText("a == 1E-7", prints: "a == 1e-07")
    try assertText("a == -9223372036854775808", prints: "a == -9223372036854775808")
    try assertText("#like LIKE 'like'", prints: "#like LIKE \"like\"")  // B007
    try assertText("size > first", prints: "size > first")
    try assertText("a.in.like == 1", prints: "a.in.like == 1")
  }

  func testConstantsOfEveryKindReadBack() throws {
    let values: [PredicateValue] = [
      .bool(true), .int(-5), .double(0.1), .decimal(10.11), .string("a\"b"),
      .decimal(Decimal(string: "1.2345678901234567890123") ?? 0),
      .date(Date(timeIntervalSinceReferenceDate: 737_057_651.669581)),
      .date(Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)), .data(Data([0, 1, 255])),
      .uuid(UUID()), .array([.int(1), .string("x")]), .set([.int(2), .int(1)]),
    ]
    for value in values {
      let node = PredicateNode.comparison(Comparison(.keyPath(["a"]), .equal, .constant(value)))
      let again = try makePredicate(node.description)
      guard case .set = value else {
        XCTAssertEqual(again.canonical, node.canonical, node.description)
        continue
      }
      XCTAssertEqual(again.description, "a == {1, 2}")
    }
  }
}
