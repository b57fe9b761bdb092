import XCTest

@testable import CoreData

/// Smaller pieces of contexts and objects, each as Apple's header describes it (documented).
final class ContextPiecesTests: XCTestCase {
  private func saved() throws -> (Stack, NSManagedObjectID, NSManagedObjectID) {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department", ["name": "D"])
    let e = stack.insert("Employee", ["name": "a", "salary": 1, "department": d])
    try stack.context.save()
    return (stack, e.objectID, d.objectID)
  }

  func testRegisteredObjectsAreRetainedOnDemand() throws {
    let (stack, id, _) = try saved()
    let context = stack.another()
    weak var held: NSManagedObject?
    context.retainsRegisteredObjects = true
    do { held = try context.existingObject(with: id) }
    XCTAssertNotNil(held)
    XCTAssertTrue(context.registeredObject(for: id) === held)
    context.retainsRegisteredObjects = false
    XCTAssertNil(held)
    XCTAssertNil(context.registeredObject(for: id))
    do { held = try context.existingObject(with: id) }
    XCTAssertNil(held)
    let object = try context.existingObject(with: id)
    context.retainsRegisteredObjects = true
    held = object
    XCTAssertTrue(context.registeredObjects.contains(object))
  }

  func testFaultsOfRelationshipsAndTheIDsInThem() throws {
    let (stack, id, departmentID) = try saved()
    let context = stack.another()
    let d = try context.existingObject(with: departmentID)
    XCTAssertTrue(d.hasFault(forRelationshipNamed: "employees"))
    XCTAssertEqual(d.objectIDs(forRelationshipNamed: "employees"), [id])
    XCTAssertTrue(context.object(with: id).isFault, "ids alone fire no member")
    XCTAssertFalse(d.hasFault(forRelationshipNamed: "employees"))
    let e = try context.existingObject(with: id)
    XCTAssertEqual(e.objectIDs(forRelationshipNamed: "department"), [departmentID])
    XCTAssertFalse(e.hasFault(forRelationshipNamed: "department"))
    context.refresh(d, mergeChanges: false)
    XCTAssertTrue(e.hasFault(forRelationshipNamed: "department"))
  }

  func testConflictsAreLookedForOnDemand() throws {
    let (stack, id, _) = try saved()
    let context = stack.another()
    let mine = try context.existingObject(with: id)
    let theirs = try stack.context.existingObject(with: id)
    theirs.setValue("theirs", forKey: "name")
    try stack.context.save()
    try context.save()
    context.detectConflicts(for: mine)
    XCTAssertEqual(nsError { try context.save() }?.code, 133020)
    context.refresh(mine, mergeChanges: false)
    context.detectConflicts(for: mine)
    XCTAssertNoThrow(try context.save())
  }

  func testSeveralKeysAtOnce() throws {
    let (stack, id, departmentID) = try saved()
    let e = stack.context.object(with: id)
    e.setValuesForKeys(["name": "b", "salary": 2, "hireDate": NSNull()])
    let values = e.dictionaryWithValues(forKeys: ["name", "salary", "hireDate", "department"])
    XCTAssertEqual(values["name"] as? String, "b")
    XCTAssertEqual(values["salary"] as? Int, 2)
    XCTAssertTrue(values["hireDate"] is NSNull)
    XCTAssertEqual((values["department"] as? NSManagedObject)?.objectID, departmentID)
    e.setValue("E", forKeyPath: "department.name")
    XCTAssertEqual(e.value(forKeyPath: "department.name") as? String, "E")
    e.mutableSetValue(forKeyPath: "department.employees").remove(e)
    XCTAssertNil(e.value(forKey: "department"))
  }

  func testLocking() throws {
    let (stack, _, _) = try saved()
    let context = stack.context
    XCTAssertTrue(context.tryLock())
    let done = expectation(description: "the other thread has looked")
    Thread.detachNewThread {
      XCTAssertFalse(context.tryLock())
      done.fulfill()
    }
    wait(for: [done], timeout: 10)
    context.unlock()
    XCTAssertEqual(context.withLock { 7 }, 7)
  }

  func testAFaultWhoseRowIsGoneMayBeDecidedOneByOne() throws {
    final class Kind: NSManagedObjectContext, @unchecked Sendable {
      // @unchecked Sendable: used by the test's thread alone.
      var asked: [NSManagedObjectID] = []
      override func shouldHandleInaccessibleFault(
        _ fault: NSManagedObject, for oid: NSManagedObjectID,
        triggeredByProperty property: NSPropertyDescription?
      ) -> Bool {
        asked.append(oid)
        return true
      }
    }
    let (stack, id, _) = try saved()
    let context = Kind(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    context.shouldDeleteInaccessibleFaults = false
    let fault = context.object(with: id)
    stack.context.delete(stack.context.object(with: id))
    try stack.context.save()
    XCTAssertNil(fault.value(forKey: "name"))
    XCTAssertEqual(context.asked, [id])
    XCTAssertTrue(fault.isDeleted)
    try context.save()
  }

  func testWhatAnObjectIsAwakenedFor() throws {
    NSManagedObject._registerManagedClasses([AwakenedItem.self], models: [])
    let item = TestModel.entity(
      "AwakenedItem", [TestModel.attribute("name", .stringAttributeType)])
    item.managedObjectClassName = "AwakenedItem"
    let stack = try Stack(TestModel.model([item]), undo: true)
    let object = try XCTUnwrap(stack.insert("AwakenedItem", ["name": "a"]) as? AwakenedItem)
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    object.setValue("b", forKey: "name")
    stack.context.undo()
    stack.context.redo()
    stack.context.rollback()
    stack.context.refresh(object, mergeChanges: true)
    stack.context.delete(object)
    stack.context.undo()
    XCTAssertEqual(
      object.heard, [.undoUpdate, .undoUpdate, .rollback, .refresh, .undoDeletion])
  }

  func testAStoreIsVacuumedAndAnalysedOnDemand() throws {
    try XCTSkipIf(Stack.storeType != NSSQLiteStoreType, "SQLite alone")
    let stack = try Stack(TestModel.employees())
    for index in 0..<2000 {
      _ = stack.insert("Employee", ["name": String(repeating: "x", count: 200), "salary": index])
    }
    try stack.context.save()
    for object in try stack.fetch("Employee") { stack.context.delete(object) }
    try stack.context.save()
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first)
    try stack.coordinator.remove(store)
    XCTAssertGreaterThan(try Int(stack.sql("PRAGMA freelist_count")[0][0]) ?? 0, 50)
    try stack.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: stack.url,
      options: [NSSQLiteManualVacuumOption: true, NSSQLiteAnalyzeOption: true])
    XCTAssertEqual(try stack.sql("PRAGMA freelist_count"), [["0"]])
    XCTAssertEqual(
      try stack.sql("SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_stat1'"), [["1"]])
    _ = stack.insert("Employee")
    try stack.context.save()
  }
}

/// Notes what it is awakened for.
final class AwakenedItem: NSManagedObject {
  var heard: [NSSnapshotEventType] = []

  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    heard.append(flags)
  }
}
