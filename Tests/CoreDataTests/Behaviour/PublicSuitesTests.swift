import XCTest

@testable import CoreData

/// What public test suites assert of Apple's framework beyond the listed cases: facts, not code, of
/// [Plus] CoreDataPlus, [Port] FreeCoreData and [Parity] MIOCoreData (observed: their suites run
/// against Apple's framework).
final class PublicSuitesTests: XCTestCase {
  private func name(_ object: NSManagedObject) -> String? {
    object.value(forKey: "name") as? String
  }

  private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = parent
    return child
  }

  // [Plus] test_InvestigationRefreshAllObjects
  func testRefreshingAllMakesFaultsOfWhatIsUnchanged() throws {
    let stack = try Stack(TestModel.employees())
    let one = stack.insert("Employee", ["name": "1"])
    let two = stack.insert("Employee", ["name": "2"])
    try stack.context.save()
    one.setValue("changed", forKey: "name")
    stack.context.refreshAllObjects()
    XCTAssertFalse(one.isFault)
    XCTAssertTrue(two.isFault)
    XCTAssertEqual(name(one), "changed")
  }

  // [Plus] test_InvestigationKVO
  func testAnObserverHearsOfItsOwnPropertyAloneAndNotOfASave() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee")
    var count = 0
    let token = e.observe("name", options: .new) { _, _ in count += 1 }
    e.setValue("McLaren", forKey: "name")
    e.setValue("570GT", forKey: "nickname")
    e.setValue("McLaren 2", forKey: "name")
    try stack.context.save()
    XCTAssertEqual(count, 2)
    withExtendedLifetime(token) {}
  }

  // [Plus] test_InvestigationAutomaticallyMergesChangesFromParent
  func testAChildFollowsItsParentOnlyIfItIsToldTo() throws {
    for follows in [true, false] {
      let stack = try Stack(TestModel.employees())
      let e = stack.insert("Employee", ["name": "FIAT"])
      try stack.context.save()
      let child = child(of: stack.context)
      child.automaticallyMergesChangesFromParent = follows
      let theirs = try child.performAndWait {
        let found = try child.existingObject(with: e.objectID)
        XCTAssertEqual(name(found), "FIAT")
        return found
      }
      e.setValue("new", forKey: "name")
      try stack.context.save()
      child.performAndWait { XCTAssertEqual(name(theirs), follows ? "new" : "FIAT") }
    }
  }

  // [Plus] test_InvestigationStalenessInterval; the writer here is another coordinator, as another
  // process would be.
  func testTheStalenessIntervalSaysHowOldARowMayBe() throws {
    try XCTSkipIf(Stack.storeType != NSSQLiteStoreType, "only SQLite stores have a row cache")
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "FIAT"])
    try stack.context.save()
    let others = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
    try others.addPersistentStore(ofType: Stack.storeType, configurationName: nil, at: stack.url)
    let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    other.persistentStoreCoordinator = others
    func write(_ text: String) throws {
      try stack.fetch("Employee", in: other)[0].setValue(text, forKey: "name")
      try other.save()
    }
    try write("FCA")
    XCTAssertEqual(stack.context.stalenessInterval, -1)
    stack.context.refresh(e, mergeChanges: false)
    XCTAssertEqual(name(e), "FIAT")
    stack.context.refreshAllObjects()
    XCTAssertEqual(name(e), "FIAT")
    stack.context.stalenessInterval = 3600
    stack.context.refresh(e, mergeChanges: false)
    XCTAssertEqual(name(e), "FIAT", "the row is not that old")
    stack.context.stalenessInterval = 0
    stack.context.refresh(e, mergeChanges: false)
    XCTAssertEqual(name(e), "FCA")
    try write("PSA")
    stack.context.stalenessInterval = 0.01
    usleep(20_000)
    stack.context.refresh(e, mergeChanges: true)
    XCTAssertEqual(name(e), "PSA")
  }

  // [Plus] test_InvestigationTransientProperties
  func testTransientValuesLastUntilTheObjectIsAFault() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["note": "fifty"])
    try stack.context.save()
    XCTAssertEqual(e.value(forKey: "note") as? String, "fifty")
    stack.context.refreshAllObjects()
    XCTAssertNil(e.value(forKey: "note"))
    e.setValue("hundred", forKey: "note")
    XCTAssertEqual(e.value(forKey: "note") as? String, "hundred")
    stack.context.reset()
    XCTAssertNil(e.value(forKey: "note"))
  }

  // [Plus] test_InvestigationTransientPropertiesBehaviorInParentChildContextRelationship
  func testAChildsSaveHandsTransientValuesToTheParent() throws {
    let stack = try Stack(TestModel.employees())
    let child = child(of: stack.context)
    var held: NSManagedObject?
    let id = try child.performAndWait {
      let e = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
      e.setValue("fifty", forKey: "note")
      try child.save()
      XCTAssertEqual(e.value(forKey: "note") as? String, "fifty")
      e.setValue("twenty", forKey: "note")
      held = e
      return e.objectID
    }
    let mine = stack.context.object(with: id)
    XCTAssertEqual(mine.value(forKey: "note") as? String, "fifty")
    try child.performAndWait { try child.save() }
    XCTAssertEqual(mine.value(forKey: "note") as? String, "twenty")
    held = nil
    XCTAssertNil(held)
    try child.performAndWait {
      XCTAssertTrue(child.registeredObjects.isEmpty)
      let again = try XCTUnwrap(try stack.fetch("Employee", in: child).first)
      XCTAssertNil(again.value(forKey: "note"))
    }
  }

  // [Plus] test_InvestigationContextRegisteredObjectBehaviorAfterSaving
  func testAContextKeepsWhatIsUnsavedAndLetsTheRestGo() throws {
    let stack = try Stack(TestModel.employees())
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
    }
    context.performAndWait { XCTAssertFalse(context.registeredObjects.isEmpty) }
    try context.performAndWait { try context.save() }
    context.performAndWait { XCTAssertTrue(context.registeredObjects.isEmpty) }
  }

  // [Plus] test_InvestigationUndoManager, its last part
  func testWhatIsDoneWithRegistrationOffIsNotUndone() throws {
    let stack = try Stack(TestModel.employees(), undo: true)
    let manager = try XCTUnwrap(stack.context.undoManager)
    stack.context.processPendingChanges()
    manager.disableUndoRegistration()
    let e = stack.insert("Employee", ["name": "1"])
    stack.context.processPendingChanges()
    manager.enableUndoRegistration()
    stack.context.undo()
    XCTAssertEqual(stack.context.insertedObjects, [e])
  }

  // [Plus] test_ObserveInsertionsAndInvalidationsOnDidChangeNotification
  func testInsertionAndResetAreOneNotificationEach() throws {
    let stack = try Stack(TestModel.employees())
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, from: stack.context)
    let e = stack.insert("Employee", ["name": "1"])
    stack.context.processPendingChanges()
    XCTAssertEqual(heard.objects(NSInsertedObjectsKey), [e])
    XCTAssertEqual(heard.last.count, 1)
    stack.context.reset()
    XCTAssertEqual(heard.notifications.count, 2)
    XCTAssertEqual((heard.last[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID])?.count, 1)
    XCTAssertEqual(heard.last.count, 1)
  }

  // [Plus] test_ObserveAsyncInsertionsOnDidChangeNotificationOnBackgroundContext: `perform` ends the
  // event, `performAndWait` does not.
  func testPerformEndsTheEventAndPerformAndWaitDoesNot() throws {
    let stack = try Stack(TestModel.employees())
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, from: context)
    context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
    }
    XCTAssertEqual(heard.notifications.count, 0)
    let done = expectation(description: "performed")
    context.perform {
      NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
        .setValue("123!", forKey: "name")
    }
    context.perform { done.fulfill() }
    wait(for: [done], timeout: 10)
    XCTAssertEqual(heard.objects(NSInsertedObjectsKey).count, 2)
    XCTAssertEqual(heard.notifications.count, 1)
  }

  // [Plus] test_ObserveRefreshedObjectsOnDidChangeNotification
  func testRefreshedObjectsAreAnnounced() throws {
    let stack = try Stack(TestModel.employees())
    let held = (0..<5).map { stack.insert("Employee", ["salary": $0]) }
    try stack.context.save()
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, from: stack.context)
    stack.context.refreshAllObjects()
    stack.context.processPendingChanges()
    XCTAssertEqual(heard.objects(NSRefreshedObjectsKey), Set(held))
    XCTAssertEqual(heard.notifications.count, 1)
  }

  // [Plus] test_ObserveRefreshesOnMaterializedObjects, and the rule that it quotes from Apple's
  // technical support: a merge announces new objects always, changed ones if they are here and no
  // faults, deleted ones if they are here.
  func testAMergeAnnouncesWhatConcernsTheContext() throws {
    let stack = try Stack(TestModel.employees())
    for index in 1...6 { _ = stack.insert("Employee", ["salary": index]) }
    try stack.context.save()
    let reader = stack.another()
    let here = try stack.fetch("Employee", "salary < 3", sort: ["salary"], in: reader)
    here.forEach { $0.willAccessValue(forKey: nil) }
    let fault = reader.object(with: try stack.fetch("Employee", "salary == 4")[0].objectID)
    XCTAssertTrue(fault.isFault)
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, from: reader)
    func change(_ salary: Int, _ body: (NSManagedObject) -> Void) throws {
      let saves = Heard(.NSManagedObjectContextDidSave, from: stack.context)
      body(try stack.fetch("Employee", "salary == \(salary)")[0])
      try stack.context.save()
      reader.mergeChanges(fromContextDidSave: try XCTUnwrap(saves.notifications.last))
    }
    try change(3) { $0.setValue("x", forKey: "name") }
    try change(4) { $0.setValue("x", forKey: "name") }
    try change(6) { stack.context.delete($0) }
    XCTAssertEqual(heard.notifications.count, 0)
    XCTAssertEqual(name(fault), "x")
    try change(2) { $0.setValue("x", forKey: "name") }
    XCTAssertEqual(heard.notifications.count, 1)
    XCTAssertEqual(heard.objects(NSRefreshedObjectsKey), [here[1]])
    XCTAssertEqual(name(here[1]), "x")
    try change(1) { stack.context.delete($0) }
    XCTAssertEqual(heard.objects(NSDeletedObjectsKey), [here[0]])
  }

  // [Plus] test_ObserveMultipleChangesUsingPersistentStoreCoordinatorWithChildAndParentContexts
  func testEachSaveOfAChildIsAChangeOfTheParent() throws {
    let stack = try Stack(TestModel.employees())
    for index in 1...2 { _ = stack.insert("Employee", ["salary": index]) }
    try stack.context.save()
    let changes = Heard(.NSManagedObjectContextObjectsDidChange, from: stack.context)
    let saves = Heard(.NSManagedObjectContextDidSave, from: stack.context)
    let children = [child(of: stack.context), child(of: stack.context)]
    func counts(_ info: [AnyHashable: Any]) -> [Int] {
      [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey].map {
        (info[$0] as? Set<NSManagedObject>)?.count ?? 0
      }
    }
    func save(_ index: Int, _ body: (NSManagedObjectContext) throws -> Void) throws {
      let child = children[index]
      try child.performAndWait {
        try body(child)
        try child.save()
      }
    }
    try save(0) { child in
      for _ in 0..<2 {
        _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
      }
    }
    try save(0) {
      try stack.fetch("Employee", "salary == 1", in: $0)[0].setValue("x", forKey: "name")
    }
    try save(0) { child in child.delete(try stack.fetch("Employee", "salary == 2", in: child)[0]) }
    try save(1) { _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: $0) }
    XCTAssertEqual(
      changes.notifications.map { counts($0.userInfo ?? [:]) },
      [[2, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]])
    XCTAssertEqual(saves.notifications.count, 0)
    try stack.context.save()
    XCTAssertEqual(counts(saves.last), [3, 1, 1])
  }
}
