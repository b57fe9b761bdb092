import CoreData
import XCTest

/// Limits as validation predicates (corpus 027, 033; acceptance League; seeds 003-4).
final class AttributeLimitsTests: XCTestCase {
  func testTheLimitsOfTheLeague() throws {
    let model = try ModelFile.read(Shared.url("acceptance/models/League.xcdatamodeld"))
    let player = try XCTUnwrap(model.entitiesByName["Player"])
    let first = try XCTUnwrap(player.attributesByName["firstName"])
    XCTAssertEqual(
      first.validationPredicates.map(\.predicateFormat), ["length >= 1", "length <= 40"])
    XCTAssertEqual(first.validationWarnings as? [Int], [1670, 1660])
    let goals = try XCTUnwrap(player.attributesByName["goals"])
    XCTAssertEqual(
      goals.validationPredicates.map(\.predicateFormat), ["SELF >= 0", "SELF <= 5000"])
    XCTAssertEqual(goals.validationWarnings as? [Int], [1620, 1610])
    XCTAssertTrue(goals.validationPredicates[1].evaluate(with: 5000))
    XCTAssertFalse(goals.validationPredicates[1].evaluate(with: 5001))
    let email = try XCTUnwrap(player.attributesByName["email"])
    XCTAssertEqual(email.validationWarnings as? [Int], [1680])
    XCTAssertTrue(email.validationPredicates[0].evaluate(with: "a@b.de"))
    XCTAssertFalse(email.validationPredicates[0].evaluate(with: "a at b"))
  }

  func testLimitsAreTakenOutAgain() throws {
    let model = try ModelFile.read(Shared.url("acceptance/models/League.xcdatamodeld"))
    let player = try XCTUnwrap(model.entitiesByName["Player"])
    let limits = AttributeLimits(try XCTUnwrap(player.attributesByName["goals"]))
    XCTAssertEqual(
      limits.validations(.integer32AttributeType).map(\.predicate.predicateFormat),
      ["SELF >= 0", "SELF <= 5000"])
    XCTAssertNil(limits.pattern)
  }

  /// Conditions of the model's author are no limits, and keep their texts.
  func testOwnConditions() {
    let attribute = NSAttributeDescription()
    attribute.name = "title"
    attribute.type = .string
    attribute.setValidationPredicates(
      [NSPredicate(format: "SELF CONTAINS 'title'")], withValidationWarnings: ["No title."])
    XCTAssertEqual(attribute.validationWarnings as? [String], ["No title."])
    XCTAssertEqual(AttributeLimits(attribute), AttributeLimits())
  }
}
