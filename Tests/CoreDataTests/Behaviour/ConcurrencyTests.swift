import XCTest

@testable import CoreData

/// Queues, the debug switch, and many contexts at once.
final class ConcurrencyTests: XCTestCase {
  func testTheSwitchIsReadFromArgumentsAndEnvironment() {
    let argument = "-com.apple.CoreData.ConcurrencyDebug"
    XCTAssertTrue(ConcurrencyDebug.isAskedFor(["x", argument, "1"], [:]))
    XCTAssertFalse(ConcurrencyDebug.isAskedFor(["x", argument, "0"], [:]))
    XCTAssertFalse(ConcurrencyDebug.isAskedFor(["x", argument], [:]))
    XCTAssertTrue(ConcurrencyDebug.isAskedFor([], ["COREDATA_CONCURRENCY_DEBUG": "1"]))
  }

  func testUseFromTheWrongQueueIsSeen() throws {
    let stack = try Stack(TestModel.employees())
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    context.name = "worker"
    XCTAssertTrue(context.queueViolation?.contains("worker") ?? false)
    context.performAndWait { XCTAssertNil(context.queueViolation) }
    let inside = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    inside.parent = context
    inside.performAndWait {
      XCTAssertNotNil(context.queueViolation)
      context.performAndWait { XCTAssertNil(context.queueViolation) }
    }
  }

  // Documented: performAndWait(_:) may be called reentrantly. Inferred: also through another context,
  // whose block the first one waits for.
  func testWaitingWithinEachOther() throws {
    let stack = try Stack(TestModel.employees())
    let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    parent.persistentStoreCoordinator = stack.coordinator
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = parent
    let order = child.performAndWait { () -> [String] in
      parent.performAndWait { () -> [String] in
        child.performAndWait { () -> [String] in
          XCTAssertTrue(NSManagedObjectContext.current === child)
          return ["child"]
        } + [NSManagedObjectContext.current === parent ? "parent" : "?"]
      } + [NSManagedObjectContext.current === child ? "child" : "?"]
    }
    XCTAssertEqual(order, ["child", "parent", "child"])
    XCTAssertNil(NSManagedObjectContext.current)
  }

  /// The main queue where it is not on the main thread, as in a program whose `main` is asynchronous.
  @MainActor
  func testTheMainQueueKnowsItself() async throws {
    let stack = try Stack(TestModel.employees())
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    await Task.yield()
    XCTAssertNil(context.queueViolation)
    XCTAssertEqual(context.performAndWait { 3 }, 3)
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = context
    try child.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
      try child.save()
    }
    XCTAssertTrue(context.hasChanges)
  }

  // A task that a block starts goes on when the block is over: it is in no block.
  func testATaskIsInNoBlock() async throws {
    let stack = try Stack(TestModel.employees())
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    let task = context.performAndWait {
      Task { () -> Bool in
        let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
        return (try? request.execute()) == nil
      }
    }
    let isOutside = await task.value
    XCTAssertTrue(isOutside)
  }

  func testPerformReturnsAndThrows() async throws {
    let stack = try Stack(TestModel.employees())
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    let count = try await context.perform {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
      try context.save()
      return try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Employee"))
    }
    XCTAssertEqual(count, 1)
    do {
      try await context.perform(schedule: .enqueued) { throw CocoaError(.coderInvalidValue) }
      XCTFail("no error")
    } catch { XCTAssertEqual((error as? CocoaError)?.code, .coderInvalidValue) }
    XCTAssertThrowsError(try context.performAndWait { throw CocoaError(.coderInvalidValue) })
  }

  /// Four threads with a private context each, merging the others' saves: 10,000 objects each in a
  /// soak run, 500 otherwise.
  func testFourContextsSavingAtOnce() throws {
    let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil
    let objects = isSoak ? 10_000 : 500
    let stack = try Stack(TestModel.employees())
    let shared = stack.insert("Employee", ["name": "shared", "salary": 0])
    try stack.context.save()
    let id = shared.objectID
    let group = DispatchGroup()
    let failures = Failures()
    for index in 0..<4 {
      let worker = Worker(stack.coordinator, index, id)
      Thread.detachNewThreadAfterEntering(group) {
        do { try worker.run(objects) } catch { failures.add("\(error)") }
      }
    }
    XCTAssertEqual(group.wait(timeout: .now() + (isSoak ? 1200 : 120)), .success, "a deadlock")
    XCTAssertEqual(failures.all, [])
    XCTAssertEqual(
      try stack.sql("SELECT count(*) FROM ZEMPLOYEE WHERE ZNAME LIKE 'worker%'"),
      [["\(4 * objects)"]])
    let rounds = objects / Worker.batch
    XCTAssertEqual(
      try stack.sql("SELECT ZSALARY FROM ZEMPLOYEE WHERE ZNAME = 'shared'"), [["\(4 * rounds)"]],
      "an update was lost")
    XCTAssertEqual(try stack.sql("PRAGMA integrity_check"), [["ok"]])
  }
}

/// One thread's work: batches of new objects, and one more on a counter that all share.
private final class Worker: @unchecked Sendable {
  // @unchecked Sendable: used by its own thread alone.
  static let batch = 50
  private let context: NSManagedObjectContext
  private let index: Int
  private let shared: NSManagedObjectID

  init(_ coordinator: NSPersistentStoreCoordinator, _ index: Int, _ shared: NSManagedObjectID) {
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.automaticallyMergesChangesFromParent = true
    self.index = index
    self.shared = shared
  }

  func run(_ objects: Int) throws {
    for round in 0..<(objects / Self.batch) {
      try context.performAndWait {
        for number in 0..<Self.batch {
          let object = NSEntityDescription.insertNewObject(
            forEntityName: "Employee", into: context)
          object.setValue("worker \(index)", forKey: "name")
          object.setValue(round * Self.batch + number, forKey: "salary")
        }
        try context.save()
        try count()
      }
    }
  }

  /// Adds one to the shared counter; when somebody else did meanwhile, reads it anew and tries
  /// again.
  private func count() throws {
    for _ in 0..<10_000 {
      let counter = try context.existingObject(with: shared)
      context.refresh(counter, mergeChanges: false)
      counter.setValue((counter.value(forKey: "salary") as? Int ?? 0) + 1, forKey: "salary")
      do {
        try context.save()
        return
      } catch let error as NSError where error.code == 133020 {
        context.refresh(counter, mergeChanges: false)
      }
    }
    throw CocoaError(.persistentStoreTimeout)
  }
}

/// Texts collected from several threads.
private final class Failures: @unchecked Sendable {
  // @unchecked Sendable: guarded by the lock.
  private let lock = NSLock()
  private var texts: [String] = []

  func add(_ text: String) {
    lock.lock()
    defer { lock.unlock() }
    texts.append(text)
  }

  var all: [String] {
    lock.lock()
    defer { lock.unlock() }
    return texts
  }
}

extension Thread {
  /// Runs a closure on a thread of its own, as part of a group.
  fileprivate static func detachNewThreadAfterEntering(
    _ group: DispatchGroup, _ block: @escaping @Sendable () -> Void
  ) {
    group.enter()
    detachNewThread {
      block()
      group.leave()
    }
  }
}
