import XCTest

@testable import CoreData

/// A controller's cache from launch to launch. Truth: Apple's documentation of
/// `NSFetchedResultsController` ("The Cache": entity, its version hash, sort descriptors, section key path
/// and the state of the store are compared; what does not fit is computed anew); costs are ours.
final class SectionCacheTests: XCTestCase {
  private var launches: Launches!

  override func setUpWithError() throws {
    launches = try Launches()
    try launches.fill()
  }

  override func tearDown() { launches = nil }

  /// Performs the fetch of a launch of its own and says how many SELECTs that took.
  private func cost(
    in launch: Launch? = nil, _ make: (Launch) -> NSFetchedResultsController<NSManagedObject>,
    file: StaticString = #filePath, line: UInt = #line
  ) throws -> Int {
    let launch = try launch ?? launches.launch()
    let controller = make(launch)
    let plain = NSFetchedResultsController(
      fetchRequest: controller.fetchRequest, managedObjectContext: launch.context,
      sectionNameKeyPath: controller.sectionNameKeyPath, cacheName: nil)
    let selects = try launch.selects { try controller.performFetch() }
    try plain.performFetch()
    XCTAssertEqual(controller.picture, plain.picture, file: file, line: line)
    XCTAssertEqual(
      controller.sectionIndexTitles, plain.sectionIndexTitles, file: file, line: line)
    return selects
  }

  func testTheSecondLaunchAsksNothingAndReadsNoRow() throws {
    XCTAssertEqual(try cost { $0.controller() }, 1, "keys and names are one statement")
    try launches.run { launch in
      let controller = launch.controller()
      XCTAssertEqual(try launch.statements { try controller.performFetch() }, 0)
      XCTAssertEqual(controller.sections?.map(\.name), ["0", "1", "2", "3"])
      XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [5, 5, 5, 5])
      XCTAssertEqual(controller.fetchedObjects?.count { $0.isFault }, 20)
      XCTAssertEqual(try launch.store.rowsCached, 0)
      let third = controller.object(at: IndexPath(row: 1, section: 2))
      XCTAssertEqual(
        try launch.selects { XCTAssertEqual(third.value(forKey: "vin") as? String, "v0006") }, 1)
      XCTAssertEqual(try launch.store.rowsCached, 5, "its batch")
      XCTAssertEqual(third.entity.name, "Car")
      XCTAssertEqual(
        controller.object(at: IndexPath(row: 0, section: 0)).entity.name, "Truck",
        "entities are kept")
    }
    XCTAssertEqual(try cost { $0.controller() }, 0, "and so on")
  }

  /// The rows of a fetch without batches are asked for, but no relationship for a section's name.
  func testWithoutBatchesOneStatementReadsTheRowsAndNoneTheNames() throws {
    let make = { (launch: Launch) in
      launch.controller(sections: "maker.name", sort: ["maker.name", "vin"], batch: 0)
    }
    XCTAssertEqual(try cost(make), 2, "rows; keys and names")
    XCTAssertEqual(try cost(make), 1)
    try launches.run { launch in
      let controller = make(launch)
      try controller.performFetch()
      XCTAssertEqual(controller.sections?.map(\.name), ["m0", "m1", "m2"])
      let maker = controller.fetchedObjects?.first?.value(forKey: "maker") as? NSManagedObject
      XCTAssertEqual(maker?.isFault, true)
    }
  }

  func testOneSectionWithoutKeyPath() throws {
    XCTAssertEqual(try cost { $0.controller(sections: nil) }, 1)
    XCTAssertEqual(try cost { $0.controller(sections: nil) }, 0)
  }

  func testNoResults() throws {
    XCTAssertEqual(try cost { $0.controller(predicate: "stars > 90") }, 1)
    XCTAssertEqual(try cost { $0.controller(predicate: "stars > 90") }, 0)
  }

  /// A program that ends without closing leaves the write-ahead log.
  func testAProgramThatDoesNotCloseItsStore() throws {
    let first = try launches.launch()
    XCTAssertEqual(try cost(in: first) { $0.controller() }, 1)
    XCTAssertEqual(try cost { $0.controller() }, 0)
    first.insert("Car", ["vin": "z", "stars": 9])
    try first.context.save()
    XCTAssertEqual(try cost { $0.controller() }, 1, "there is a commit more in the log")
    XCTAssertEqual(try cost { $0.controller() }, 0)
    withExtendedLifetime(first) {}
  }

  func testAnotherProcessChangesTheStore() throws {
    XCTAssertEqual(try cost { $0.controller() }, 1)
    try launches.shell("UPDATE ZCAR SET ZSTARS = 2 WHERE ZVIN = 'v0001'")
    XCTAssertEqual(try cost { $0.controller() }, 1)
    XCTAssertEqual(try cost { $0.controller() }, 0)
    let open = try launches.launch()
    let controller = open.controller()
    XCTAssertEqual(try open.selects { try controller.performFetch() }, 0)
    try launches.shell("DELETE FROM ZCAR WHERE ZVIN = 'v0002'")
    // One more asks whether the others have left the model as it was.
    XCTAssertEqual(try open.selects { try controller.performFetch() }, 2)
    XCTAssertEqual(controller.fetchedObjects?.count, 19)
  }

  func testAnotherQuestionIsAskedAnew() throws {
    for make in [
      { $0.controller() }, { $0.controller(sort: ["stars", "serial", "vin"]) },
      { $0.controller(predicate: "stars > 1") }, { $0.controller(predicate: "stars > 2") },
      { $0.controller(sections: "maker.name", sort: ["maker.name"]) },
      { $0.controller(sections: nil) }, { $0.controller(sort: ["stars"], entity: "Truck") },
      { launch in
        let controller = launch.controller()
        controller.fetchRequest.fetchLimit = 7
        controller.fetchRequest.fetchOffset = 2
        return controller
      },
      { launch in
        let controller = launch.controller()
        controller.fetchRequest.includesSubentities = false
        return controller
      },
    ] as [(Launch) -> NSFetchedResultsController<NSManagedObject>] {
      XCTAssertEqual(try cost(make), 1)
      XCTAssertEqual(try cost(make), 0)
      XCTAssertEqual(launches.files.count, 1)
    }
  }

  /// Values are bound, so that predicates of one text may be different.
  func testObjectsAndDatesInAPredicate() throws {
    for name in ["m0", "m1"] {
      for (selects, since) in [(1, 0.1), (0, 0.1), (1, 0.2)] {
        let launch = try launches.launch()
        let makers = NSFetchRequest<NSManagedObject>(entityName: "Maker")
        makers.predicate = NSPredicate(format: "name == %@", name)
        let maker = try XCTUnwrap(try launch.context.fetch(makers).first)
        XCTAssertEqual(
          try cost(in: launch) {
            let controller = $0.controller()
            controller.fetchRequest.predicate = NSPredicate(
              format: "maker == %@ AND (built == nil OR built > %@)", maker,
              Date(timeIntervalSinceReferenceDate: since) as NSDate)
            return controller
          }, selects, "\(name) \(since)")
      }
    }
  }

  func testAnotherVersionOfTheModel() throws {
    XCTAssertEqual(try cost { $0.controller() }, 1)
    launches.model = GarageModel.make()
    XCTAssertEqual(try cost { $0.controller() }, 0, "the same in another object")
    launches.model = GarageModel.make()
    launches.model.entitiesByName["Car"]?.versionHashModifier = "2"
    launches.options = [NSIgnorePersistentStoreVersioningOption: true]
    XCTAssertEqual(try cost { $0.controller() }, 1)
    let wider = GarageModel.make()
    wider.entitiesByName["Car"]?.properties += [
      TestModel.attribute("wheels", .integer16AttributeType)
    ]
    launches.model = wider
    launches.options = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
      MigrationSourceModelsOption: [GarageModel.make()],
    ]
    XCTAssertEqual(try cost { $0.controller() }, 1)
    XCTAssertEqual(try cost { $0.controller() }, 0)
  }

  func testDeletingCaches() throws {
    XCTAssertEqual(try cost { $0.controller() }, 1)
    XCTAssertEqual(try cost { $0.controller(cache: "Other") }, 1)
    XCTAssertEqual(launches.files.count, 2)
    NSFetchedResultsController<NSManagedObject>.deleteCache(withName: "Cars")
    XCTAssertEqual(launches.files.count, 1)
    XCTAssertEqual(try cost { $0.controller() }, 1)
    XCTAssertEqual(try cost { $0.controller(cache: "Other") }, 0)
    NSFetchedResultsController<NSManagedObject>.deleteCache(withName: nil)
    XCTAssertEqual(launches.files, [])
    XCTAssertEqual(try cost { $0.controller(cache: "Other") }, 1)
  }

  /// Also while a controller is there: it begins again with its next fetch, not when the store closes.
  func testADeletedCacheDoesNotComeBackByItself() throws {
    try launches.run { launch in
      let controller = launch.controller()
      try controller.performFetch()
      NSFetchedResultsController<NSManagedObject>.deleteCache(withName: "Cars")
    }
    XCTAssertEqual(launches.files, [])
  }

  func testTwoControllersOfOneName() throws {
    try launches.run { launch in
      let stars = launch.controller()
      let makers = launch.controller(sections: "maker.name", sort: ["maker.name", "vin"])
      try stars.performFetch()
      try makers.performFetch()
      XCTAssertEqual(stars.sections?.map(\.name), ["0", "1", "2", "3"])
      XCTAssertEqual(makers.sections?.map(\.name), ["m0", "m1", "m2"])
      try stars.performFetch()
      XCTAssertEqual(stars.sections?.map(\.name), ["0", "1", "2", "3"])
    }
    XCTAssertEqual(launches.files.count, 1)
    XCTAssertEqual(try cost { $0.controller() }, 0, "the last one's")
  }

  /// Two stores of one program do not drive each other's caches out.
  func testTwoStores() throws {
    let other = try Launches()
    try other.fill(8)
    SectionCaches.shared.folder = launches.caches
    for selects in [1, 0] {
      for some in [launches, other] {
        try some?.run { launch in
          let controller = launch.controller()
          XCTAssertEqual(try launch.selects { try controller.performFetch() }, selects)
          XCTAssertEqual(controller.fetchedObjects?.count, some === other ? 8 : 20)
        }
      }
    }
    XCTAssertEqual(launches.files.count, 2)
  }

  func testUnsavedWorkIsSeenAndNotKept() throws {
    XCTAssertEqual(try cost { $0.controller() }, 1)
    try launches.run { launch in
      launch.insert("Car", ["vin": "new", "stars": 7])
      let controller = launch.controller()
      try controller.performFetch()
      XCTAssertEqual(controller.sections?.map(\.name), ["0", "1", "2", "3", "7"])
    }
    XCTAssertEqual(try cost { $0.controller() }, 0, "the old one is still true")
    try launches.run { launch in
      try launch.cars("vin == 'v0003'").first?.setValue(8, forKey: "stars")
      let controller = launch.controller(cache: "Fresh")
      try controller.performFetch()
      XCTAssertEqual(controller.sections?.map(\.name), ["0", "1", "2", "3", "8"])
    }
    XCTAssertEqual(launches.files.count, 1)
  }

  func testAFolderThatCannotBeWritten() throws {
    let blocked = launches.folder.appendingPathComponent("file")
    try Data().write(to: blocked)
    SectionCaches.shared.folder = blocked.appendingPathComponent("caches")
    XCTAssertEqual(try cost { $0.controller() }, 1)
    XCTAssertEqual(try cost { $0.controller() }, 1)
    NSFetchedResultsController<NSManagedObject>.deleteCache(withName: nil)
  }

  func testStoresInMemoryAndReadersOfOldStatesKeepNothing() throws {
    try launches.run { launch in
      try launch.context.setQueryGenerationFrom(.current)
      let controller = launch.controller()
      try controller.performFetch()
      XCTAssertEqual(controller.sections?.count, 4)
    }
    try launches.run { launch in
      let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      child.parent = launch.context
      let controller = NSFetchedResultsController(
        fetchRequest: launch.controller().fetchRequest, managedObjectContext: child,
        sectionNameKeyPath: "stars", cacheName: "Child")
      try controller.performFetch()
      XCTAssertEqual(controller.sections?.count, 4)
    }
    launches.type = NSInMemoryStoreType
    try launches.run { launch in
      launch.insert("Car", ["stars": 1])
      try launch.context.save()
      let controller = launch.controller()
      try controller.performFetch()
      XCTAssertEqual(controller.sections?.map(\.name), ["1"])
    }
    XCTAssertEqual(launches.files, [])
  }

  func testAnAnswerThatChangesWithTimeIsNotKept() throws {
    for predicate in ["built == nil OR built < now()", "stars >= 0 AND stars > random() - 1"] {
      XCTAssertEqual(try cost { $0.controller(predicate: predicate) }, 1, predicate)
      XCTAssertEqual(try cost { $0.controller(predicate: predicate) }, 1, predicate)
    }
  }

  func testReadOnlyStoresAndOtherJournals() throws {
    launches.options = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
    XCTAssertEqual(try cost { $0.controller() }, 1)
    XCTAssertEqual(try cost { $0.controller() }, 0)
    try launches.run { launch in
      launch.insert("Car", ["vin": "x", "stars": 5])
      try launch.context.save()
    }
    XCTAssertEqual(try cost { $0.controller() }, 1)
    launches.options = [NSReadOnlyPersistentStoreOption: true]
    XCTAssertEqual(try cost { $0.controller() }, 0)
    NSFetchedResultsController<NSManagedObject>.deleteCache(withName: nil)
    XCTAssertEqual(try cost { $0.controller() }, 1)
    XCTAssertEqual(try cost { $0.controller() }, 0)
  }
}

extension NSPersistentStore {
  /// How many cars the row cache has.
  fileprivate var rowsCached: Int {
    get throws {
      let engine = try XCTUnwrap(engine as? SQLiteStore)
      let root = try XCTUnwrap(engine.model.entity(named: "Car")).rootNumber
      return (1...100).count { engine.cache.row(root: root, pk: Int64($0)) != nil }
    }
  }
}
