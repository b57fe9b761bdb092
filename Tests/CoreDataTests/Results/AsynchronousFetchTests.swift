import XCTest

@testable import CoreData

/// Asynchronous fetches (Apple's documentation of `NSAsynchronousFetchRequest`).
final class AsynchronousFetchTests: XCTestCase {
  private func garage(_ count: Int) throws -> Garage {
    let garage = try Garage()
    _ = try garage.insertBatch(
      NSBatchInsertRequest(
        entityName: "Car", objects: (0..<count).map { ["vin": "\($0)", "stars": $0 % 5] }))
    return garage
  }

  private func request<T>(_ type: T.Type) -> NSFetchRequest<T> {
    let request = NSFetchRequest<T>(entityName: "Car")
    request.sortDescriptors = [NSSortDescriptor(key: "stars", ascending: true)]
    return request
  }

  func testResultsComeLater() throws {
    let garage = try garage(3000)
    let done = expectation(description: "done")
    let fetch = NSAsynchronousFetchRequest(fetchRequest: request(NSManagedObject.self)) { result in
      XCTAssertEqual(result.finalResult?.count, 3000)
      XCTAssertNil(result.operationError)
      XCTAssertTrue(Thread.isMainThread)
      done.fulfill()
    }
    fetch.estimatedResultCount = 3000
    let result = try XCTUnwrap(
      try garage.context.execute(fetch) as? NSAsynchronousFetchResult<NSManagedObject>)
    XCTAssertNil(result.finalResult)
    XCTAssertTrue(result.managedObjectContext === garage.context)
    XCTAssertEqual(result.progress?.totalUnitCount, 3000)
    wait(for: [done], timeout: 20)
    XCTAssertEqual(result.progress?.isFinished, true)
    XCTAssertEqual(result.progress?.completedUnitCount, 3000)
  }

  func testUnsavedWorkCounts() throws {
    let garage = try garage(3)
    garage.insert("Car", ["vin": "new", "stars": -1])
    let done = expectation(description: "done")
    let fetch = NSAsynchronousFetchRequest(fetchRequest: request(NSManagedObject.self)) { result in
      XCTAssertEqual(result.finalResult?.first?.value(forKey: "vin") as? String, "new")
      XCTAssertEqual(result.finalResult?.count, 4)
      done.fulfill()
    }
    try garage.context.execute(fetch)
    wait(for: [done], timeout: 20)
  }

  func testOtherResultTypes() throws {
    let garage = try garage(3)
    let ids = request(NSManagedObjectID.self)
    ids.resultType = .managedObjectIDResultType
    let rows = request(NSDictionary.self)
    rows.resultType = .dictionaryResultType
    let first = expectation(description: "ids")
    let second = expectation(description: "rows")
    try garage.context.execute(
      NSAsynchronousFetchRequest(fetchRequest: ids) {
        XCTAssertEqual($0.finalResult?.map(\.shortName), ["Car/p1", "Car/p2", "Car/p3"])
        first.fulfill()
      })
    try garage.context.execute(
      NSAsynchronousFetchRequest(fetchRequest: rows) {
        XCTAssertEqual($0.finalResult?.count, 3)
        second.fulfill()
      })
    wait(for: [first, second], timeout: 20)
  }

  func testCancelling() throws {
    let garage = try garage(3000)
    let done = expectation(description: "done")
    let fetch = NSAsynchronousFetchRequest(fetchRequest: request(NSManagedObject.self)) { result in
      XCTAssertNil(result.finalResult)
      XCTAssertEqual((result.operationError as? NSError)?.code, CocoaError.userCancelled.rawValue)
      done.fulfill()
    }
    // The fetch cannot begin while the coordinator is held, and so cannot end before it is cancelled.
    let result = try garage.coordinator.locked {
      let result = try XCTUnwrap(
        try garage.context.execute(fetch) as? NSPersistentStoreAsynchronousResult)
      result.cancel()
      return result
    }
    wait(for: [done], timeout: 20)
    XCTAssertEqual(result.progress?.isCancelled, true)
    XCTAssertEqual(try garage.fetch("Car").count, 3000, "the connection is as good as before")
  }

  /// Foundation calls a progress's cancellation handler later, on a queue of its own, and anybody
  /// may set another: whether a fetch is cancelled must not hang on the handler (inferred from
  /// Apple's documentation of `cancel()`, which gives the request up at once).
  func testCancellingDoesNotWaitForTheHandler() throws {
    let garage = try garage(3)
    let done = expectation(description: "done")
    let fetch = NSAsynchronousFetchRequest(fetchRequest: request(NSManagedObject.self)) { result in
      XCTAssertNil(result.finalResult)
      XCTAssertEqual((result.operationError as? NSError)?.code, CocoaError.userCancelled.rawValue)
      done.fulfill()
    }
    try garage.coordinator.locked {
      let result = try XCTUnwrap(
        try garage.context.execute(fetch) as? NSPersistentStoreAsynchronousResult)
      result.progress?.cancellationHandler = {}
      result.cancel()
    }
    wait(for: [done], timeout: 20)
  }

  /// The fetch is cancelled while its statement runs: at the first thousand rows.
  func testCancellingWhileRowsAreRead() throws {
    let garage = try garage(5000)
    let layout = try XCTUnwrap(garage.coordinator.layout.entity(named: "Car"))
    let engine = try garage.engine
    engine.rowsRead = { count in count > 2000 ? false : true }
    defer { engine.rowsRead = nil }
    XCTAssertThrowsError(
      try engine.fetchRows(FetchPlan(layout: layout, pieces: request(NSManagedObject.self).pieces)))
  }

  func testErrorsArriveInTheResult() throws {
    let garage = try garage(1)
    let bad = request(NSManagedObject.self)
    bad.predicate = NSPredicate(format: "nothing == 1")
    let done = expectation(description: "done")
    try garage.context.execute(
      NSAsynchronousFetchRequest(fetchRequest: bad) {
        XCTAssertTrue("\(String(describing: $0.operationError))".contains("nothing"))
        done.fulfill()
      })
    wait(for: [done], timeout: 20)
  }

  func testARequestExecutesItselfInAContextsBlock() throws {
    let garage = try garage(2)
    let request = request(NSManagedObject.self)
    XCTAssertEqual(try garage.context.performAndWait { try request.execute().count }, 2)
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = garage.coordinator
    garage.context.performAndWait {
      other.performAndWait {
        let found = try? request.execute()
        XCTAssertTrue(found?.first?.managedObjectContext === other, "the innermost block counts")
      }
    }
    XCTAssertThrowsError(try request.execute()) {
      XCTAssertTrue("\($0)".contains("perform"), "\($0)")
    }
  }

  func testAnOrdinaryFetchCanBeExecuted() throws {
    let garage = try garage(2)
    let result = try garage.context.execute(request(NSManagedObject.self))
    XCTAssertEqual(
      (result as? NSAsynchronousFetchResult<NSManagedObject>)?.finalResult?.count, 2)
    XCTAssertThrowsError(try garage.context.execute(NSPersistentStoreRequest())) {
      XCTAssertEqual(($0 as NSError).code, NSPersistentStoreUnsupportedRequestTypeError)
    }
    let confined = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    confined.persistentStoreCoordinator = garage.coordinator
    XCTAssertThrowsError(
      try confined.execute(NSAsynchronousFetchRequest(fetchRequest: request(NSManagedObject.self))))
  }
}
