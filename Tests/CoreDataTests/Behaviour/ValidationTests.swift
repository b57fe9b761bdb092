import XCTest

@testable import CoreData

/// Validation and what its errors say: cases B062–B064.
final class ValidationTests: XCTestCase {
  private func strictModel() -> NSManagedObjectModel {
    let model = TestModel.employees(nameIsRequired: true)
    let salary = model.entitiesByName["Employee"]?.attributesByName["salary"]
    salary?.setValidationPredicates(
      [NSPredicate(format: "SELF >= 0")], withValidationWarnings: ["Salary is negative."])
    return model
  }

  func testOneMissingValue() throws {  // B062
    let stack = try Stack(TestModel.employees(nameIsRequired: true))
    let object = stack.insert("Employee")
    let error = nsError { try stack.context.save() }
    XCTAssertEqual(error?.domain, NSCocoaErrorDomain)
    XCTAssertEqual(error?.code, 1570)
    XCTAssertEqual(error?.userInfo[NSValidationKeyErrorKey] as? String, "name")
    XCTAssertTrue(error?.userInfo[NSValidationObjectErrorKey] as AnyObject === object)
    XCTAssertEqual(error?.localizedDescription, "name is a required value.")
    XCTAssertNil(error?.userInfo[NSDetailedErrorsKey])
    XCTAssertTrue(object.isInserted)
  }

  func testTwoProblemsInOneObject() throws {  // B063
    let stack = try Stack(strictModel())
    let object = stack.insert("Employee", ["salary": -1])
    for error in [
      nsError { try stack.context.save() }, nsError { try object.validateForInsert() },
    ] {
      XCTAssertEqual(error?.code, 1560)
      XCTAssertEqual(error?.localizedDescription, "Multiple validation errors occurred.")
      let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
      XCTAssertEqual(details.count, 2)
      XCTAssertTrue(details.contains { $0.code == 1570 })
    }
  }

  func testTwoProblemsInTwoObjects() throws {  // B063
    let stack = try Stack(strictModel())
    _ = stack.insert("Employee")
    _ = stack.insert("Employee", ["name": "x", "salary": -1])
    let error = nsError { try stack.context.save() }
    XCTAssertEqual(error?.code, 1560)
    XCTAssertEqual((error?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count, 2)
  }

  func testRulesGivenInCode() throws {  // B064
    let model = TestModel.employees()
    let rule = NSPredicate(format: "length >= 2")
    model.entitiesByName["Employee"]?.attributesByName["name"]?.setValidationPredicates(
      [rule], withValidationWarnings: ["Name is too short."])
    let stack = try Stack(model)
    let object = stack.insert("Employee", ["name": "A"])
    let error = nsError { try object.validateForInsert() }
    XCTAssertEqual(error?.code, 1550)
    XCTAssertEqual(error?.localizedDescription, "Name is too short.")
    XCTAssertEqual(
      (error?.userInfo[NSValidationPredicateErrorKey] as? NSPredicate)?.predicateFormat,
      rule.predicateFormat)
    XCTAssertEqual(error?.userInfo[NSValidationKeyErrorKey] as? String, "name")
    XCTAssertEqual(error?.userInfo[NSValidationValueErrorKey] as? String, "A")
  }

  func testAClassesOwnErrorComesBackAsItIs() throws {  // B064
    let stack = try Stack(BehaviourModel.hooked())
    let item = stack.insert("HookedItem", ["salary": -1])
    for error in [nsError { try stack.context.save() }, nsError { try item.validateForInsert() }] {
      XCTAssertEqual(error?.domain, "Payroll")
      XCTAssertEqual(error?.code, 7)
    }
    var value: Any? = -5
    XCTAssertThrowsError(try item.validateValue(&value, forKey: "salary"))
    value = 5
    XCTAssertNoThrow(try item.validateValue(&value, forKey: "salary"))
  }

  func testMembersAreCounted() throws {
    let model = TestModel.employees()
    let employees = model.entitiesByName["Department"]?.relationshipsByName["employees"]
    employees?.isOptional = false
    employees?.minCount = 2
    employees?.maxCount = 3
    let stack = try Stack(model)
    let d = stack.insert("Department")
    var codes: [Int?] = []
    for _ in 0..<5 {
      codes.append(nsError { try d.validateForInsert() }?.code)
      stack.insert("Employee").setValue(d, forKey: "department")
    }
    XCTAssertEqual(codes, [1570, 1580, nil, nil, 1590])
  }

  /// Inferred: Apple's framework raises an exception for a pattern that is no regular expression.
  func testARuleThatCannotBeAskedIsAFailureAndNoTrap() throws {
    let model = TestModel.employees()
    model.entitiesByName["Employee"]?.attributesByName["name"]?.setValidationPredicates(
      [NSPredicate(format: "SELF MATCHES %@", "(((")],
      withValidationWarnings: ["Name is odd."])
    let stack = try Stack(model)
    _ = stack.insert("Employee", ["name": "A"])
    let error = nsError { try stack.context.save() }
    XCTAssertEqual(error?.code, 1550)
    XCTAssertTrue(error?.localizedDescription.hasPrefix("Name is odd.") ?? false)
    XCTAssertTrue(error?.localizedDescription.contains("cannot be evaluated") ?? false)
    XCTAssertNotNil(error?.userInfo[NSUnderlyingErrorKey])
  }

}
