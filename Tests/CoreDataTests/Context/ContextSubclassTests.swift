import XCTest

@testable import CoreData

/// A context of the program's own, as tests of applications make them. Truth: on Apple's systems every
/// method of the class can be overridden.
final class ContextSubclassTests: XCTestCase {
  private final class Spy: NSManagedObjectContext, @unchecked Sendable {
    var calls: [String] = []
    var refusal: (any Error)?

    override func save() throws {
      calls.append("save")
      if let refusal { throw refusal }
      try super.save()
    }
    override func delete(_ object: NSManagedObject) {
      calls.append("delete")
      super.delete(object)
    }
    override func insert(_ object: NSManagedObject) {
      calls.append("insert")
      super.insert(object)
    }
    override func perform(_ block: @escaping @Sendable () -> Void) {
      calls.append("perform")
      block()
    }
    override func performAndWait(_ block: () -> Void) {
      calls.append("performAndWait")
      super.performAndWait(block)
    }
    override var hasChanges: Bool {
      calls.append("hasChanges")
      return super.hasChanges
    }
    override func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
      calls.append("fetch")
      return try super.fetch(request)
    }
    override func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
      calls.append("count")
      return try super.count(for: request)
    }
    override func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
      calls.append("execute")
      return try super.execute(request)
    }
    override func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
      calls.append("refresh")
      super.refresh(object, mergeChanges: flag)
    }
    override func refreshAllObjects() {
      calls.append("refreshAllObjects")
      super.refreshAllObjects()
    }
    override func object(with objectID: NSManagedObjectID) -> NSManagedObject {
      calls.append("object")
      return super.object(with: objectID)
    }
    override func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
      calls.append("existingObject")
      return try super.existingObject(with: objectID)
    }
    override func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
      calls.append("registeredObject")
      return super.registeredObject(for: objectID)
    }
    override func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
      calls.append("obtainPermanentIDs")
      try super.obtainPermanentIDs(for: objects)
    }
    override func processPendingChanges() {
      calls.append("processPendingChanges")
      super.processPendingChanges()
    }
    override func undo() {
      calls.append("undo")
      super.undo()
    }
    override func redo() {
      calls.append("redo")
      super.redo()
    }
    override func rollback() {
      calls.append("rollback")
      super.rollback()
    }
    override func reset() {
      calls.append("reset")
      super.reset()
    }
  }

  /// What was called, one after the other, without what calls itself.
  private func calls(_ spy: Spy, _ body: () throws -> Void) rethrows -> [String] {
    spy.calls = []
    try body()
    return spy.calls.filter { $0 != "processPendingChanges" }
  }

  func testWhatIsCalledIsOverridden() throws {
    let stack = try Stack(TestModel.employees())
    let spy = Spy(concurrencyType: .mainQueueConcurrencyType)
    spy.persistentStoreCoordinator = stack.coordinator
    spy.undoManager = UndoManager()
    let entity = try XCTUnwrap(stack.model.entitiesByName["Employee"])
    let employee = NSManagedObject(entity: entity, insertInto: nil)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    XCTAssertEqual(calls(spy) { spy.insert(employee) }, ["insert"])
    XCTAssertEqual(
      try calls(spy) { try spy.obtainPermanentIDs(for: [employee]) }, ["obtainPermanentIDs"])
    XCTAssertEqual(try calls(spy) { try spy.save() }.first, "save")
    XCTAssertEqual(calls(spy) { XCTAssertFalse(spy.hasChanges) }, ["hasChanges"])
    XCTAssertEqual(try calls(spy) { XCTAssertEqual(try spy.fetch(request).count, 1) }, ["fetch"])
    XCTAssertEqual(try calls(spy) { XCTAssertEqual(try spy.count(for: request), 1) }, ["count"])
    let batch = NSBatchUpdateRequest(entityName: "Employee")
    batch.propertiesToUpdate = ["salary": 3]
    XCTAssertEqual(try calls(spy) { _ = try spy.execute(batch) }, ["execute"])
    XCTAssertEqual(calls(spy) { spy.refresh(employee, mergeChanges: false) }, ["refresh"])
    XCTAssertEqual(calls(spy) { spy.refreshAllObjects() }.first, "refreshAllObjects")
    XCTAssertEqual(employee.value(forKey: "salary") as? Int, 3)
    let id = employee.objectID
    XCTAssertEqual(calls(spy) { XCTAssertTrue(spy.object(with: id) === employee) }.first, "object")
    XCTAssertEqual(
      try calls(spy) { XCTAssertTrue(try spy.existingObject(with: id) === employee) }.first,
      "existingObject")
    XCTAssertEqual(
      calls(spy) { XCTAssertTrue(spy.registeredObject(for: id) === employee) },
      ["registeredObject"])
    employee.setValue("a", forKey: "name")
    XCTAssertEqual(calls(spy) { spy.undo() }, ["undo"])
    XCTAssertNil(employee.value(forKey: "name"))
    XCTAssertEqual(calls(spy) { spy.redo() }, ["redo"])
    XCTAssertEqual(employee.value(forKey: "name") as? String, "a")
    XCTAssertEqual(calls(spy) { spy.delete(employee) }, ["delete"])
    XCTAssertEqual(calls(spy) { spy.rollback() }.first, "rollback")
    XCTAssertEqual(calls(spy) { spy.perform {} }, ["perform"])
    XCTAssertEqual(calls(spy) { spy.performAndWait {} }, ["performAndWait"])
    XCTAssertEqual(calls(spy) { spy.reset() }.first, "reset")
    XCTAssertEqual(spy.registeredObjects, [])
  }

  /// A save that a test lets fail.
  func testASaveThatFailsOnPurpose() throws {
    let stack = try Stack(TestModel.employees())
    let spy = Spy(concurrencyType: .mainQueueConcurrencyType)
    spy.persistentStoreCoordinator = stack.coordinator
    spy.refusal = CocoaError(.fileWriteOutOfSpace)
    _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: spy)
    XCTAssertThrowsError(try spy.save())
    XCTAssertEqual(spy.insertedObjects.count, 1)
  }

  /// Both forms of waiting, with a result and without, run on the context's queue.
  func testBothFormsOfWaiting() throws {
    let stack = try Stack(TestModel.employees())
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    var current: [NSManagedObjectContext?] = []
    context.performAndWait { current.append(NSManagedObjectContext.current) }
    let number = try context.performAndWait {
      current.append(NSManagedObjectContext.current)
      try context.save()
      return 7
    }
    XCTAssertEqual(number, 7)
    XCTAssertEqual(current, [context, context])
    let block: () -> Void = { current.append(nil) }
    context.performAndWait(block)
    XCTAssertEqual(current.count, 3)
  }
}
