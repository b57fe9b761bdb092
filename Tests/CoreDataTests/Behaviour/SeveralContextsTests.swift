import XCTest

@testable import CoreData

/// Parents, children and merging: cases B072, B073.
final class SeveralContextsTests: XCTestCase {
  private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = parent
    return child
  }

  private func insert(_ entity: String, _ context: NSManagedObjectContext) -> NSManagedObject {
    NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
  }

  func testAChildsSaveStopsAtTheParent() throws {  // B072
    let stack = try Stack(TestModel.employees())
    for name in ["a", "b", "c"] { _ = stack.insert("Employee", ["name": name]) }
    try stack.context.save()
    let child = child(of: stack.context)
    insert("Employee", child).setValue("d", forKey: "name")
    try child.save()
    XCTAssertFalse(child.hasChanges)
    try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE", [["3"]])
    XCTAssertEqual(try stack.fetch("Employee").count, 4)
    XCTAssertTrue(stack.context.hasChanges)
    try stack.context.save()
    try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE", [["4"]])
  }

  func testAChildsFetchSeesTheParentsUnsavedWork() throws {  // B072
    let stack = try Stack(TestModel.employees())
    let saved = stack.insert("Employee", ["name": "saved", "salary": 1])
    try stack.context.save()
    saved.setValue(2, forKey: "salary")
    _ = stack.insert("Employee", ["name": "unsaved", "salary": 3])
    let child = child(of: stack.context)
    let found = try stack.fetch("Employee", "salary > 1", sort: ["salary"], in: child)
    XCTAssertEqual(found.compactMap { $0.value(forKey: "name") as? String }, ["saved", "unsaved"])
  }

  func testAnObjectOfAChildKeepsItsIdentityThroughBothSaves() throws {  // B072
    let stack = try Stack(TestModel.employees())
    let child = child(of: stack.context)
    let object = insert("Employee", child)
    object.setValue("d", forKey: "name")
    try child.save()
    try stack.context.save()
    let found = try stack.fetch("Employee", in: child)
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(found[0] === object)
    object.setValue("e", forKey: "name")
    try child.save()
    try stack.context.save()
    try stack.assertSQL("SELECT ZNAME FROM ZEMPLOYEE", [["e"]])
  }

  func testThreeLevels() throws {
    let stack = try Stack(TestModel.employees())
    let middle = child(of: stack.context)
    let leaf = child(of: middle)
    let d = insert("Department", leaf)
    let e = insert("Employee", leaf)
    e.setValue(d, forKey: "department")
    try leaf.save()
    XCTAssertEqual(middle.insertedObjects.count, 2)
    try middle.save()
    XCTAssertEqual(stack.context.insertedObjects.count, 2)
    try stack.context.save()
    e.setValue("renamed", forKey: "name")
    let second = insert("Employee", leaf)
    second.setValue(d, forKey: "department")
    leaf.delete(e)
    try leaf.save()
    try middle.save()
    try stack.context.save()
    try stack.assertSQL("SELECT count(*), count(ZDEPARTMENT) FROM ZEMPLOYEE", [["1", "1"]])
  }

  func testPermanentIDsFromAChild() throws {
    let stack = try Stack(TestModel.employees())
    let child = child(of: stack.context)
    let object = insert("Employee", child)
    try child.obtainPermanentIDs(for: [object])
    let id = object.objectID
    XCTAssertFalse(id.isTemporaryID)
    try child.save()
    XCTAssertEqual(stack.context.insertedObjects.first?.objectID, id)
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Employee", in: stack.another()).first?.objectID, id)
  }

  func testAFailedSaveOfAChildChangesNoParent() throws {
    let stack = try Stack(TestModel.employees(nameIsRequired: true))
    let child = child(of: stack.context)
    _ = insert("Employee", child)
    XCTAssertEqual(nsError { try child.save() }?.code, 1570)
    XCTAssertFalse(stack.context.hasChanges)
    XCTAssertTrue(child.hasChanges)
  }

  func testMergingASave() throws {  // B073
    let stack = try Stack(TestModel.employees())
    let shared = stack.insert("Employee", ["name": "old", "salary": 1])
    try stack.context.save()
    let second = stack.another()
    let theirs = try stack.fetch("Employee", in: second)[0]
    theirs.setValue(99, forKey: "salary")
    let did = Heard(.NSManagedObjectContextDidSave, from: stack.context)
    let merged = Heard(.NSManagedObjectContextDidMergeChangesObjectIDs, from: second)
    shared.setValue("new", forKey: "name")
    let inserted = stack.insert("Employee", ["name": "inserted"])
    try stack.context.save()
    second.mergeChanges(fromContextDidSave: try XCTUnwrap(did.notifications.last))
    XCTAssertEqual(theirs.value(forKey: "name") as? String, "new")
    XCTAssertEqual(theirs.value(forKey: "salary") as? Int, 99)
    XCTAssertNotNil(second.registeredObject(for: inserted.objectID))
    XCTAssertEqual(merged.notifications.count, 1)
    XCTAssertEqual(
      merged.last[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>, [inserted.objectID])
    stack.context.delete(inserted)
    try stack.context.save()
    second.mergeChanges(fromContextDidSave: try XCTUnwrap(did.notifications.last))
    XCTAssertEqual(try stack.fetch("Employee", in: second).count, 1)
    XCTAssertNoThrow(try second.save())
    try stack.assertSQL("SELECT ZNAME, ZSALARY FROM ZEMPLOYEE", [["new", "99"]])
  }

  func testMergingByItself() throws {
    let stack = try Stack(TestModel.employees())
    let shared = stack.insert("Employee", ["name": "old"])
    try stack.context.save()
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = stack.coordinator
    other.automaticallyMergesChangesFromParent = true
    let theirs = try other.performAndWait {
      let object = try other.existingObject(with: shared.objectID)
      _ = object.value(forKey: "name")
      return object
    }
    shared.setValue("new", forKey: "name")
    try stack.context.save()
    other.performAndWait {
      XCTAssertEqual(theirs.value(forKey: "name") as? String, "new")
    }
  }

  func testSiblingsHearOfEachOther() throws {
    let stack = try Stack(TestModel.employees())
    let shared = stack.insert("Employee", ["name": "old"])
    try stack.context.save()
    let one = child(of: stack.context)
    let two = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    two.parent = stack.context
    two.automaticallyMergesChangesFromParent = true
    // Used on its context's queue only.
    nonisolated(unsafe) let theirs = two.performAndWait { () -> NSManagedObject in
      let object = two.object(with: shared.objectID)
      object.setPrimitiveValue(object.primitiveValue(forKey: "name"), forKey: "name")
      return object
    }
    one.object(with: shared.objectID).setValue("new", forKey: "name")
    try one.save()
    // The child asks its parent, whose queue is this one: let it run until it has.
    let deadline = Date().addingTimeInterval(5)
    let done = expectation(description: "merged")
    two.perform { done.fulfill() }
    wait(for: [done], timeout: deadline.timeIntervalSinceNow)
    two.perform { XCTAssertEqual(theirs.value(forKey: "name") as? String, "new") }
    let read = expectation(description: "read")
    two.perform { read.fulfill() }
    wait(for: [read], timeout: 5)
  }
}
