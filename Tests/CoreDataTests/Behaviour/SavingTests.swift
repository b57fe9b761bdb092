import XCTest

@testable import CoreData

/// Saving, conflicts, notifications, special attributes: B054, B069–B071, B074, B083–B086.
final class SavingTests: XCTestCase {
  override func tearDown() {
    HookedItem.stamps = false
    HookedItem.neverStops = false
  }

  func testChangesMadeInWillSaveAreSaved() throws {  // B054
    HookedItem.stamps = true
    let stack = try Stack(BehaviourModel.hooked())
    let item = try XCTUnwrap(stack.insert("HookedItem") as? HookedItem)
    try stack.context.save()
    XCTAssertEqual(item.log, ["awakeFromInsert", "willSave", "willSave", "didSave"])
    XCTAssertFalse(stack.context.hasChanges)
    try stack.assertSQL("SELECT ZNOTE, Z_OPT FROM ZHOOKEDITEM", [["stamped", "1"]])
  }

  func testWillSaveThatNeverStopsIsAnError() throws {
    HookedItem.neverStops = true
    let stack = try Stack(BehaviourModel.hooked())
    _ = stack.insert("HookedItem")
    XCTAssertEqual(nsError { try stack.context.save() }?.code, 134030)
  }

  func testHooksOfADeletion() throws {
    let stack = try Stack(BehaviourModel.hooked())
    let item = try XCTUnwrap(stack.insert("HookedItem") as? HookedItem)
    try stack.context.save()
    item.log = []
    stack.context.delete(item)
    XCTAssertEqual(item.log, ["prepareForDeletion"])
    try stack.context.save()
    XCTAssertEqual(item.log, ["prepareForDeletion", "willSave", "didSave"])
  }

  private func twoContexts() throws -> (Stack, NSManagedObject, NSManagedObject) {
    let stack = try Stack(TestModel.employees())
    let one = stack.insert("Employee", ["name": "Alice", "salary": 10])
    try stack.context.save()
    let second = stack.another()
    let two = try XCTUnwrap(try stack.fetch("Employee", in: second).first)
    _ = two.value(forKey: "name")
    return (stack, one, two)
  }

  func testTheDefaultPolicyReportsTheConflict() throws {  // B069
    let (stack, one, two) = try twoContexts()
    let second = try XCTUnwrap(two.managedObjectContext)
    one.setValue("FromCtx1", forKey: "name")
    try stack.context.save()
    two.setValue("FromCtx2", forKey: "name")
    let error = nsError { try second.save() }
    XCTAssertEqual(error?.code, 133020)
    XCTAssertEqual(error?.domain, NSCocoaErrorDomain)
    let conflicts = error?.userInfo["conflictList"] as? [NSMergeConflict] ?? []
    XCTAssertEqual(conflicts.count, 1)
    XCTAssertTrue(conflicts.first?.sourceObject === two)
    XCTAssertEqual(conflicts.first?.objectSnapshot?["name"] as? String, "Alice")
    XCTAssertEqual(conflicts.first?.cachedSnapshot?["name"] as? String, "FromCtx1")
    XCTAssertNil(conflicts.first?.persistedSnapshot)
    XCTAssertTrue(two.isUpdated)
    XCTAssertEqual(two.value(forKey: "name") as? String, "FromCtx2")
  }

  func testMergingByProperty() throws {  // B070
    for storeTrumps in [true, false] {
      let (stack, one, two) = try twoContexts()
      let second = try XCTUnwrap(two.managedObjectContext)
      one.setValue("FromCtx1", forKey: "name")
      if !storeTrumps { one.setValue(50, forKey: "salary") }
      try stack.context.save()
      two.setValue("FromCtx2", forKey: "name")
      if storeTrumps { two.setValue(99, forKey: "salary") }
      second.mergePolicy =
        storeTrumps
        ? NSMergePolicy.mergeByPropertyStoreTrump : NSMergePolicy.mergeByPropertyObjectTrump
      try second.save()
      XCTAssertEqual(
        two.value(forKey: "name") as? String, storeTrumps ? "FromCtx1" : "FromCtx2")
      XCTAssertEqual(two.value(forKey: "salary") as? Int, storeTrumps ? 99 : 50)
      try stack.assertSQL(
        "SELECT ZNAME, ZSALARY FROM ZEMPLOYEE",
        [storeTrumps ? ["FromCtx1", "99"] : ["FromCtx2", "50"]])
      XCTAssertFalse(second.hasChanges)
    }
  }

  func testOverwriteAndRollBack() throws {
    for overwrites in [true, false] {
      let (stack, one, two) = try twoContexts()
      let second = try XCTUnwrap(two.managedObjectContext)
      one.setValue("FromCtx1", forKey: "name")
      one.setValue(50, forKey: "salary")
      try stack.context.save()
      two.setValue("FromCtx2", forKey: "name")
      second.mergePolicy = overwrites ? NSMergePolicy.overwrite : NSMergePolicy.rollback
      try second.save()
      try stack.assertSQL(
        "SELECT ZNAME, ZSALARY FROM ZEMPLOYEE",
        [overwrites ? ["FromCtx2", "10"] : ["FromCtx1", "50"]])
      XCTAssertEqual(
        two.value(forKey: "name") as? String, overwrites ? "FromCtx2" : "FromCtx1")
    }
  }

  func testAChangedRowThatWasDeleted() throws {
    for policy in [NSMergePolicy.error, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump] {
      let (stack, one, two) = try twoContexts()
      let second = try XCTUnwrap(two.managedObjectContext)
      stack.context.delete(one)
      try stack.context.save()
      two.setValue("FromCtx2", forKey: "name")
      second.mergePolicy = policy
      let error = nsError { try second.save() }
      if policy === NSMergePolicy.error {
        XCTAssertEqual(error?.code, 133020)
        XCTAssertTrue(two.isUpdated)
      } else {
        XCTAssertNil(error)
        XCTAssertFalse(second.hasChanges)
      }
      let count = try stack.fetch("Employee", in: stack.another()).count
      XCTAssertEqual(count, policy === NSMergePolicy.mergeByPropertyObjectTrump ? 1 : 0)
    }
  }

  func testNotificationsOfASave() throws {  // B074
    let stack = try Stack(TestModel.employees())
    let kept = stack.insert("Employee")
    let doomed = stack.insert("Employee")
    try stack.context.save()
    let will = Heard(.NSManagedObjectContextWillSave, from: stack.context)
    let did = Heard(.NSManagedObjectContextDidSave, from: stack.context)
    let ids = Heard(.NSManagedObjectContextDidSaveObjectIDs, from: stack.context)
    let new = [stack.insert("Employee"), stack.insert("Employee")]
    kept.setValue("x", forKey: "name")
    stack.context.delete(doomed)
    try stack.context.save()
    XCTAssertEqual(will.notifications.count, 1)
    XCTAssertTrue(will.last.isEmpty)
    XCTAssertEqual(did.notifications.count, 1)
    XCTAssertEqual(did.objects(NSInsertedObjectsKey), Set(new))
    XCTAssertEqual(did.objects(NSUpdatedObjectsKey), [kept])
    XCTAssertEqual(did.objects(NSDeletedObjectsKey), [doomed])
    XCTAssertEqual(
      ids.last[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>, Set(new.map(\.objectID)))
    XCTAssertEqual(ids.last[NSDeletedObjectIDsKey] as? Set<NSManagedObjectID>, [doomed.objectID])
  }

  func testNotificationOfChangesIsSentOnce() throws {  // B074
    let stack = try Stack(TestModel.employees())
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, from: stack.context)
    let object = stack.insert("Employee")
    XCTAssertTrue(heard.notifications.isEmpty)
    stack.context.processPendingChanges()
    stack.context.processPendingChanges()
    XCTAssertEqual(heard.notifications.count, 1)
    XCTAssertEqual(heard.objects(NSInsertedObjectsKey), [object])
    object.setValue("later", forKey: "name")
    stack.context.processPendingChanges()
    XCTAssertEqual(heard.notifications.count, 2)
    XCTAssertEqual(heard.objects(NSUpdatedObjectsKey), [object])
  }

  func testReadOnlyStores() throws {  // B083
    try XCTSkipIf(Stack.storeType == NSInMemoryStoreType, "nothing to open read-only")
    let stack = try Stack(TestModel.employees())
    _ = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    let options = [NSReadOnlyPersistentStoreOption: true]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
    let missing = stack.folder.appendingPathComponent("missing.sqlite")
    let error = nsError {
      try coordinator.addPersistentStore(
        ofType: Stack.storeType, configurationName: nil, at: missing, options: options)
    }
    XCTAssertEqual(error?.code, 260)
    XCTAssertTrue("\(error?.userInfo ?? [:])".contains("missing file read only"))
    XCTAssertFalse(FileManager.default.fileExists(atPath: missing.path))
    try coordinator.addPersistentStore(
      ofType: Stack.storeType, configurationName: nil, at: stack.url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    XCTAssertEqual(try stack.fetch("Employee", in: context).count, 1)
    let new = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
    XCTAssertEqual(nsError { try context.save() }?.code, 513)
    XCTAssertTrue(new.isInserted)
    XCTAssertTrue(context.hasChanges)
  }

  func testMutatingATransformableInPlace() throws {  // B084
    let stack = try Stack(BehaviourModel.transformable())
    let payload = NSMutableArray(array: ["first"])
    let box = stack.insert("Box", ["payload": payload])
    try stack.context.save()
    payload.add("second")
    XCTAssertFalse(stack.context.hasChanges)
    try stack.context.save()
    try stack.reopen()
    let again = try stack.fetch("Box")[0]
    XCTAssertEqual(again.value(forKey: "payload") as? [String], ["first"])
    again.setValue(["a", "b"] as NSArray, forKey: "payload")
    XCTAssertTrue(stack.context.hasChanges)
    try stack.context.save()
    try stack.reopen()
    XCTAssertEqual(try stack.fetch("Box")[0].value(forKey: "payload") as? [String], ["a", "b"])
    withExtendedLifetime(box) {}
  }

  func testDates() throws {  // B085
    let stack = try Stack(TestModel.employees())
    let date = Date(timeIntervalSinceReferenceDate: 1000)
    _ = stack.insert("Employee", ["hireDate": date])
    try stack.context.save()
    try stack.reopen()
    XCTAssertEqual(try stack.fetch("Employee")[0].value(forKey: "hireDate") as? Date, date)
    for (seconds, count) in [(999.0, 1), (1000.0, 0)] {
      let limit = Date(timeIntervalSinceReferenceDate: seconds)
      XCTAssertEqual(try stack.fetch("Employee", "hireDate > %@", [limit]).count, count)
    }
    try stack.assertSQL("SELECT ZHIREDATE + 0 FROM ZEMPLOYEE", [["1000"]])
  }

  func testVariablesOfFetchedProperties() throws {  // B086
    let model = BehaviourModel.feedbacks()
    let stack = try Stack(model)
    _ = stack.insert("Author", ["alias": "ann"])
    _ = stack.insert("Author", ["alias": "bob"])
    for (alias, comment) in [
      ("ann", "great"), ("ann", "Great work"), ("ann", "interesting"), ("bob", "interesting"),
    ] {
      _ = stack.insert("Feedback", ["authorAlias": alias, "comment": comment])
    }
    try stack.context.save()
    let authors = try stack.fetch("Author", sort: ["alias"])
    let found = authors[0].value(forKey: "favFeedbacks") as? [NSManagedObject]
    XCTAssertEqual(
      found?.compactMap { $0.value(forKey: "comment") as? String }.sorted(),
      ["Great work", "great"])
    model.entitiesByName["Author"]?.propertiesByName["favFeedbacks"]?.userInfo = [
      "search": "interesting"
    ]
    XCTAssertEqual((authors[1].value(forKey: "favFeedbacks") as? [NSManagedObject])?.count, 1)
  }
}
