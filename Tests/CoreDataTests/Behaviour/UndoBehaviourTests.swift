import XCTest

@testable import CoreData

/// Undo in a context: cases B066–B068.
final class UndoBehaviourTests: XCTestCase {
  func testWithoutUndoManager() throws {  // B066
    let stack = try Stack(TestModel.employees())
    XCTAssertNil(stack.context.undoManager)
    _ = stack.insert("Employee")
    stack.context.undo()
    XCTAssertEqual(stack.context.insertedObjects.count, 1)
    stack.context.rollback()
    XCTAssertTrue(stack.context.insertedObjects.isEmpty)
    XCTAssertFalse(stack.context.hasChanges)
  }

  func testUndoRedoRollback() throws {  // B067
    let stack = try Stack(TestModel.employees(), undo: true)
    _ = stack.insert("Employee")
    stack.context.undo()
    XCTAssertTrue(stack.context.insertedObjects.isEmpty)
    stack.context.redo()
    XCTAssertFalse(stack.context.insertedObjects.isEmpty)
    stack.context.rollback()
    XCTAssertTrue(stack.context.insertedObjects.isEmpty)
    stack.context.redo()
    XCTAssertTrue(stack.context.insertedObjects.isEmpty)
  }

  private func undoStack() throws -> (Stack, UndoManager, NSManagedObject) {
    let stack = try Stack(TestModel.employees())
    let manager = UndoManager()
    manager.groupsByEvent = false
    stack.context.undoManager = manager
    manager.beginUndoGrouping()
    let e = stack.insert("Employee", ["name": "old", "salary": 1])
    try stack.context.save()
    manager.endUndoGrouping()
    manager.removeAllActions()
    return (stack, manager, e)
  }

  private func values(_ object: NSManagedObject) -> [String] {
    ["name", "salary"].map { "\(object.value(forKey: $0) ?? "nil")" }
  }

  func testOneGroupIsOneStep() throws {  // B068 a
    let (stack, manager, e) = try undoStack()
    manager.beginUndoGrouping()
    e.setValue("new", forKey: "name")
    e.setValue(2, forKey: "salary")
    stack.context.processPendingChanges()
    manager.endUndoGrouping()
    stack.context.undo()
    XCTAssertEqual(values(e), ["old", "1"])
    XCTAssertFalse(stack.context.hasChanges)
    stack.context.redo()
    XCTAssertEqual(values(e), ["new", "2"])
    XCTAssertTrue(e.isUpdated)
  }

  func testTwoGroupsAreTwoSteps() throws {  // B068 b
    let (stack, manager, e) = try undoStack()
    manager.beginUndoGrouping()
    e.setValue("new", forKey: "name")
    stack.context.processPendingChanges()
    manager.endUndoGrouping()
    manager.beginUndoGrouping()
    e.setValue(2, forKey: "salary")
    stack.context.processPendingChanges()
    manager.endUndoGrouping()
    stack.context.undo()
    XCTAssertEqual(values(e), ["new", "1"])
    stack.context.undo()
    XCTAssertEqual(values(e), ["old", "1"])
  }

  func testChangesOfOneEventAreOneStep() throws {  // B068
    let stack = try Stack(TestModel.employees(), undo: true)
    let e = stack.insert("Employee", ["name": "old"])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    for name in ["A", "B", "C"] { e.setValue(name, forKey: "name") }
    stack.context.undo()
    XCTAssertEqual(e.value(forKey: "name") as? String, "old")
  }

  func testUndoOfADeletionWithItsRelationships() throws {
    let stack = try Stack(TestModel.employees(), undo: true)
    let d = stack.insert("Department")
    let e = stack.insert("Employee")
    e.setValue(d, forKey: "department")
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    stack.context.delete(d)
    stack.context.processPendingChanges()
    XCTAssertNil(e.value(forKey: "department"))
    stack.context.undo()
    XCTAssertFalse(d.isDeleted)
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === d)
    XCTAssertEqual(d.value(forKey: "employees") as? NSSet, NSSet(array: [e]))
    XCTAssertFalse(stack.context.hasChanges)
  }

  func testUndoOfAnOrderedMove() throws {
    let stack = try Stack(BehaviourModel.ordered(), undo: true)
    let event = stack.insert("Event")
    let images = ["a", "b", "c"].map { stack.insert("Image", ["name": $0]) }
    event.setValue(NSOrderedSet(array: images), forKey: "images")
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    let proxy = event.mutableOrderedSetValue(forKey: "images")
    proxy.moveObjects(at: IndexSet(integer: 2), to: 0)
    stack.context.undo()
    XCTAssertEqual(proxy.array as? [NSManagedObject], images)
    stack.context.redo()
    XCTAssertEqual(proxy.array as? [NSManagedObject], [images[2], images[0], images[1]])
    proxy.removeObject(at: 1)
    stack.context.undo()
    XCTAssertEqual(proxy.array as? [NSManagedObject], [images[2], images[0], images[1]])
    XCTAssertTrue(images[0].value(forKey: "event") as AnyObject === event)
  }
}
