import XCTest

@testable import CoreData

/// Uniqueness constraints (case B071).
final class ConstraintTests: XCTestCase {
  private func stack() throws -> Stack {
    let category = TestModel.entity("Category", [TestModel.attribute("name", .stringAttributeType)])
    category.uniquenessConstraints = [["name"]]
    return try Stack(TestModel.model([category]))
  }

  func testTwoNewObjectsWithOneNameAreAConflict() throws {
    let stack = try stack()
    _ = stack.insert("Category", ["name": "Food"])
    _ = stack.insert("Category", ["name": "Food"])
    XCTAssertThrowsError(try stack.context.save()) { error in
      let error = error as NSError
      XCTAssertEqual(error.code, 133_021)
      let conflicts =
        error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      XCTAssertEqual(conflicts?.count, 1)
      XCTAssertEqual(conflicts?.first?.constraint, ["name"])
      XCTAssertNil(conflicts?.first?.databaseObject)
    }
    XCTAssertEqual(stack.context.insertedObjects.count, 2)
    stack.context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    try stack.context.save()
    XCTAssertEqual(try stack.sql("select ZNAME from ZCATEGORY"), [["Food"]])
  }

  func testANewObjectMeetsAStoredOne() throws {
    let stack = try stack()
    _ = stack.insert("Category", ["name": "Food"])
    try stack.context.save()
    _ = stack.insert("Category", ["name": "Food"])
    XCTAssertThrowsError(try stack.context.save())
    stack.context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    try stack.context.save()
    XCTAssertEqual(try stack.sql("select count(*) from ZCATEGORY"), [["1"]])
  }

  func testNamesMaySwap() throws {
    let stack = try stack()
    let a = stack.insert("Category", ["name": "A"])
    try stack.context.save()
    let b = stack.insert("Category", ["name": "A"])
    a.setValue("B", forKey: "name")
    try stack.context.save()
    XCTAssertEqual(b.objectID.shortName, "Category/p2")
    XCTAssertEqual(try stack.sql("select ZNAME from ZCATEGORY order by Z_PK"), [["B"], ["A"]])
  }
}
