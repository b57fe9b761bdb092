import XCTest

@testable import CoreData

/// What public test suites assert of Apple's framework about saves, deletions and merges, beyond the
/// listed cases: facts, not code, of [Plus] CoreDataPlus, [Port] FreeCoreData and [Parity] MIOCoreData
/// (observed: their suites run against Apple's framework).
final class PublicSuitesSavingTests: XCTestCase {
  private func name(_ object: NSManagedObject) -> String? {
    object.value(forKey: "name") as? String
  }

  // [Plus] test_ObserveInsertionsOnDidSaveNotification of both classes
  func testTheGenerationIsInTheSavesNotification() throws {
    let stack = try Stack(TestModel.employees())
    let saves = Heard(.NSManagedObjectContextDidSave, from: stack.context)
    _ = stack.insert("Employee")
    try stack.context.save()
    XCTAssertNil(saves.last[NSManagedObjectContextQueryGenerationKey])
    guard Stack.storeType == NSSQLiteStoreType else { return }
    try stack.context.setQueryGenerationFrom(.current)
    _ = stack.insert("Employee")
    try stack.context.save()
    XCTAssertTrue(
      saves.last[NSManagedObjectContextQueryGenerationKey] is NSQueryGenerationToken)
  }

  // [Plus] test_InvestigationInsertionsInChildContextOnDidSaveNotification
  func testAChildsSaveAnnouncesTemporaryIDs() throws {
    let stack = try Stack(TestModel.employees())
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = stack.context
    let heard = Heard(.NSManagedObjectContextDidSaveObjectIDs, from: child)
    for _ in 0..<2 {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
    }
    try child.save()
    let ids = try XCTUnwrap(heard.last[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>)
    XCTAssertEqual(ids.count, 2)
    XCTAssertTrue(ids.allSatisfy(\.isTemporaryID))
  }

  // [Plus] test_InvestigationNSPersistentStoreCoordinatorStoresNotifications
  func testWhatMigratingAStoreAnnounces() throws {
    let stack = try Stack(TestModel.employees())
    for index in 0..<2 { _ = stack.insert("Employee", ["salary": index]) }
    try stack.context.save()
    stack.context.reset()
    let old = try XCTUnwrap(stack.coordinator.persistentStores.first)
    let changes = Heard(.NSPersistentStoreCoordinatorStoresDidChange, from: stack.coordinator)
    let removals = Heard(.NSPersistentStoreCoordinatorWillRemoveStore, from: stack.coordinator)
    let url = stack.folder.appendingPathComponent("moved.sqlite")
    let new = try stack.coordinator.migratePersistentStore(
      old, to: url, withType: NSSQLiteStoreType)
    XCTAssertEqual(changes.notifications.count, 3)
    let info = changes.notifications.compactMap(\.userInfo)
    XCTAssertEqual(info[0][NSAddedPersistentStoresKey] as? [NSPersistentStore], [new])
    let changed = try XCTUnwrap(info[1][NSUUIDChangedPersistentStoresKey] as? [Any])
    XCTAssertTrue(changed[0] as AnyObject === old)
    XCTAssertTrue(changed[1] as AnyObject === new)
    let ids = try XCTUnwrap(changed[2] as? [NSManagedObjectID])
    XCTAssertEqual(ids.count, 4)
    XCTAssertEqual(ids[0].key, ids[1].key)
    XCTAssertEqual(ids[0].uriRepresentation().host, old.identifier)
    XCTAssertEqual(ids[1].uriRepresentation().host, new.identifier)
    XCTAssertEqual(info[2][NSRemovedPersistentStoresKey] as? [NSPersistentStore], [old])
    XCTAssertEqual(removals.notifications.count, 1)
    XCTAssertEqual(try stack.fetch("Employee").count, 2)
  }

  // [Port] testPrepareForDeletionCalledOnDelete
  func testPrepareForDeletionIsCalledOnARepeatedDelete() throws {
    let stack = try Stack(BehaviourModel.hooked())
    let item = try XCTUnwrap(stack.insert("HookedItem") as? HookedItem)
    try stack.context.save()
    item.log = []
    stack.context.delete(item)
    XCTAssertTrue(item.isDeleted)
    stack.context.delete(item)
    XCTAssertEqual(item.log, ["prepareForDeletion", "prepareForDeletion"])
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("HookedItem").count, 0)
  }

  // [Port] testRollbackDiscardsPendingChanges
  func testRollbackOfAnObjectThatWasChangedAndDeleted() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "Alice"])
    try stack.context.save()
    e.setValue("Alicia", forKey: "name")
    let doomed = stack.insert("Employee", ["name": "Bob"])
    let id = doomed.objectID
    stack.context.delete(e)
    stack.context.rollback()
    XCTAssertTrue(stack.context.insertedObjects.isEmpty)
    XCTAssertTrue(stack.context.updatedObjects.isEmpty)
    XCTAssertTrue(stack.context.deletedObjects.isEmpty)
    XCTAssertEqual(name(e), "Alice")
    XCTAssertNil(stack.context.registeredObject(for: id))
  }

  // [Parity] testDefaultsPopulatedAtInsert, testSaveThrowsWhenMandatoryAttributeSetToNil
  func testARequiredAttributeWithADefaultSetToNil() throws {
    let counter = TestModel.attribute("counter", .integer32AttributeType)
    counter.isOptional = false
    counter.defaultValue = Int32(7)
    let stack = try Stack(TestModel.model([TestModel.entity("P", [counter])]))
    let p = stack.insert("P")
    XCTAssertEqual(p.value(forKey: "counter") as? Int32, 7)
    try stack.context.save()
    p.setValue(nil, forKey: "counter")
    let error = nsError { try stack.context.save() }
    XCTAssertEqual(error?.domain, NSCocoaErrorDomain)
    XCTAssertEqual(error?.code, NSValidationMissingMandatoryPropertyError)
    stack.context.rollback()
    XCTAssertEqual(p.value(forKey: "counter") as? Int, 7)
  }

  /// A number that is too large for the attribute is cut at once (observed: mogenerator's issues 362
  /// and 402, where 2147483648 in an Integer 32 reads as negative and fails a minimum of 0; 302, where
  /// validation does not mind).
  func testANumberTooLargeForTheAttributeIsCut() throws {
    let small = TestModel.attribute("small", .integer16AttributeType)
    let positive = TestModel.attribute("positive", .integer32AttributeType)
    positive.setValidationPredicates(
      [NSPredicate(format: "SELF >= 0")], withValidationWarnings: ["too small"])
    let stack = try Stack(TestModel.model([TestModel.entity("N", [small, positive])]))
    let n = stack.insert("N", ["small": 70_000, "positive": 2_147_483_648])
    XCTAssertEqual(n.value(forKey: "small") as? Int, 4464)
    XCTAssertEqual(n.value(forKey: "positive") as? Int, -2_147_483_648)
    XCTAssertNotNil(nsError { try stack.context.save() })
    n.setValue(0, forKey: "positive")
    try stack.context.save()
  }

  // [Port] testMergeChangesRemovesDeletedObjectsFromOtherContext, [Plus] test_InvestigationMergeChanges
  func testAMergedDeletionLeavesTheObjectMarkedAsDeleted() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "Alice"])
    let kept = stack.insert("Employee", ["name": "Bob"])
    try stack.context.save()
    let reader = stack.another()
    let mine = reader.object(with: e.objectID)
    let bob = reader.object(with: kept.objectID)
    XCTAssertEqual([mine, bob].map(name), ["Alice", "Bob"])
    let saves = Heard(.NSManagedObjectContextDidSave, from: stack.context)
    stack.context.delete(e)
    try stack.context.save()
    reader.mergeChanges(fromContextDidSave: try XCTUnwrap(saves.notifications.last))
    XCTAssertTrue(reader.registeredObject(for: mine.objectID) === mine)
    XCTAssertFalse(mine.isFault)
    XCTAssertTrue(mine.isDeleted)
    XCTAssertEqual(name(mine), "Alice")
    XCTAssertEqual(reader.deletedObjects, [mine])
    XCTAssertEqual(try stack.fetch("Employee", in: reader), [bob])
    XCTAssertEqual(
      try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Employee")), 1)
    let own = Heard(.NSManagedObjectContextDidSave, from: reader)
    try reader.save()
    XCTAssertTrue(own.objects(NSDeletedObjectsKey).isEmpty, "it was deleted by the other")
    XCTAssertNil(mine.managedObjectContext)
    XCTAssertFalse(reader.hasChanges)
    XCTAssertEqual(reader.registeredObjects, [bob])
  }

  func testAMergedDeletionAndRollback() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "Alice"])
    try stack.context.save()
    let reader = stack.another()
    let mine = reader.object(with: e.objectID)
    mine.setValue("local", forKey: "name")
    let saves = Heard(.NSManagedObjectContextDidSave, from: stack.context)
    stack.context.delete(e)
    try stack.context.save()
    reader.mergeChanges(fromContextDidSave: try XCTUnwrap(saves.notifications.last))
    XCTAssertTrue(mine.isDeleted)
    reader.rollback()
    XCTAssertNil(mine.managedObjectContext)
    XCTAssertFalse(reader.hasChanges)
    try reader.save()
    XCTAssertEqual(try stack.fetch("Employee", in: reader).count, 0)
  }

  // [Plus] test_Merge, its observers 3, 5 and 6; [Port] testSaveWithoutChangesSendsEmptySaveRequest
  func testASaveWithoutChangesIsAnnouncedAndWritesMetadata() throws {
    let stack = try Stack(TestModel.employees())
    let will = Heard(.NSManagedObjectContextWillSave, from: stack.context)
    let did = Heard(.NSManagedObjectContextDidSave, from: stack.context)
    let change = Heard(.NSManagedObjectContextObjectsDidChange, from: stack.context)
    try stack.context.save()
    XCTAssertEqual(will.notifications.count, 1)
    XCTAssertEqual(did.notifications.count, 1)
    XCTAssertTrue(did.last.isEmpty)
    XCTAssertEqual(change.notifications.count, 0)
    guard Stack.storeType == NSSQLiteStoreType else { return }
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first)
    store.metadata["language"] = "de"
    try stack.context.save()
    XCTAssertEqual(
      try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: NSSQLiteStoreType, at: stack.url)["language"] as? String, "de")
  }

  // [Plus] test_Merge, its observer 6
  func testTheNotificationOfAMerge() throws {
    let stack = try Stack(TestModel.employees())
    let two = ["a", "b"].map { stack.insert("Employee", ["name": $0]) }
    try stack.context.save()
    let other = stack.another()
    let merged = Heard(.NSManagedObjectContextDidMergeChangesObjectIDs, from: stack.context)
    let saves = Heard(.NSManagedObjectContextDidSave, from: other)
    for object in try stack.fetch("Employee", in: other) { object.setValue("x", forKey: "name") }
    let new = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
    try other.save()
    stack.context.mergeChanges(fromContextDidSave: try XCTUnwrap(saves.notifications.last))
    XCTAssertEqual(merged.notifications.count, 1)
    XCTAssertEqual(merged.last[NSInsertedObjectIDsKey] as? Set, [new.objectID])
    XCTAssertEqual(merged.last[NSUpdatedObjectIDsKey] as? Set, Set(two.map(\.objectID)))
    XCTAssertEqual(merged.last[NSRefreshedObjectIDsKey] as? Set, Set(two.map(\.objectID)))
    XCTAssertNil(merged.last[NSDeletedObjectIDsKey])
    XCTAssertFalse(stack.context.hasChanges)
  }
}
