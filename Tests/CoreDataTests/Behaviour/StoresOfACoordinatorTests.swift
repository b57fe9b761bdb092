import XCTest

@testable import CoreData

/// Adding, removing, destroying, replacing and migrating stores; metadata; generations.
final class StoresOfACoordinatorTests: XCTestCase {
  private func names(_ stack: Stack, _ context: NSManagedObjectContext) throws -> [String] {
    try stack.fetch("Employee", sort: ["name"], in: context).compactMap {
      $0.value(forKey: "name") as? String
    }
  }

  private func filled() throws -> Stack {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department", ["name": "D"])
    for name in ["a", "b"] {
      stack.insert("Employee", ["name": name]).setValue(d, forKey: "department")
    }
    try stack.context.save()
    return stack
  }

  func testObjectsOfARemovedStoreAreCutOff() throws {
    let stack = try filled()
    let object = try stack.fetch("Employee")[0]
    object.setValue("changed", forKey: "name")
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, from: stack.context)
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first)
    try stack.coordinator.remove(store)
    XCTAssertNil(object.managedObjectContext)
    XCTAssertFalse(stack.context.hasChanges)
    XCTAssertTrue(heard.objects(NSInvalidatedObjectsKey).contains(object))
    XCTAssertTrue(stack.coordinator.persistentStores.isEmpty)
    XCTAssertEqual(nsError { _ = try stack.fetch("Employee") }?.code, 134030)
    try stack.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: stack.url)
    XCTAssertEqual(try names(stack, stack.context), ["a", "b"])
  }

  func testAssigningToOneOfTwoStores() throws {
    let stack = try Stack(TestModel.employees())
    let second = stack.folder.appendingPathComponent("second.sqlite")
    let other = try stack.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: second)
    let here = stack.insert("Employee", ["name": "here"])
    let there = stack.insert("Employee", ["name": "there"])
    let d = stack.insert("Department")
    stack.context.assign(there, to: other)
    there.setValue(d, forKey: "department")
    try stack.context.save()
    XCTAssertTrue(there.objectID.persistentStore === other)
    XCTAssertTrue(d.objectID.persistentStore === other)
    XCTAssertFalse(here.objectID.persistentStore === other)
    XCTAssertEqual(try names(stack, stack.another()), ["here", "there"])
    XCTAssertThrowsError(try here.set(d, "department"))
  }

  func testAnUnsavedChainAcrossTwoStoresIsRefused() throws {
    let stack = try Stack(TestModel.employees())
    let second = stack.folder.appendingPathComponent("second.sqlite")
    let other = try stack.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: second)
    let e = stack.insert("Employee")
    let d = stack.insert("Department")
    e.setValue(d, forKey: "department")
    stack.context.assign(d, to: other)
    try stack.context.save()
    XCTAssertTrue(e.objectID.persistentStore === other)
  }

  func testMigratingBetweenTypes() throws {
    let stack = try filled()
    var store = try XCTUnwrap(stack.coordinator.persistentStores.first)
    store.metadata["mine"] = "kept"
    for type in [NSXMLStoreType, NSBinaryStoreType, NSSQLiteStoreType, NSInMemoryStoreType] {
      let url = stack.folder.appendingPathComponent("copy.\(type)")
      store = try stack.coordinator.migratePersistentStore(store, to: url, withType: type)
      XCTAssertEqual(stack.coordinator.persistentStores, [store])
      XCTAssertEqual(store.type, type)
      XCTAssertEqual(store.metadata["mine"] as? String, "kept", type)
      let context = stack.another()
      XCTAssertEqual(try names(stack, context), ["a", "b"], type)
      let d = try stack.fetch("Department", in: context)[0]
      XCTAssertEqual((d.value(forKey: "employees") as? NSSet)?.count, 2, type)
      let new = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
      try context.save()
      context.delete(new)
      try context.save()
    }
  }

  /// An XML file names its objects by number alone, so two entities cannot both keep their number 1.
  func testAStoreMigratedToXMLIsReadAgain() throws {
    let stack = try filled()
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first)
    let url = stack.folder.appendingPathComponent("copy.xml")
    let new = try stack.coordinator.migratePersistentStore(store, to: url, withType: NSXMLStoreType)
    let context = stack.another()
    let d = try stack.fetch("Department", in: context)[0]
    XCTAssertEqual((d.value(forKey: "employees") as? NSSet)?.count, 2)
    try stack.coordinator.remove(new)
    _ = try stack.coordinator.addPersistentStore(
      ofType: NSXMLStoreType, configurationName: nil, at: url)
    let again = stack.another()
    XCTAssertEqual(try names(stack, again), ["a", "b"])
    let department = try stack.fetch("Department", in: again)[0]
    XCTAssertEqual((department.value(forKey: "employees") as? NSSet)?.count, 2)
    let added = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: again)
    try again.save()
    XCTAssertEqual(added.objectID.uriRepresentation().lastPathComponent, "p4")
  }

  func testMigratingKeepsManyToManyAndOrder() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    let images = ["c", "a", "b"].map { stack.insert("Image", ["name": $0]) }
    event.setValue(NSOrderedSet(array: images), forKey: "images")
    let nodes = ["x", "y"].map { stack.insert("Node", ["name": $0]) }
    nodes[0].mutableSetValue(forKey: "friends").add(nodes[1])
    try stack.context.save()
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first)
    let url = stack.folder.appendingPathComponent("copy.sqlite")
    try stack.coordinator.migratePersistentStore(store, to: url, withType: NSSQLiteStoreType)
    let context = stack.another()
    let copy = try stack.fetch("Event", in: context)[0]
    XCTAssertEqual(
      (copy.value(forKey: "images") as? NSOrderedSet)?.array.compactMap {
        ($0 as? NSManagedObject)?.value(forKey: "name") as? String
      }, ["c", "a", "b"])
    let node = try stack.fetch("Node", "name == 'y'", in: context)[0]
    XCTAssertEqual((node.value(forKey: "friends") as? NSSet)?.count, 1)
  }

  func testDestroyingAStore() throws {
    for isOpen in [true, false] {
      let stack = try filled()
      let coordinator =
        isOpen
        ? stack.coordinator : NSPersistentStoreCoordinator(managedObjectModel: stack.model)
      if !isOpen, let store = stack.coordinator.persistentStores.first {
        try stack.coordinator.remove(store)
      }
      try coordinator.destroyPersistentStore(at: stack.url, ofType: NSSQLiteStoreType)
      XCTAssertFalse(FileManager.default.fileExists(atPath: stack.url.path))
      XCTAssertTrue(coordinator.persistentStores.isEmpty)
      XCTAssertNoThrow(
        try coordinator.destroyPersistentStore(at: stack.url, ofType: NSSQLiteStoreType))
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: stack.url)
      XCTAssertEqual(try stack.sql("SELECT count(*) FROM ZEMPLOYEE"), [["0"]])
    }
  }

  func testAFileThatIsNoStoreIsNotDestroyed() throws {
    let stack = try Stack(TestModel.employees())
    let url = stack.folder.appendingPathComponent("letter.txt")
    try Data(repeating: 65, count: 5000).write(to: url)
    XCTAssertThrowsError(
      try stack.coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType))
    XCTAssertTrue(FileManager.default.fileExists(atPath: url.path))
  }

  func testReplacingAStore() throws {
    let stack = try filled()
    let other = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
    let url = stack.folder.appendingPathComponent("other.sqlite")
    for _ in 0..<2 {
      try other.replacePersistentStore(
        at: url, withPersistentStoreFrom: stack.url, ofType: NSSQLiteStoreType)
      let store = try other.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = other
      XCTAssertEqual(try names(stack, context), ["a", "b"])
      XCTAssertThrowsError(
        try other.replacePersistentStore(
          at: url, withPersistentStoreFrom: stack.url, ofType: NSSQLiteStoreType))
      try stack.fetch("Employee", in: context).forEach(context.delete)
      try context.save()
      try other.remove(store)
    }
    XCTAssertEqual(try names(stack, stack.another()), ["a", "b"])
  }

  func testMetadataOfOpenAndClosedStores() throws {
    let stack = try filled()
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first)
    var metadata = stack.coordinator.metadata(for: store)
    let uuid = metadata[NSStoreUUIDKey] as? String
    XCTAssertEqual(metadata[NSStoreTypeKey] as? String, NSSQLiteStoreType)
    metadata["language"] = "de"
    stack.coordinator.setMetadata(metadata, for: store)
    XCTAssertNil(try read(stack)["language"], "only the next save writes them")
    _ = stack.insert("Employee")
    try stack.context.save()
    XCTAssertEqual(try read(stack)["language"] as? String, "de")
    try NSPersistentStoreCoordinator.setMetadata(
      ["colour": "red"], forPersistentStoreOfType: NSSQLiteStoreType, at: stack.url)
    XCTAssertEqual(try read(stack)["colour"] as? String, "red")
    XCTAssertEqual(try read(stack)[NSStoreUUIDKey] as? String, uuid)
  }

  private func read(_ stack: Stack) throws -> [String: Any] {
    try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: stack.url)
  }

  func testAPinnedContextGoesOnReadingItsState() throws {
    let stack = try filled()
    let reader = stack.another()
    try reader.setQueryGenerationFrom(.current)
    XCTAssertEqual(try names(stack, reader), ["a", "b"])
    let token = reader.queryGenerationToken
    try stack.fetch("Employee", "name == 'a'")[0].setValue("z", forKey: "name")
    _ = stack.insert("Employee", ["name": "c"])
    try stack.context.save()
    let late = stack.another()
    try late.setQueryGenerationFrom(token)
    for context in [reader, late] {
      XCTAssertEqual(try names(stack, context), ["a", "b"])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
      XCTAssertEqual(try context.count(for: request), 2)
      let department = try stack.fetch("Department", in: context)[0]
      XCTAssertEqual((department.value(forKey: "employees") as? NSSet)?.count, 2)
    }
    reader.reset()
    XCTAssertEqual(try names(stack, reader), ["b", "c", "z"])
    try late.setQueryGenerationFrom(nil)
    late.reset()
    XCTAssertEqual(try names(stack, late), ["b", "c", "z"])
  }

  func testSavingMovesAPinnedContextOn() throws {
    let stack = try filled()
    let reader = stack.another()
    try reader.setQueryGenerationFrom(.current)
    let theirs = try stack.fetch("Employee", sort: ["name"], in: reader)
    try stack.fetch("Employee", "name == 'a'")[0].setValue("z", forKey: "name")
    try stack.context.save()
    theirs[0].setValue(7, forKey: "salary")
    XCTAssertEqual(nsError { try reader.save() }?.code, 133020)
    reader.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try reader.save()
    XCTAssertEqual(try names(stack, reader), ["b", "z"])
    XCTAssertEqual(theirs[0].value(forKey: "salary") as? Int, 7)
  }

  func testChildrenAndOtherJournalsHaveNoGenerations() throws {
    let stack = try filled()
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = stack.context
    XCTAssertEqual(nsError { try child.setQueryGenerationFrom(.current) }?.code, 134091)
    let url = stack.folder.appendingPathComponent("delete.sqlite")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    XCTAssertEqual(nsError { try context.setQueryGenerationFrom(.current) }?.code, 134091)
  }
}
