import XCTest

@testable import CoreData

/// An SQLite store at `/dev/null` lives in memory (documented: Xcode's template for SwiftUI; WWDC 2018,
/// “Core Data Best Practices”), with all that a store in a file can do.
final class StoreInNullDeviceTests: XCTestCase {
  private var files: SpecialFiles?
  private var device = URL(fileURLWithPath: "/nowhere")

  override func setUpWithError() throws {
    let files = try SpecialFiles()
    self.files = files
    device = try files.nullDevice()
  }

  private func container(
    _ model: NSManagedObjectModel = TestModel.employees(), history: Bool = false
  ) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "App", managedObjectModel: model)
    let description = try XCTUnwrap(container.persistentStoreDescriptions.first)
    description.url = device
    if history {
      description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
    }
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  private func assertUntouched(line: UInt = #line) throws {
    guard let files, device.path != "/dev/null" else { return }
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: files.folder.path), ["null"], line: line)
    XCTAssertEqual(StoreSite.of(device), .memory, line: line)
  }

  private func insert(_ name: String, _ context: NSManagedObjectContext) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
    object.setValue(name, forKey: "name")
    return object
  }

  private func names(_ context: NSManagedObjectContext) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
  }

  func testTheTemplatesContainerWorksAndLeavesTheDeviceAlone() throws {
    let container = try container()
    let context = container.viewContext
    _ = insert("Ada", context)
    try context.save()
    context.undoManager = UndoManager()
    let store = try XCTUnwrap(container.persistentStoreCoordinator.persistentStores.first)
    XCTAssertEqual(store.url, device)
    XCTAssertEqual(store.type, NSSQLiteStoreType)
    let metadata = container.persistentStoreCoordinator.metadata(for: store)
    XCTAssertEqual(metadata[NSStoreTypeKey] as? String, NSSQLiteStoreType)
    XCTAssertEqual(metadata[NSStoreUUIDKey] as? String, store.identifier)
    XCTAssertEqual(try names(container.newBackgroundContext()), ["Ada"])
    _ = insert("Bob", context)
    try context.save()
    context.undoManager?.undo()
    try context.save()
    XCTAssertEqual(try names(container.newBackgroundContext()), ["Ada"])
    XCTAssertEqual(try names(self.container().viewContext), [], "each store is a new one")
    try assertUntouched()
  }

  func testLoadingTwiceAddsNothing() throws {
    let container = try container()
    var calls = 0
    container.loadPersistentStores { _, error in
      XCTAssertNil(error)
      calls += 1
    }
    XCTAssertEqual(calls, 1)
    XCTAssertEqual(container.persistentStoreCoordinator.persistentStores.count, 1)
  }

  func testStoresOfSeveralConfigurationsAreThereAtOnce() throws {
    let model = TestModel.model([
      TestModel.entity("A", [TestModel.attribute("x", .stringAttributeType)]),
      TestModel.entity("B", [TestModel.attribute("x", .stringAttributeType)]),
    ])
    model.setEntities([model.entities[0]], forConfigurationName: "One")
    model.setEntities([model.entities[1]], forConfigurationName: "Two")
    let container = NSPersistentContainer(name: "App", managedObjectModel: model)
    container.persistentStoreDescriptions = ["One", "Two"].map {
      let description = NSPersistentStoreDescription(url: device)
      description.configuration = $0
      return description
    }
    for _ in 0..<2 { container.loadPersistentStores { XCTAssertNil($1) } }
    XCTAssertEqual(
      container.persistentStoreCoordinator.persistentStores.map(\.configurationName),
      ["One", "Two"])
    for name in ["A", "B"] {
      let object = NSEntityDescription.insertNewObject(
        forEntityName: name, into: container.viewContext)
      object.setValue(name, forKey: "x")
    }
    try container.viewContext.save()
    try assertUntouched()
  }

  func testHistoryAndBatches() throws {
    let container = try container(history: true)
    let context = container.viewContext
    try context.execute(
      NSBatchInsertRequest(entityName: "Employee", objects: [["name": "Ada"], ["name": "Bob"]]))
    let update = NSBatchUpdateRequest(entityName: "Employee")
    update.predicate = NSPredicate(format: "name == 'Bob'")
    update.propertiesToUpdate = ["name": "Bert"]
    try context.execute(update)
    XCTAssertEqual(try names(context), ["Ada", "Bert"])
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    request.predicate = NSPredicate(format: "name BEGINSWITH 'A'")
    try context.execute(NSBatchDeleteRequest(fetchRequest: request))
    XCTAssertEqual(try names(container.newBackgroundContext()), ["Bert"])
    let result = try context.execute(
      NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?))
    let history = (result as? NSPersistentHistoryResult)?.result
    XCTAssertEqual((history as? [NSPersistentHistoryTransaction])?.count, 3)
    try assertUntouched()
  }

  func testRemoteChangesArePosted() throws {
    let container = NSPersistentContainer(name: "App", managedObjectModel: TestModel.employees())
    let description = NSPersistentStoreDescription(url: device)
    description.setOption(
      NSNumber(value: true), forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { XCTAssertNil($1) }
    let posted = expectation(
      forNotification: .NSPersistentStoreRemoteChange, object: nil)
    _ = insert("Ada", container.viewContext)
    try container.viewContext.save()
    wait(for: [posted], timeout: 5)
  }

  func testConstraintsAndConflicts() throws {
    let model = TestModel.employees()
    model.entitiesByName["Employee"]?.uniquenessConstraints = [["name"]]
    let container = try container(model)
    let context = container.viewContext
    let first = insert("Ada", context)
    try context.save()
    let second = container.newBackgroundContext()
    try second.performAndWait {
      _ = insert("Ada", second)
      XCTAssertThrowsError(try second.save()) {
        XCTAssertEqual(($0 as NSError).code, NSManagedObjectConstraintMergeError)
      }
      second.reset()
      let same = second.object(with: first.objectID)
      same.setValue(1, forKey: "salary")
      XCTAssertNoThrow(try second.save())
    }
    first.setValue(2, forKey: "salary")
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as NSError).code, NSManagedObjectMergeError)
    }
  }

  func testAPinnedContextReadsTheStateItWasPinnedTo() throws {
    let container = try container()
    let pinned = container.newBackgroundContext()
    _ = insert("Ada", container.viewContext)
    try container.viewContext.save()
    try pinned.performAndWait {
      try pinned.setQueryGenerationFrom(.current)
      XCTAssertEqual(try names(pinned), ["Ada"])
    }
    _ = insert("Bob", container.viewContext)
    try container.viewContext.save()
    try pinned.performAndWait {
      XCTAssertEqual(try names(pinned), ["Ada"])
      try pinned.setQueryGenerationFrom(nil)
      XCTAssertEqual(try names(pinned), ["Ada", "Bob"])
    }
  }

  func testLargeDataStayInTheStore() throws {
    let photo = TestModel.attribute("photo", .binaryDataAttributeType)
    photo.allowsExternalBinaryDataStorage = true
    let container = try container(TestModel.model([TestModel.entity("Picture", [photo])]))
    let object = NSEntityDescription.insertNewObject(
      forEntityName: "Picture", into: container.viewContext)
    let data = Data(repeating: 7, count: 300_000)
    object.setValue(data, forKey: "photo")
    try container.viewContext.save()
    container.viewContext.refresh(object, mergeChanges: false)
    XCTAssertEqual(object.value(forKey: "photo") as? Data, data)
    try assertUntouched()
  }

  func testAControllersCacheIsLeftOut() throws {
    let container = try container()
    _ = insert("Ada", container.viewContext)
    try container.viewContext.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    for _ in 0..<2 {
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: container.viewContext,
        sectionNameKeyPath: "name", cacheName: "NullDevice")
      try controller.performFetch()
      XCTAssertEqual(controller.sections?.map(\.name), ["Ada"])
      XCTAssertFalse(controller.isFromCache)
    }
    NSFetchedResultsController<NSManagedObject>.deleteCache(withName: "NullDevice")
  }

  func testTheStoreMovesIntoAFileAndBack() throws {
    let files = try XCTUnwrap(files)
    let container = try container()
    let coordinator = container.persistentStoreCoordinator
    _ = insert("Ada", container.viewContext)
    try container.viewContext.save()
    let file = files.url("moved.sqlite")
    let moved = try coordinator.migratePersistentStore(
      try XCTUnwrap(coordinator.persistentStores.first), to: file, options: nil,
      withType: NSSQLiteStoreType)
    XCTAssertEqual(try names(container.newBackgroundContext()), ["Ada"])
    XCTAssertGreaterThan(try Data(contentsOf: file).count, 0)
    let back = try coordinator.migratePersistentStore(
      moved, to: device, options: nil, withType: NSSQLiteStoreType)
    XCTAssertEqual(back.url, device)
    XCTAssertEqual(try names(container.newBackgroundContext()), ["Ada"])
    XCTAssertEqual(StoreSite.of(device), .memory)
  }

  func testWhatNeedsAFileIsRefusedAndDestroyingClosesTheStore() throws {
    let files = try XCTUnwrap(files)
    let container = try container()
    let coordinator = container.persistentStoreCoordinator
    func code(_ body: () throws -> Void) -> Int? {
      do { try body() } catch { return (error as NSError).code }
      return nil
    }
    typealias Coordinator = NSPersistentStoreCoordinator
    let type = NSSQLiteStoreType
    XCTAssertEqual(
      code {
        _ = try Coordinator.metadataForPersistentStore(ofType: type, at: device, options: nil)
      },
      260)
    XCTAssertEqual(
      code {
        try Coordinator.setMetadata(
          ["a": 1], forPersistentStoreOfType: type, at: device, options: nil)
      }, 260)
    let file = files.url("new.sqlite")
    XCTAssertEqual(
      code {
        try coordinator.replacePersistentStore(
          at: file, withPersistentStoreFrom: device, ofType: type)
      }, 260)
    let other = try Stack(TestModel.employees())
    XCTAssertEqual(
      code {
        try Coordinator(managedObjectModel: other.model).replacePersistentStore(
          at: device, withPersistentStoreFrom: other.url, ofType: type)
      }, 512)
    XCTAssertEqual(
      code {
        try Coordinator(managedObjectModel: other.model).addPersistentStore(
          ofType: type, configurationName: nil, at: device,
          options: [NSReadOnlyPersistentStoreOption: true])
      }, 260)
    for type in [NSXMLStoreType, NSBinaryStoreType] {
      XCTAssertEqual(
        code {
          try Coordinator(managedObjectModel: other.model).addPersistentStore(
            ofType: type, configurationName: nil, at: device)
        }, 512)
    }
    try coordinator.destroyPersistentStore(at: device, ofType: type)
    XCTAssertEqual(coordinator.persistentStores, [])
    try coordinator.destroyPersistentStore(at: device, ofType: type)
    try assertUntouched()
  }
}
