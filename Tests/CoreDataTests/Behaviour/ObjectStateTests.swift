import XCTest

@testable import CoreData

/// Flags, changes, refresh, reset, faults, text: cases B043–B053.
final class ObjectStateTests: XCTestCase {
  private func flags(_ object: NSManagedObject) -> [Bool] {
    [object.isInserted, object.isUpdated, object.isDeleted]
  }

  func testFlagsThroughALife() throws {  // B043
    let stack = try Stack(TestModel.employees())
    let object = stack.insert("Employee")
    XCTAssertEqual(flags(object), [true, false, false])
    try stack.context.save()
    XCTAssertEqual(flags(object), [false, false, false])
    object.setValue("Ann", forKey: "name")
    XCTAssertEqual(flags(object), [false, true, false])
    try stack.context.save()
    XCTAssertEqual(flags(object), [false, false, false])
    stack.context.delete(object)
    XCTAssertTrue(object.isDeleted)
    try stack.context.save()
    XCTAssertFalse(object.isDeleted)
    XCTAssertNil(object.managedObjectContext)
  }

  func testChangedAndCommittedValues() throws {  // B044
    let stack = try Stack(TestModel.employees())
    let object = stack.insert("Employee", ["name": "123456"])
    try stack.context.save()
    object.setValue("101", forKey: "name")
    object.setValue("202", forKey: "name")
    XCTAssertEqual(object.changedValues() as? [String: String], ["name": "202"])
    XCTAssertEqual(
      object.committedValues(forKeys: ["name"]) as? [String: String], ["name": "123456"])
    XCTAssertEqual(
      object.changedValuesForCurrentEvent() as? [String: String], ["name": "123456"])
    try stack.context.save()
    XCTAssertTrue(object.changedValues().isEmpty)
    XCTAssertTrue(object.changedValuesForCurrentEvent().isEmpty)
    XCTAssertEqual(object.committedValues(forKeys: ["name"]) as? [String: String], ["name": "202"])
  }

  func testDirtyIsNotDifferent() throws {  // B045
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Employee", ["name": "Ann"])
    let b = stack.insert("Employee")
    try stack.context.save()
    a.setValue("Ann", forKey: "name")
    XCTAssertFalse(a.hasPersistentChangedValues)
    try stack.context.save()
    b.setValue("seen", forKey: "note")
    XCTAssertTrue(b.hasChanges)
    XCTAssertFalse(b.hasPersistentChangedValues)
    XCTAssertTrue(b.changedValues().isEmpty)
    XCTAssertTrue(stack.context.hasChanges)
    try stack.context.save()
    XCTAssertEqual(b.value(forKey: "note") as? String, "seen")
    try stack.assertSQL("SELECT Z_OPT FROM ZEMPLOYEE", [["1"], ["1"]])
  }

  func testPrimitiveWritesAreNotTracked() throws {  // B046
    let stack = try Stack(TestModel.employees())
    let object = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    object.setPrimitiveValue("sneaky", forKey: "name")
    XCTAssertEqual(object.primitiveValue(forKey: "name") as? String, "sneaky")
    XCTAssertTrue(object.changedValues().isEmpty)
    XCTAssertFalse(object.isUpdated)
    XCTAssertFalse(stack.context.hasChanges)
    try stack.context.save()
    XCTAssertEqual(
      try stack.fetch("Employee", in: stack.another())[0].value(forKey: "name") as? String, "Ann")
  }

  func testInsertedThenDeletedIsNothing() throws {  // B047
    let stack = try Stack(TestModel.employees())
    let object = stack.insert("Employee")
    stack.context.processPendingChanges()
    stack.context.delete(object)
    stack.context.processPendingChanges()
    XCTAssertTrue(stack.context.insertedObjects.isEmpty)
    XCTAssertTrue(stack.context.deletedObjects.isEmpty)
    XCTAssertFalse(stack.context.hasChanges)
    try stack.context.save()
    try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE", [["0"]])
  }

  func testRefreshWithAndWithoutMerging() throws {  // B048
    let stack = try Stack(TestModel.employees())
    let object = stack.insert("Employee", ["name": "Alice"])
    try stack.context.save()
    object.setValue("Alicia", forKey: "name")
    stack.context.refresh(object, mergeChanges: true)
    XCTAssertFalse(object.isFault)
    XCTAssertTrue(object.isUpdated)
    XCTAssertEqual(object.value(forKey: "name") as? String, "Alicia")
    stack.context.refresh(object, mergeChanges: false)
    XCTAssertTrue(object.isFault)
    XCTAssertFalse(object.hasChanges)
    XCTAssertEqual(object.value(forKey: "name") as? String, "Alice")
  }

  func testRefreshKeepsUnsavedMembersOnTopOfStoredOnes() throws {  // B048, for a to-many
    let stack = try Stack(TestModel.employees())
    let department = stack.insert("Department")
    let first = stack.insert("Employee", ["name": "first"])
    first.setValue(department, forKey: "department")
    try stack.context.save()
    let other = stack.another()
    let theirs = try stack.fetch("Department", in: other)[0]
    let unsaved = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
    unsaved.setValue(theirs, forKey: "department")
    XCTAssertEqual((theirs.value(forKey: "employees") as? NSSet)?.count, 2)
    let second = stack.insert("Employee", ["name": "second"])
    second.setValue(department, forKey: "department")
    try stack.context.save()
    other.refresh(theirs, mergeChanges: true)
    XCTAssertEqual((theirs.value(forKey: "employees") as? NSSet)?.count, 3)
  }

  func testReset() throws {  // B049
    let stack = try Stack(TestModel.employees())
    let object = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, from: stack.context)
    stack.context.reset()
    XCTAssertNil(object.managedObjectContext)
    XCTAssertTrue(object.isFault)
    XCTAssertFalse(stack.context.hasChanges)
    XCTAssertTrue(stack.context.registeredObjects.isEmpty)
    XCTAssertEqual(
      heard.last[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID], [object.objectID])
    XCTAssertNil(heard.last[NSDeletedObjectsKey])
    XCTAssertEqual(try stack.fetch("Employee").count, 1)
  }

  func testWhatFiresAFault() throws {  // B051
    let stack = try Stack(BehaviourModel.hooked())
    for name in ["a", "b", "c"] { _ = stack.insert("HookedItem", ["name": name]) }
    try stack.context.save()
    let context = stack.another()
    let objects = try stack.fetch("HookedItem", sort: ["name"], in: context)
    for object in objects {
      XCTAssertTrue(object.isFault)
      _ = (object.description, object.objectID, object.hash)
      XCTAssertTrue(object.isFault)
    }
    XCTAssertEqual(objects[0].value(forKey: "name") as? String, "a")
    XCTAssertEqual(objects.map(\.isFault), [false, true, true])
    XCTAssertEqual((objects[0] as? HookedItem)?.log, ["awakeFromFetch"])
    let request = NSFetchRequest<NSManagedObject>(entityName: "HookedItem")
    request.returnsObjectsAsFaults = false
    XCTAssertTrue(try context.fetch(request).allSatisfy { !$0.isFault })
    context.refresh(objects[0], mergeChanges: false)
    _ = objects[0].value(forKey: "name")
    XCTAssertEqual(
      (objects[0] as? HookedItem)?.log,
      ["awakeFromFetch", "willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch"])
  }

  func testTextForm() throws {  // B052
    let stack = try Stack(BehaviourModel.passports())
    let person = stack.insert("Person", ["name": "Ann Smith"])
    XCTAssertTrue(person.description.contains("passport = nil;"), person.description)
    try stack.context.save()
    let fault = try stack.fetch("Person", in: stack.another())[0]
    XCTAssertNotNil(
      fault.description.range(
        of: "^<[A-Za-z]+: 0x[0-9a-f]+> \\(entity: Person; id: 0x[0-9a-f]+ "
          + "<x-coredata://[0-9A-F-]+/Person/p1>; data: <fault>\\)$", options: .regularExpression),
      fault.description)
    XCTAssertTrue(
      person.description.contains("data: {\n    name = \"Ann Smith\";\n    passport = nil;\n})"),
      person.description)
  }

  func testDefaultsAndExplicitNil() throws {  // B053
    let stack = try Stack(BehaviourModel.hooked())
    let item = try XCTUnwrap(stack.insert("HookedItem") as? HookedItem)
    XCTAssertEqual(item.nicknameAtInsert, "buddy")
    XCTAssertEqual(item.value(forKey: "nickname") as? String, "buddy")
    item.setValue(nil, forKey: "nickname")
    XCTAssertNil(item.value(forKey: "nickname"))
    try stack.context.save()
    XCTAssertEqual(item.log.filter { $0.hasPrefix("awake") }, ["awakeFromInsert"])
    let again = try stack.fetch("HookedItem", in: stack.another())[0]
    XCTAssertNil(again.value(forKey: "nickname"))
  }

  func testRefreshAllObjectsKeepsChanges() throws {
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Employee", ["name": "a"])
    let b = stack.insert("Employee", ["name": "b"])
    try stack.context.save()
    a.setValue("changed", forKey: "name")
    let new = stack.insert("Employee", ["name": "new"])
    stack.context.refreshAllObjects()
    XCTAssertEqual(a.value(forKey: "name") as? String, "changed")
    XCTAssertTrue(b.isFault)
    XCTAssertTrue(new.isInserted)
  }
}
