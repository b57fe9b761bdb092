import XCTest

@testable import CoreData

/// What a context makes of objects and ids of other contexts and other coordinators.
final class ForeignObjectsTests: XCTestCase {
  // Observed: many applications' logs quote the exception of `delete`; the others by analogy.
  func testAnObjectOfAnotherContextIsRefused() throws {
    let stack = try Stack(TestModel.employees())
    let employee = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    let other = stack.another()
    let twin = try other.existingObject(with: employee.objectID)
    XCTAssertThrowsError(try stack.context.checkOwn(twin, "delete")) { error in
      XCTAssertEqual(
        (error as? ContextError)?.reason?.hasPrefix(
          "An NSManagedObjectContext cannot delete objects in other contexts"), true)
    }
    XCTAssertNoThrow(try stack.context.checkOwn(employee, "delete"))
    let loose = NSManagedObject(entity: employee.entity, insertInto: nil)
    XCTAssertNoThrow(try stack.context.checkOwn(loose, "delete"))
    stack.context.delete(loose)
    XCTAssertFalse(stack.context.hasChanges)
  }

  /// An object is referred to by its key, which is another object's in another context: no way of setting
  /// a relationship may take it (B058; for the primitive ones inferred).
  func testNoWayLeadsToAnObjectOfAnotherContext() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee")
    let d = stack.insert("Department")
    let other = stack.another()
    let theirD = NSEntityDescription.insertNewObject(forEntityName: "Department", into: other)
    let theirE = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
    let looseD = NSManagedObject(entity: d.entity, insertInto: nil)
    for partner in [theirD, looseD] {
      XCTAssertThrowsError(try e.set(partner, "department"))
      XCTAssertThrowsError(try partner.set(NSSet(object: e), "employees"))
      XCTAssertThrowsError(try e.setPrimitive(partner, "department"))
      XCTAssertThrowsError(try partner.setPrimitive(NSSet(object: e), "employees"))
      XCTAssertThrowsError(try partner.add(members: [e], toKey: "employees"))
    }
    XCTAssertThrowsError(try d.set(NSSet(array: [e, theirE]), "employees"))
    XCTAssertThrowsError(try e.setPrimitive(e, "department"), "of the wrong entity")
    XCTAssertNil(e.value(forKey: "department"))
    XCTAssertEqual((d.value(forKey: "employees") as? NSSet)?.count, 0)
    try stack.context.save()
  }

  /// A second coordinator on the stack's file, with a model of its own, as another part of a program
  /// may have it.
  private func twin(
    of stack: Stack, _ model: NSManagedObjectModel
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: stack.url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  // Inferred: an id belongs to its coordinator.
  func testAnIDOfAnotherModelNamesNothing() throws {
    let stack = try Stack(TestModel.employees())
    let employee = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    let other = try twin(of: stack, TestModel.employees())
    _ = try stack.fetch("Employee", in: other)
    XCTAssertNil(other.registeredObject(for: employee.objectID))
    XCTAssertNil(other.objectIfKnown(employee.objectID))
    XCTAssertThrowsError(try other.existingObject(with: employee.objectID)) { error in
      XCTAssertEqual((error as NSError).code, 133_000)
    }
    let own = try XCTUnwrap(
      other.persistentStoreCoordinator?.managedObjectID(
        forURIRepresentation: employee.objectID.uriRepresentation()))
    XCTAssertEqual(try other.existingObject(with: own).value(forKey: "name") as? String, "Ann")
  }

  // Documented: NSManagedObjectContext, mergeChanges(fromContextDidSave:), which does not ask that both
  // contexts have one coordinator.
  func testMergingWhatAnotherCoordinatorSaved() throws {
    for shares in [true, false] {
      let stack = try Stack(TestModel.employees())
      let ann = stack.insert("Employee", ["name": "Ann"])
      let bob = stack.insert("Employee", ["name": "Bob"])
      try stack.context.save()
      let other = try twin(of: stack, shares ? stack.model : TestModel.employees())
      let theirs = try stack.fetch("Employee", sort: ["name"], in: other)
      XCTAssertEqual(theirs.map { $0.value(forKey: "name") as? String }, ["Ann", "Bob"])
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: stack.context, queue: nil
      ) { other.mergeChanges(fromContextDidSave: $0) }
      defer { NotificationCenter.default.removeObserver(observer) }
      ann.setValue("Anna", forKey: "name")
      stack.context.delete(bob)
      let eve = stack.insert("Employee", ["name": "Eve"])
      try stack.context.save()
      XCTAssertEqual(theirs[0].value(forKey: "name") as? String, "Anna", "shared model: \(shares)")
      XCTAssertTrue(theirs[1].isDeleted)
      let names = other.registeredObjects.map { $0.value(forKey: "name") as? String ?? "" }
      XCTAssertEqual(names.sorted(), ["Anna", "Bob", "Eve"])
      withExtendedLifetime(eve) {}
    }
  }
}
