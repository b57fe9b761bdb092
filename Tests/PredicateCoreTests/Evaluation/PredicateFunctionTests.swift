import Foundation
import PredicateCore
import XCTest

/// The built-in functions. Truth: Apple's reference of `NSExpression(forFunction:arguments:)`.
final class PredicateFunctionTests: XCTestCase {
  func testMethodsWithoutArgumentsAndVariableKeys() throws {  // observed
    let person = entry(["name": .string("Lily")])
    XCTAssertEqual(try value("FUNCTION(a, 'name')", entry(["a": person])), .string("Lily"))
    XCTAssertEqual(try value("FUNCTION('a', 'uppercaseString')"), .string("A"))
    XCTAssertTrue(
      try matches(
        "$a.$b == 'ABC'", .null, ["a": entry(["a": .string("ABC")]), "b": .string("a")]))
    XCTAssertTrue(
      try matches("a.$k.name == 'Lily'", entry(["a": entry(["p": person])]), ["k": .string("p")]))
    XCTAssertThrowsError(
      try matches("$a.$b > 1", .null, ["a": .array([.int(2)]), "b": .int(0)]))
  }

  /// Found by the fuzzer: Foundation traps where a double is beyond a decimal's range.
  func testNumbersBeyondADecimal() throws {
    let huge = String(repeating: "3", count: 30)
    XCTAssertEqual(try value("\(huge) ** 333 - \(huge)"), .double(.infinity))
    XCTAssertEqual(try value("\(huge) - \(huge)"), .decimal(0))
    XCTAssertEqual(
      try value("CAST(1e308 * 10, 'NSDecimalNumber')").number?.approximation.isNaN, true)
    XCTAssertEqual(try value("(1e200 + \(huge)) / 1e100"), .double(1e100))
    XCTAssertEqual(try value("random:(-9223372036854775808)"), .int(0))
  }

  func testEveryFunctionWithItsResult() throws {
    let cases: [(String, PredicateValue)] = [
      ("sum:({1, 2, 3})", .int(6)), ("sum:(1, 2.5)", .double(3.5)), ("count:({1, nil})", .int(2)),
      ("average:({1, 2})", .double(1.5)), ("min:({3, 1, 2})", .int(1)),
      ("max:({'a', 'b'})", .string("b")), ("median:({1, 9, 3})", .int(3)),
      ("median:({1, 2})", .double(1.5)), ("mode:({1, 2, 2})", .array([.int(2)])),
      ("stddev:({2, 4})", .double(1)), ("add:to:(1, 2)", .int(3)),
      ("from:subtract:(1, 2)", .int(-1)), ("multiply:by:(2, 2.5)", .double(5)),
      ("divide:by:(7, 2)", .int(3)), ("7 / 2.0", .double(3.5)), ("-7 / 2", .int(-3)),
      ("1 / 0", .null), ("1.0 / 0", .null), ("modulus:by:(7, 3)", .int(1)), ("7 %% 0", .null),
      ("2 ** 10", .int(1024)), ("sqrt:(9)", .double(3)),
      ("log:(1000)", .double(3)), ("ln:(1)", .double(0)), ("exp:(0)", .double(1)),
      ("ceiling:(1.2)", .double(2)), ("floor:(1.8)", .double(1)), ("trunc:(-1.8)", .double(-1)),
      ("abs:(-3)", .int(3)), ("bitwiseAnd:with:(6, 3)", .int(2)), ("6 | 1", .int(7)),
      ("6 ^ 3", .int(5)), ("1 << 4", .int(16)), ("16 >> 2", .int(4)), ("~0", .int(-1)),
      ("uppercase:('aé')", .string("AÉ")), ("lowercase:('AÉ')", .string("aé")),
      ("canonical:('AÉ')", .string("ae")), ("length:('abc')", .int(3)),
      ("CAST('12', 'NSNumber')", .int(12)), ("CAST(12, 'NSString')", .string("12")),
      ("CAST(a, 'NSNumber')", .null), ("uppercase:(nil)", .null), ("1 + nil", .null),
      ("{1, 2} UNION {2, 3}", .set([.int(1), .int(2), .int(3)])),
      ("{1, 2} INTERSECT {2, 3}", .set([.int(2)])), ("{1, 2} MINUS {2, 3}", .set([.int(1)])),
      ("TERNARY(1 < 2, 'y', 'n')", .string("y")), ("FUNCTION(4, 'sqrt:')", .double(2)),
      ("FUNCTION('abc', 'valueForKey:', 'length')", .int(3)),
      ("CAST(86400, 'NSDate') - CAST(0, 'NSDate')", .double(86400)),
      ("9223372036854775807 + 1", .double(0x1p63)),
    ]
    for (text, expected) in cases {
      XCTAssertEqual(try value(text, entry([:])), expected, text)
    }
  }

  func testNowAndRandom() throws {
    guard case .date(let now) = try value("now()") else { return XCTFail("now() is a date") }
    XCTAssertLessThan(abs(now.timeIntervalSinceNow), 5)
    guard case .double(let chance) = try value("random()") else { return XCTFail("a double") }
    XCTAssertTrue((0..<1).contains(chance))
  }

  func testDecimalsStayDecimals() throws {
    let price = entry(["p": .decimal(Decimal(string: "0.1") ?? 0)])
    XCTAssertEqual(try value("p + 0.2", price), .decimal(Decimal(string: "0.3") ?? 0))
    XCTAssertTrue(try matches("p * 3 == 0.3", price))
  }

  func testErrorsNameTheFunction() {
    for text in ["nosuch:(1)", "sqrt:(1, 2)", "sqrt:('x')", "sum:({'a'})", "'a' + 1", "5[0]"] {
      XCTAssertThrowsError(try value(text), text) { error in
        XCTAssertTrue(error is PredicateEvaluationError, "\(error)")
      }
    }
  }
}
