import XCTest

@testable import CoreData

/// Ids, uniquing, registration: cases B039–B042 (observed and documented).
final class IdentityTests: XCTestCase {
  func testTemporaryAndPermanentIDs() throws {  // B039
    let stack = try Stack(TestModel.employees())
    let object = stack.insert("Employee")
    let before = object.objectID
    XCTAssertTrue(before.isTemporaryID)
    XCTAssertTrue(
      before.uriRepresentation().absoluteString.hasPrefix("x-coredata:///Employee/t"))
    XCTAssertNil(before.persistentStore)
    try stack.context.save()
    let after = object.objectID
    XCTAssertFalse(after.isTemporaryID)
    XCTAssertNotEqual(before, after)
    let uri = after.uriRepresentation().absoluteString
    XCTAssertNotNil(
      uri.range(of: "^x-coredata://[0-9A-F-]{36}/Employee/p[0-9]+$", options: .regularExpression),
      uri)
    XCTAssertEqual(
      stack.coordinator.managedObjectID(forURIRepresentation: after.uriRepresentation()), after)
    XCTAssertTrue(after.persistentStore === stack.coordinator.persistentStores.first)
  }

  func testObtainingPermanentIDsDoesNotSave() throws {  // B040
    let stack = try Stack(TestModel.employees())
    let object = stack.insert("Employee", ["name": "Ann"])
    let department = stack.insert("Department")
    object.setValue(department, forKey: "department")
    try stack.context.obtainPermanentIDs(for: [object, department])
    let id = object.objectID
    XCTAssertFalse(id.isTemporaryID)
    XCTAssertTrue(object.isInserted)
    XCTAssertTrue(object.value(forKey: "department") as AnyObject === department)
    try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE", [["0"]])
    XCTAssertTrue(stack.context.registeredObject(for: id) === object)
    try stack.context.save()
    XCTAssertEqual(object.objectID, id)
    XCTAssertFalse(object.isInserted)
    try stack.assertSQL("SELECT ZDEPARTMENT IS NOT NULL FROM ZEMPLOYEE", [["1"]])
  }

  func testExistingRegisteredAndFaultingLookups() throws {  // B041
    let stack = try Stack(TestModel.employees())
    let x = stack.insert("Employee", ["name": "X"])
    try stack.context.save()
    let gone = x.objectID
    stack.context.delete(x)
    try stack.context.save()
    let fresh = stack.another()
    let unsaved = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: fresh)
    XCTAssertTrue(try fresh.existingObject(with: unsaved.objectID) === unsaved)
    let error = nsError { _ = try fresh.existingObject(with: gone) }
    XCTAssertEqual(error?.code, 133000)
    XCTAssertEqual(error?.domain, NSCocoaErrorDomain)
    XCTAssertNil(fresh.registeredObject(for: gone))
    XCTAssertTrue(fresh.object(with: gone).isFault)
  }

  func testAnExistingObjectIsNeverAFault() throws {  // B041
    let stack = try Stack(TestModel.employees())
    let id = try saved(stack).objectID
    let fresh = stack.another()
    let fault = fresh.object(with: id)
    XCTAssertTrue(fault.isFault)
    XCTAssertTrue(try fresh.existingObject(with: id) === fault)
    XCTAssertFalse(fault.isFault)
  }

  func testOneRowOneObjectPerContext() throws {  // B042
    let stack = try Stack(TestModel.employees())
    let object = try saved(stack)
    let other = stack.another()
    let first = try stack.fetch("Employee", in: other)
    let second = try stack.fetch("Employee", in: other)
    XCTAssertTrue(first[0] === second[0])
    XCTAssertFalse(first[0] === object)
    XCTAssertEqual(first[0].objectID, object.objectID)
  }

  func testAFaultWhoseRowIsGoneReadsNilAndIsDeleted() throws {  // shouldDeleteInaccessibleFaults
    let stack = try Stack(TestModel.employees())
    let object = try saved(stack)
    let other = stack.another()
    let fault = other.object(with: object.objectID)
    stack.context.delete(object)
    try stack.context.save()
    XCTAssertNil(fault.value(forKey: "name"))
    XCTAssertTrue(fault.isDeleted)
    XCTAssertNoThrow(try other.save())
  }

  private func saved(_ stack: Stack) throws -> NSManagedObject {
    let object = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    return object
  }
}
