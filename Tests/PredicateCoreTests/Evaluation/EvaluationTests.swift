import Foundation
import PredicateCore
import XCTest

/// What predicates mean on plain values.
final class EvaluationTests: XCTestCase {
  func testCollectionLiteralsIndexesAndSizes() throws {  // B008, observed
    XCTAssertTrue(try matches("{1, 2, 3}[SIZE] = 3"))
    XCTAssertTrue(try matches("{1, 2, 3}[FIRST] = 1"))
    XCTAssertTrue(try matches("{1, 2, {3}}[LAST] = {3}"))
    XCTAssertFalse(try matches("{}[FIRST] = 1"))
    let three: PredicateValue = .array([.int(1), .int(2), .int(3)])
    let four: PredicateValue = .array([.int(1), .int(2), .int(3), .int(4)])
    XCTAssertTrue(try matches("{1, 2, 3} = $arr", .null, ["arr": three]))
    XCTAssertFalse(try matches("{1, 2, 3} = $arr", .null, ["arr": four]))
  }

  func testVariables() throws {  // B009, observed
    let bond = entry(["firstName": .string("James"), "lastName": .string("Bond")])
    let text = "firstName == $FIRST_NAME and lastName == $LAST_NAME"
    let values: [String: PredicateValue] = [
      "FIRST_NAME": .string("James"), "LAST_NAME": .string("Bond"),
    ]
    XCTAssertTrue(try matches(text, bond, values))
    let template = try makePredicate(text)
    let bound = template.substituting(values)
    XCTAssertTrue(try CompiledPredicate(bound).matches(bond))
    XCTAssertEqual(template, try makePredicate(text))
    XCTAssertTrue(try matches("$a[$b] > 1", .null, ["a": .array([.int(2)]), "b": .int(0)]))
    XCTAssertThrowsError(try matches("a == $missing", bond)) { error in
      XCTAssertEqual(error as? PredicateEvaluationError, .unboundVariable("missing"))
    }
  }

  func testSubstitutionLeavesTheVariableOfASubquery() throws {
    let node = try makePredicate("SUBQUERY($x, $x, $x > $y).@count == 1")
    let bound = node.substituting(["x": .array([.int(1), .int(5)]), "y": .int(3)])
    XCTAssertEqual(bound.description, "SUBQUERY({1, 5}, $x, $x > 3).@count == 1")
    XCTAssertTrue(try CompiledPredicate(bound).matches(.null))
  }

  func testLike() throws {  // B010, observed
    XCTAssertTrue(try matches("self like 'a*b*c?e'", .string("abcfebbcce")))
    XCTAssertFalse(try matches("self like 'a*b*c?e'", .string("aaabbbcccc")))
    XCTAssertTrue(try matches("self like '*?'", .string("a")))
    XCTAssertFalse(try matches("self like '*?'", .string("")))
    XCTAssertFalse(try matches("self like 'abc'", .string("ABC")))
    XCTAssertTrue(try matches("self like[c] 'abc'", .string("ABC")))
    XCTAssertFalse(
      try matches("name LIKE 'test*.foo'", entry(["name": .string("atestp.foo")])))
    XCTAssertTrue(try matches("self like 'a\\\\*c'", .string("a*c")))
    XCTAssertFalse(try matches("self like 'a\\\\*c'", .string("abc")))
  }

  func testLikeDoesNotBlowUp() throws {
    let text = String(repeating: "a", count: 5000)
    let pattern = String(repeating: "a*", count: 200) + "b"
    XCTAssertFalse(try matches("self like '\(pattern)'", .string(text)))
  }

  func testMatches() throws {  // B011, observed
    XCTAssertTrue(try matches("'hello' MATCHES 'hel{2}o'"))
    XCTAssertFalse(try matches("'xhello' MATCHES 'hel{2}o'"))
    XCTAssertTrue(try matches("'John' MATCHES[c] 'john'"))
    XCTAssertTrue(
      try matches("SELF MATCHES '.*(CAT){3,}(?!CA).*'", .string("CATCATCATGTCT")))
    XCTAssertFalse(try matches("SELF MATCHES '.*(CAT){3,}(?!CA).*'", .string("CAT")))
    XCTAssertTrue(try matches("'ab' MATCHES 'a|ab'"))
    XCTAssertThrowsError(try matches("'a' MATCHES '('"))
    XCTAssertThrowsError(try matches("'a' MATCHES 'a)(a'"))
  }

  func testCaseAndDiacriticsAreIndependent() throws {  // B012, observed
    let cafe = PredicateValue.string("Café con Leche")
    XCTAssertTrue(try matches("self CONTAINS[c] 'café'", cafe))
    XCTAssertTrue(try matches("self CONTAINS[cd] 'CAFE'", cafe))
    XCTAssertFalse(try matches("self CONTAINS[c] 'CAFE'", cafe))
    XCTAssertTrue(try matches("self CONTAINS[d] 'Cafe'", cafe))
    XCTAssertFalse(try matches("self CONTAINS[d] 'cafe'", cafe))
    XCTAssertTrue(try matches("self ENDSWITH[c] 'LECHE'", cafe))
    XCTAssertTrue(try matches("self BEGINSWITH[cd] 'cafe'", cafe))
    XCTAssertTrue(try matches("self ==[c] 'CAFÉ CON LECHE'", cafe))
    XCTAssertTrue(try matches("self LIKE[cd] 'CAFE*'", cafe))
    XCTAssertTrue(try matches("self IN[cd] {'x', 'CAFE CON LECHE'}", cafe))
    XCTAssertTrue(try matches("'STRASSE' ==[c] 'strasse'"))
  }

  func testNilInComparisons() throws {  // B013, observed
    XCTAssertTrue(try matches("self == NiL"))
    XCTAssertTrue(try matches("self != 42"))
    for text in [
      "self > -1", "self > ''", "self like 'nil'", "self in {'a'}", "self contains 42",
      "self < 1", "self BETWEEN {1, 2}", "self MATCHES 'x'", "self BEGINSWITH 'x'",
    ] {
      XCTAssertFalse(try matches(text), text)
    }
    XCTAssertFalse(try matches("self != nil"))
    XCTAssertTrue(try matches("self != nil", .int(0)))
  }

  func testNumbersAndTextDoNotMix() throws {  // B015, observed
    XCTAssertTrue(try matches("self <> 42", .string("42")))
    XCTAssertFalse(try matches("self <> 42", .int(42)))
    XCTAssertFalse(try matches("self contains 42", .array([.string("42")])))
    XCTAssertTrue(try matches("self contains 42", .array([.string("a"), .int(42)])))
    XCTAssertFalse(try matches("self in {'a', 'b', 1, 2}", .string("1")))
    XCTAssertFalse(try matches("self < 43", .string("42")))
  }

  func testNumbersOfDifferentTypesAreEqualByValue() throws {
    XCTAssertTrue(try matches("self == 1", .bool(true)))
    XCTAssertTrue(try matches("self == 1", .double(1)))
    XCTAssertTrue(try matches("self == 10.11", .decimal(Decimal(string: "10.11") ?? 0)))
    XCTAssertTrue(try matches("self == 0.1", .decimal(Decimal(string: "0.1") ?? 0)))
    XCTAssertTrue(
      try matches("self < 9223372036854775807", .int(9_223_372_036_854_775_806)))
    XCTAssertFalse(
      try matches("self == 9223372036854775808.0", .int(9_223_372_036_854_775_807)))
    XCTAssertTrue(try matches("self IN {1.0, 2.0, 3, 4, 5, 6, 7, 8, 9, 10}", .int(2)))
    XCTAssertFalse(try matches("self == self", .double(.nan)))
  }

  func testInAndContainsOnTexts() throws {  // B016, observed
    XCTAssertTrue(try matches("'BBB' IN 'AABBBAA'"))
    XCTAssertTrue(try matches("'AABBBAA' CONTAINS 'BBB'"))
    XCTAssertFalse(try matches("name CONTAINS 'Y'", entry(["name": .string("xyz")])))
    XCTAssertTrue(
      try matches("list CONTAINS 'a'", entry(["list": .array([.string("a"), .string("b")])])))
    XCTAssertThrowsError(try matches("1 IN 5"))
  }

  func testBetween() throws {  // B017, observed
    XCTAssertTrue(try matches("2 BETWEEN {2, 5}"))
    XCTAssertTrue(try matches("5 BETWEEN {2, 5}"))
    XCTAssertFalse(try matches("5.5 BETWEEN {2, 5}"))
    XCTAssertTrue(try matches("'b' BETWEEN {'a', 'c'}"))
    for text in ["42 BETWEEN {23}", "42 BETWEEN {0, 23, 50}", "42 BETWEEN 5"] {
      XCTAssertThrowsError(try matches(text), text)
    }
  }

  func testQuantifiers() throws {  // B018, observed
    let collections: [PredicateValue] = [[0, 42, 100], [41, 42, 43], [0, 22, 100], []].map {
      .array($0.map { .int(Int64($0)) })
    }
    let expected: [String: [Bool]] = [
      "ANY": [true, true, false, false], "SOME": [true, true, false, false],
      "ALL": [false, true, false, true], "NONE": [false, false, true, true],
    ]
    for (quantifier, results) in expected {
      for (collection, result) in zip(collections, results) {
        XCTAssertEqual(
          try matches("\(quantifier) self BETWEEN {23, 50}", collection), result,
          "\(quantifier) \(collection)")
      }
    }
    XCTAssertThrowsError(try matches("ANY self == 1", .int(1)))
  }

  func testSubqueryTiesConditionsToOneElement() throws {  // B021, documented
    let ann = entry(["name": .string("Ann"), "salary": .int(10)])
    let bob = entry(["name": .string("Bob"), "salary": .int(90)])
    let department = entry(["employees": .array([ann, bob])])
    XCTAssertTrue(
      try matches(
        "ANY employees.salary > 50 AND ANY employees.name BEGINSWITH 'A'", department))
    XCTAssertFalse(
      try matches(
        "SUBQUERY(employees, $e, $e.salary > 50 AND $e.name BEGINSWITH 'A').@count > 0",
        department))
    XCTAssertTrue(
      try matches("SUBQUERY(employees, $e, $e.salary > 50).name CONTAINS 'Bob'", department))
  }

  func testKeyPathOperators() throws {
    let team = entry([
      "players": .array([
        entry(["goals": .int(3)]), entry(["goals": .int(4)]), entry(["goals": .null]),
      ]),
      "nobody": .array([]),
    ])
    XCTAssertEqual(try value("players.@count", team), .int(3))
    XCTAssertEqual(try value("players.@sum.goals", team), .int(7))
    XCTAssertEqual(try value("players.goals.@sum", team), .int(7))
    XCTAssertEqual(try value("players.@avg.goals", team), .double(3.5))
    XCTAssertEqual(try value("players.@max.goals", team), .int(4))
    XCTAssertEqual(try value("players.@min.goals", team), .int(3))
    XCTAssertEqual(try value("nobody.@sum.goals", team), .int(0))
    XCTAssertEqual(try value("nobody.@max.goals", team), .null)
    XCTAssertEqual(try value("players.@unionOfObjects.goals", team), .array([.int(3), .int(4)]))
    XCTAssertEqual(try value("players.goals", team), .array([.int(3), .int(4), .null]))
    XCTAssertEqual(try value("players.missing.key", .null), .null)
  }

  func testAssignmentBindsForWhatFollows() throws {
    XCTAssertTrue(try matches("($x := 5) == 5 AND $x + 1 == 6"))
  }

  func testAnyKey() throws {
    XCTAssertTrue(try matches("ANYKEY == 'x'", entry(["a": .int(1), "b": .string("x")])))
    XCTAssertFalse(try matches("ANYKEY == 'y'", entry(["a": .int(1), "b": .string("x")])))
  }

  func testPlainSwiftObjectsAnswerByProperty() throws {
    final class Person {
      let name = "Ann"
      let age = 3
    }
    let person = PredicateValue(Person())
    XCTAssertTrue(try matches("name == 'Ann' AND age > 2 AND name.length == 3", person))
    XCTAssertThrowsError(try matches("wrong == 1", person)) { error in
      guard case .unknownKey("wrong", _)? = error as? PredicateEvaluationError else {
        return XCTFail("\(error)")
      }
    }
  }
}
