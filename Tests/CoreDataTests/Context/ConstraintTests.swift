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

  /// Categories with unique names, and books that refer to them.
  private func library(hasInverse: Bool, isRequired: Bool = false) throws -> Stack {
    let category = TestModel.entity("Category", [TestModel.attribute("name", .stringAttributeType)])
    category.uniquenessConstraints = [["name"]]
    let book = TestModel.entity("Book", [TestModel.attribute("title", .stringAttributeType)])
    let its = TestModel.relationship("category", category, toMany: false)
    its.isOptional = !isRequired
    let also = TestModel.relationship("also", category, toMany: true)
    also.isOrdered = true
    book.properties += [its, also]
    if hasInverse {
      let books = TestModel.relationship("books", book, toMany: true)
      TestModel.join(its, books)
      category.properties += [books]
    }
    return try Stack(TestModel.model([category, book]))
  }

  /// What refers to the object that gives way leads to the one that remains, be it stored or new.
  func testReferencesFollowWhatRemains() throws {
    for isStored in [true, false] {
      let stack = try library(hasInverse: false)
      stack.context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
      if isStored {
        _ = stack.insert("Category", ["name": "Food"])
        try stack.context.save()
      }
      let given = stack.insert("Category", ["name": "Food"])
      if !isStored { _ = stack.insert("Category", ["name": "Food"]) }
      let other = stack.insert("Category", ["name": "Other"])
      let book = stack.insert("Book", ["title": "B", "category": given])
      book.setValue(NSOrderedSet(array: [given, other]), forKey: "also")
      try stack.context.save()
      XCTAssertEqual(try stack.sql("select count(*) from ZCATEGORY"), [["2"]])
      let fresh = try XCTUnwrap(try stack.fetch("Book", in: stack.another()).first)
      let category = fresh.value(forKey: "category") as? NSManagedObject
      XCTAssertEqual(category?.value(forKey: "name") as? String, "Food", "stored: \(isStored)")
      let also = (fresh.value(forKey: "also") as? NSOrderedSet)?.array as? [NSManagedObject]
      XCTAssertEqual(
        also?.compactMap { $0.value(forKey: "name") as? String }, ["Food", "Other"])
    }
  }

  /// A policy that takes away what another object needs leaves that object invalid, and the save is
  /// refused instead of writing no value for a required one.
  func testWhatAPolicyTakesAwayIsMissed() throws {
    let stack = try library(hasInverse: true, isRequired: true)
    stack.context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    let given = stack.insert("Category", ["name": "Food"])
    let kept = stack.insert("Category", ["name": "Food"])
    let book = stack.insert("Book", ["title": "B", "category": given])
    XCTAssertThrowsError(try stack.context.save()) { error in
      XCTAssertEqual((error as NSError).code, NSValidationMissingMandatoryPropertyError)
    }
    XCTAssertEqual(try stack.sql("select count(*) from ZBOOK"), [["0"]])
    book.setValue(kept, forKey: "category")
    try stack.context.save()
    XCTAssertEqual(
      try stack.sql("select ZNAME from ZBOOK join ZCATEGORY on ZCATEGORY = ZCATEGORY.Z_PK"),
      [["Food"]])
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
