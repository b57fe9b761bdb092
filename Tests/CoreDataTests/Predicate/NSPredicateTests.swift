import CoreData
import PredicateCore
import XCTest

/// The public predicate classes.
final class NSPredicateTests: XCTestCase {
  func testAFormatGivesAPredicateOfTheFittingClass() throws {  // B005, observed
    let comparison = NSPredicate(format: "a == %d", 99)
    XCTAssertEqual(comparison.predicateFormat, "a == 99")  // B001, observed
    let parts = try XCTUnwrap(comparison as? NSComparisonPredicate)
    XCTAssertEqual(parts.leftExpression.keyPath, "a")
    XCTAssertEqual(parts.rightExpression.constantValue as? Int, 99)
    XCTAssertEqual(parts.predicateOperatorType, .equalTo)
    XCTAssertEqual(parts.comparisonPredicateModifier, .direct)
    let compound = try XCTUnwrap(
      NSPredicate(format: "a == 1 and b == 2 and (c == 3 or d == 4)") as? NSCompoundPredicate)
    XCTAssertEqual(compound.compoundPredicateType, .and)
    XCTAssertEqual(compound.subpredicates.count, 3)
    XCTAssertTrue(compound.subpredicates[2] is NSCompoundPredicate)
  }

  func testConstantPredicatesEqualTheirValue() {  // B006, observed
    XCTAssertEqual(NSPredicate(format: "truePredicate"), NSPredicate(value: true))
    XCTAssertEqual(NSPredicate(format: "FALSEPREDICATE"), NSPredicate(value: false))
    XCTAssertTrue(NSPredicate(value: true).evaluate(with: nil))
  }

  func testParsingThrowsForTheConsole() {
    XCTAssertThrowsError(try NSPredicate.parse("a ==")) { error in
      XCTAssertEqual((error as? PredicateSyntaxError)?.position, 4)
    }
  }

  func testArgumentsOfEveryKind() {
    let date = Date(timeIntervalSinceReferenceDate: 1000)
    XCTAssertTrue(NSPredicate(format: "self > %@", date).evaluate(with: date.addingTimeInterval(1)))
    XCTAssertTrue(NSPredicate(format: "self IN %@", [1, 2]).evaluate(with: 2))
    XCTAssertTrue(NSPredicate(format: "self IN %@", NSSet(array: ["a"])).evaluate(with: "a"))
    XCTAssertTrue(NSPredicate(format: "self == %@", nil as String?).evaluate(with: nil))
    XCTAssertTrue(NSPredicate(format: "self == %@", NSNumber(value: true)).evaluate(with: true))
    XCTAssertTrue(
      NSPredicate(format: "%K == %@", argumentArray: ["a", 1]).evaluate(with: ["a": 1]))
    let uuid = UUID()
    XCTAssertTrue(NSPredicate(format: "self == %@", uuid as NSUUID).evaluate(with: uuid))
    XCTAssertTrue(
      NSPredicate(format: "self == %@", NSDecimalNumber(string: "0.1")).evaluate(with: 0.1))
    XCTAssertTrue(
      NSPredicate(format: "%@ OR self == 2", NSPredicate(format: "self == 1")).evaluate(with: 2))
  }

  func testTemplates() {  // B009, observed
    let template = NSPredicate(format: "firstName == $FIRST and lastName == $LAST")
    let bond = ["firstName": "James", "lastName": "Bond"]
    let values = ["FIRST": "James", "LAST": "Bond"]
    XCTAssertTrue(template.evaluate(with: bond, substitutionVariables: values))
    let bound = template.withSubstitutionVariables(values)
    XCTAssertTrue(bound.evaluate(with: bond))
    XCTAssertEqual(template.predicateFormat, "firstName == $FIRST AND lastName == $LAST")
    XCTAssertTrue(bound is NSCompoundPredicate)
  }

  func testBlocks() {
    let long = NSPredicate { object, _ in ((object as? String)?.count ?? 0) > 3 }
    XCTAssertTrue(long.evaluate(with: "four"))
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
      long, NSPredicate(format: "self BEGINSWITH 'f'"),
    ])
    XCTAssertTrue(both.evaluate(with: "four"))
    XCTAssertFalse(both.evaluate(with: "nine"))
    XCTAssertEqual(long, long)
    XCTAssertNotEqual(long, NSPredicate { _, _ in true })
  }

  func testASubclassCanDecideByItself() {
    final class Never: NSPredicate, @unchecked Sendable {
      override func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
        false
      }
    }
    XCTAssertFalse(Never().evaluate(with: 1))
    let either = NSCompoundPredicate(
      type: .or, subpredicates: [Never(), NSPredicate(value: false)])
    XCTAssertFalse(either.evaluate(with: 1))
    XCTAssertTrue(NSCompoundPredicate(notPredicateWithSubpredicate: Never()).evaluate(with: 1))
  }

  func testEqualityCopyAndArchiving() throws {
    let texts = [
      "a == 1 AND b CONTAINS[cd] \"x\"", "NOT a IN {1, 2}", "TRUEPREDICATE",
      "SUBQUERY(e, $x, $x.s > 1).@count > 0", "d > CAST(1000.500000, \"NSDate\")",
    ]
    for text in texts {
      let predicate = NSPredicate(format: text)
      XCTAssertEqual(predicate, NSPredicate(format: text))
      XCTAssertEqual(predicate.hash, NSPredicate(format: text).hash)
      XCTAssertTrue(predicate.copy() as AnyObject === predicate)
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: predicate, requiringSecureCoding: true)
      let again = try NSKeyedUnarchiver.unarchivedObject(
        ofClass: type(of: predicate), from: data)
      XCTAssertEqual(again, predicate)
    }
    XCTAssertEqual(
      NSPredicate(format: "a IN %@", [1, 2]), NSPredicate(format: "a IN {1, 2}"))
    XCTAssertEqual(NSPredicate(format: "SELF.a == 1"), NSPredicate(format: "a == 1"))
  }

  func testErrorsOfEvaluationAreThrown() {  // B017, observed
    XCTAssertThrowsError(try NSPredicate(format: "42 BETWEEN {23}").matches(nil))
  }

  func testBuiltPredicatesPrintLikeParsedOnes() {
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "name"),
      rightExpression: NSExpression(forConstantValue: "Ann"), modifier: .any, type: .contains,
      options: [.caseInsensitive])
    XCTAssertEqual(predicate.predicateFormat, "ANY name CONTAINS[c] \"Ann\"")
    let compound = NSCompoundPredicate(
      orPredicateWithSubpredicates: [predicate, NSPredicate(value: false)])
    XCTAssertEqual(
      compound.predicateFormat, "ANY name CONTAINS[c] \"Ann\" OR FALSEPREDICATE")
  }
}
