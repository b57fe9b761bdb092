import XCTest

@testable import CoreData

/// What a controller makes of merges, rollback, reset and changed requests. Truth: Apple's
/// documentation; where no run was seen, inferred.
final class FetchedResultsFollowingTests: XCTestCase {
  private final class Recorder: NSFetchedResultsControllerDelegate {
    var events: [String] = []

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      let text = { (path: IndexPath?) in path.map { "[\($0.section),\($0.row)]" } ?? "-" }
      events.append("\(type) \(text(indexPath)) \(text(newIndexPath))")
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) { events.append("section \(type) \(sectionIndex) \(sectionInfo.name)") }

    func take() -> [String] {
      defer { events = [] }
      return events
    }
  }

  private var garage: Garage!
  private var recorder = Recorder()
  private var controller: NSFetchedResultsController<NSManagedObject>!

  override func setUpWithError() throws {
    garage = try Garage()
    SectionCaches.shared.folder = garage.folder.appendingPathComponent("caches")
    for (vin, stars) in [("a", 1), ("b", 1), ("c", 2)] {
      garage.insert("Car", ["vin": vin, "stars": stars])
    }
    try garage.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.sortDescriptors = ["stars", "vin"].map { NSSortDescriptor(key: $0, ascending: true) }
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: garage.context, sectionNameKeyPath: "stars",
      cacheName: "Cars-\(UUID().uuidString)")
    controller.delegate = recorder
    try controller.performFetch()
  }

  override func tearDown() {
    controller = nil
    SectionCaches.shared.folder = SectionCacheFolder.standard.url
    garage = nil
  }

  private func merged(_ change: (NSManagedObjectContext) throws -> Void) throws -> [String] {
    let other = garage.another()
    let context = garage.context
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: other, queue: nil
    ) { context.mergeChanges(fromContextDidSave: $0) }
    defer { NotificationCenter.default.removeObserver(observer) }
    try change(other)
    try other.save()
    return recorder.take()
  }

  func testMergesFromAnotherContext() throws {
    XCTAssertEqual(
      try merged { other in
        let car = NSEntityDescription.insertNewObject(forEntityName: "Car", into: other)
        car.setValue("bb", forKey: "vin")
        car.setValue(1, forKey: "stars")
      }, ["insert - [0,2]"])
    XCTAssertEqual(
      try merged { other in
        try XCTUnwrap(try garage.fetch("Car", "vin == 'a'", in: other).first)
          .setValue("az", forKey: "vin")
      }, ["update [0,0] [0,0]"])
    XCTAssertEqual(
      try merged { other in
        try XCTUnwrap(try garage.fetch("Car", "vin == 'b'", in: other).first)
          .setValue(2, forKey: "stars")
      }, ["move [0,1] [1,0]"])
    XCTAssertEqual(
      try merged { other in
        for car in try garage.fetch("Car", "stars == 2", in: other) { other.delete(car) }
      }.sorted(), ["delete [1,0] -", "delete [1,1] -", "section delete 1 2"])
    XCTAssertEqual(controller.sections?.map(\.name), ["1"])
  }

  func testRollbackTakesInsertionsDeletionsAndChangesBack() throws {
    garage.insert("Car", ["vin": "z", "stars": 9])
    garage.context.delete(try XCTUnwrap(try garage.fetch("Car", "vin == 'a'").first))
    garage.context.processPendingChanges()
    _ = recorder.take()
    garage.context.rollback()
    XCTAssertEqual(
      recorder.take().sorted(),
      ["delete [2,0] -", "insert - [0,0]", "section delete 2 9"])
    XCTAssertEqual(
      controller.fetchedObjects?.map { $0.value(forKey: "vin") as? String }, ["a", "b", "c"])
  }

  func testResetEmptiesIt() throws {
    garage.context.reset()
    XCTAssertEqual(controller.fetchedObjects, [])
    try controller.performFetch()
    XCTAssertEqual(controller.fetchedObjects?.count, 3)
  }

  func testAChangedRequestNeedsItsCacheDeleted() throws {
    controller.fetchRequest.predicate = NSPredicate(format: "stars == 1")
    XCTAssertThrowsError(try controller.performFetch()) {
      XCTAssertTrue("\($0)".contains("deleteCache"), "\($0)")
    }
    NSFetchedResultsController<NSManagedObject>.deleteCache(withName: controller.cacheName)
    try controller.performFetch()
    XCTAssertEqual(controller.fetchedObjects?.count, 2)
  }

  func testSectionsOutOfOrderAreAnError() throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.sortDescriptors = [NSSortDescriptor(key: "vin", ascending: true)]
    garage.insert("Car", ["vin": "d", "stars": 1])
    let wrong = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: garage.context, sectionNameKeyPath: "stars",
      cacheName: nil)
    XCTAssertThrowsError(try wrong.performFetch()) {
      XCTAssertTrue("\($0)".contains("out of order section name"), "\($0)")
    }
    XCTAssertNil(wrong.fetchedObjects)
  }

  /// A controller that has a delegate goes when it is let go, and its context with it.
  func testItEndsWithItsOwner() throws {
    weak let gone = controller
    var other: NSManagedObjectContext? = garage.another()
    weak let context = other
    var second: NSFetchedResultsController<NSManagedObject>? = NSFetchedResultsController(
      fetchRequest: controller.fetchRequest, managedObjectContext: try XCTUnwrap(other),
      sectionNameKeyPath: nil, cacheName: nil)
    second?.delegate = recorder
    try second?.performFetch()
    other = nil
    XCTAssertNotNil(context)
    second = nil
    controller = nil
    XCTAssertNil(gone)
    XCTAssertNil(context)
    garage.insert("Car", ["vin": "late"])
    garage.context.processPendingChanges()
    XCTAssertEqual(recorder.take(), [])
  }

  /// The delegate hears of one controller from one object, event after event.
  func testTheDelegateHearsOfTheSameControllerEachTime() throws {
    final class Listener: NSFetchedResultsControllerDelegate {
      var seen: [ObjectIdentifier] = []
      func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) {
        seen.append(ObjectIdentifier(controller))
        XCTAssertEqual(controller.sections?.isEmpty, false)
      }
    }
    let listener = Listener()
    controller.delegate = listener
    for number in 0..<3 {
      garage.insert("Car", ["vin": "n\(number)"])
      garage.context.processPendingChanges()
    }
    XCTAssertEqual(listener.seen.count, 3)
    XCTAssertEqual(Set(listener.seen).count, 1)
  }

  func testBatchedRequests() throws {
    controller.fetchRequest.fetchBatchSize = 2
    try controller.performFetch()
    XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [2, 1])
  }

  /// Sections of a fetch by batches cost one statement, and the batches stay unread, also when a
  /// change is followed.
  func testSectionsOfBatchesAreNotReadFromObjects() throws {
    for number in 0..<40 { garage.insert("Car", ["vin": "n\(number)", "stars": number % 4]) }
    try garage.context.save()
    garage.context.reset()
    try garage.engine.cache.removeAll()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.sortDescriptors = ["stars", "vin"].map { NSSortDescriptor(key: $0, ascending: true) }
    request.fetchBatchSize = 5
    let batched = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: garage.context, sectionNameKeyPath: "stars",
      cacheName: nil)
    batched.delegate = recorder
    XCTAssertEqual(try garage.statements { try batched.performFetch() }, 2)
    XCTAssertEqual(batched.sections?.map(\.name), ["0", "1", "2", "3"])
    XCTAssertEqual(batched.sections?.map(\.numberOfObjects), [10, 12, 11, 10])
    XCTAssertEqual(batched.fetchedObjects?.count { $0.isFault }, 43)
    garage.insert("Car", ["vin": "n99", "stars": 9])
    garage.context.processPendingChanges()
    XCTAssertEqual(batched.sections?.map(\.name), ["0", "1", "2", "3", "9"])
  }
}
