import XCTest

@testable import CoreData

/// Apple's sentences about undo in contexts, one by one (NSManagedObjectContext and UndoManager
/// references, Core Data Programming Guide: documented; marked where inferred).
final class UndoSentencesTests: XCTestCase {
  private func stack(_ model: NSManagedObjectModel = TestModel.employees()) throws -> Stack {
    try Stack(model, undo: true)
  }

  /// Ends the event, as a run loop would.
  private func end(_ stack: Stack) {
    stack.context.processPendingChanges()
    stack.context.undoManager?.closeEventGroup()
  }

  private func name(_ object: NSManagedObject) -> String? {
    object.value(forKey: "name") as? String
  }

  func testAnAbandonedFutureIsForgotten() throws {
    let stack = try stack()
    let manager = try XCTUnwrap(stack.context.undoManager)
    let e = stack.insert("Employee", ["name": "0"])
    try stack.context.save()
    manager.removeAllActions()
    for text in ["1", "2", "3"] {
      e.setValue(text, forKey: "name")
      end(stack)
    }
    weak var lost: NSManagedObject?
    do {
      let doomed = stack.insert("Employee")
      lost = doomed
      end(stack)
      stack.context.undo()
      stack.context.undo()
      stack.context.undo()
    }
    XCTAssertEqual(name(e), "1")
    XCTAssertTrue(manager.canRedo)
    e.setValue("other", forKey: "name")
    end(stack)
    XCTAssertFalse(manager.canRedo)
    stack.context.redo()
    XCTAssertEqual(name(e), "other")
    stack.context.undo()
    XCTAssertEqual(name(e), "1")
    stack.context.undo()
    XCTAssertEqual(name(e), "0")
    XCTAssertFalse(manager.canUndo)
    try stack.context.save()
    XCTAssertNil(lost, "an object of the abandoned future is kept")
  }

  func testNestedGroupsOfAContext() throws {
    let stack = try stack()
    let manager = try XCTUnwrap(stack.context.undoManager)
    let e = stack.insert("Employee", ["name": "0", "salary": 0])
    try stack.context.save()
    manager.removeAllActions()
    manager.groupsByEvent = false
    manager.beginUndoGrouping()
    e.setValue("1", forKey: "name")
    stack.context.processPendingChanges()
    manager.beginUndoGrouping()
    e.setValue(1, forKey: "salary")
    stack.context.processPendingChanges()
    manager.endUndoGrouping()
    e.setValue("2", forKey: "name")
    manager.endUndoGrouping()
    stack.context.undo()
    XCTAssertEqual(name(e), "0")
    XCTAssertEqual(e.value(forKey: "salary") as? Int, 0)
    XCTAssertFalse(stack.context.hasChanges)
    stack.context.redo()
    XCTAssertEqual(name(e), "2")
    XCTAssertEqual(e.value(forKey: "salary") as? Int, 1)
  }

  func testLevelsOfUndo() throws {
    let stack = try stack()
    stack.context.undoManager?.levelsOfUndo = 2
    let e = stack.insert("Employee", ["name": "0"])
    end(stack)
    for text in ["1", "2", "3"] {
      e.setValue(text, forKey: "name")
      end(stack)
    }
    for _ in 0..<5 { stack.context.undo() }
    XCTAssertEqual(name(e), "1")
  }

  func testUndoAfterASaveIsAnUnsavedChange() throws {
    let stack = try stack()
    let e = stack.insert("Employee", ["name": "old"])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    e.setValue("new", forKey: "name")
    try stack.context.save()
    end(stack)
    stack.context.undo()
    XCTAssertEqual(name(e), "old")
    XCTAssertTrue(e.isUpdated)
    XCTAssertEqual(e.committedValues(forKeys: ["name"])["name"] as? String, "new")
    try stack.context.save()
    try stack.assertSQL("SELECT ZNAME FROM ZEMPLOYEE", [["old"]])
    stack.context.redo()
    try stack.context.save()
    try stack.assertSQL("SELECT ZNAME FROM ZEMPLOYEE", [["new"]])
  }

  func testUndoOfASavedInsertionDeletesAndRedoBringsItBack() throws {
    let stack = try stack()
    let d = stack.insert("Department", ["name": "D"])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    let e = stack.insert("Employee", ["name": "e", "department": d])
    try stack.context.save()
    end(stack)
    let id = e.objectID
    stack.context.undo()
    XCTAssertTrue(e.isDeleted)
    XCTAssertEqual((d.value(forKey: "employees") as? NSSet)?.count, 0)
    try stack.context.save()
    try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE", [["0"]])
    stack.context.redo()
    XCTAssertTrue(e.isInserted)
    try stack.context.save()
    XCTAssertEqual(e.objectID, id)
    XCTAssertEqual(name(e), "e")
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === d)
    try stack.assertSQL("SELECT ZNAME, ZDEPARTMENT FROM ZEMPLOYEE", [["e", "\(d.pk)"]])
  }

  func testUndoOfASavedCascade() throws {
    let stack = try stack(BehaviourModel.ordered())
    let root = stack.insert("Node", ["name": "root"])
    let kids = (0..<3).map { stack.insert("Node", ["name": "\($0)", "parent": root]) }
    let leaf = stack.insert("Node", ["name": "leaf", "parent": kids[1]])
    kids[0].mutableSetValue(forKey: "friends").add(leaf)
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    stack.context.delete(root)
    try stack.context.save()
    end(stack)
    try stack.assertSQL("SELECT count(*) FROM ZNODE", [["0"]])
    stack.context.undo()
    try stack.context.save()
    let again = stack.another()
    let nodes = try stack.fetch("Node", sort: ["name"], in: again)
    XCTAssertEqual(nodes.map(name), ["0", "1", "2", "leaf", "root"])
    XCTAssertEqual((nodes[4].value(forKey: "children") as? NSSet)?.count, 3)
    XCTAssertTrue(nodes[3].value(forKey: "parent") as AnyObject === nodes[1])
    XCTAssertEqual(nodes[0].value(forKey: "friends") as? Set<NSManagedObject>, [nodes[3]])
    stack.context.redo()
    try stack.context.save()
    try stack.assertSQL("SELECT count(*) FROM ZNODE", [["0"]])
  }

  func testUndoOfManyToManyAndOfReplacingAll() throws {
    let stack = try stack(TestModel.courses())
    let teachers = (0..<3).map { stack.insert("Teacher", ["name": "\($0)"]) }
    let course = stack.insert("Course")
    course.setValue(NSSet(array: Array(teachers[0..<2])), forKey: "teachers")
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    course.setValue(NSSet(array: Array(teachers[1...])), forKey: "teachers")
    end(stack)
    teachers[1].mutableSetValue(forKey: "courses").remove(course)
    end(stack)
    func members() -> Set<NSManagedObject>? {
      course.value(forKey: "teachers") as? Set<NSManagedObject>
    }
    XCTAssertEqual(members(), [teachers[2]])
    stack.context.undo()
    XCTAssertEqual(members(), [teachers[1], teachers[2]])
    stack.context.undo()
    XCTAssertEqual(members(), [teachers[0], teachers[1]])
    XCTAssertEqual((teachers[2].value(forKey: "courses") as? NSSet)?.count, 0)
    XCTAssertFalse(stack.context.hasChanges)
    stack.context.redo()
    stack.context.redo()
    XCTAssertEqual(members(), [teachers[2]])
  }

  func testUndoOfOrderedMovesInsertionsAndRemovals() throws {
    let stack = try stack(BehaviourModel.ordered())
    var numbers = SeededNumbers(3)
    let events = (0..<2).map { stack.insert("Event", ["title": "\($0)"]) }
    let images = (0..<8).map { stack.insert("Image", ["name": "\($0)"]) }
    events[0].setValue(NSOrderedSet(array: images), forKey: "images")
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    func orders() -> [[String]] {
      events.map { event in
        (event.value(forKey: "images") as? NSOrderedSet)?.array
          .compactMap { ($0 as? NSManagedObject).flatMap(name) } ?? []
      }
    }
    var past = [orders()]
    for step in 0..<60 {
      let set = events[numbers.below(2)].mutableOrderedSetValue(forKey: "images")
      let image = images[numbers.below(8)]
      switch numbers.below(5) {
      case 0 where set.count > 1:
        set.moveObjects(
          at: IndexSet(integer: numbers.below(set.count)), to: numbers.below(set.count - 1))
      case 1 where set.count > 1:
        set.exchangeObject(
          at: numbers.below(set.count), withObjectAt: numbers.below(set.count))
      case 2 where set.count > 0: set.removeObject(at: numbers.below(set.count))
      case 3 where !set.contains(image): set.insert(image, at: numbers.below(set.count + 1))
      default: image.setValue(events[numbers.below(2)], forKey: "event")
      }
      end(stack)
      if past.last != orders() { past.append(orders()) }
      if step % 20 == 10 { try stack.context.save() }
    }
    let present = past.last
    while stack.context.undoManager?.canUndo == true {
      if orders() == past.last { past.removeLast() }
      stack.context.undo()
    }
    XCTAssertEqual(orders(), past.first ?? [])
    XCTAssertLessThanOrEqual(past.count, 2)
    while stack.context.undoManager?.canRedo == true { stack.context.redo() }
    XCTAssertEqual(orders(), present)
    try stack.context.save()
    let other = stack.another()
    for event in events {
      let again = other.object(with: event.objectID)
      XCTAssertEqual(
        (again.value(forKey: "images") as? NSOrderedSet)?.array.compactMap {
          ($0 as? NSManagedObject).flatMap(name)
        },
        (event.value(forKey: "images") as? NSOrderedSet)?.array.compactMap {
          ($0 as? NSManagedObject).flatMap(name)
        })
    }
  }

  func testUndoExtendsToTransientProperties() throws {
    let stack = try stack()
    let e = stack.insert("Employee", ["note": "a"])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    e.setValue("b", forKey: "note")
    end(stack)
    stack.context.undo()
    XCTAssertEqual(e.value(forKey: "note") as? String, "a")
    stack.context.redo()
    XCTAssertEqual(e.value(forKey: "note") as? String, "b")
  }

  func testResetForgetsTheContextsActionsAndNoOthers() throws {
    let stack = try stack()
    let manager = try XCTUnwrap(stack.context.undoManager)
    final class Drawing { var colour = "red" }
    let drawing = Drawing()
    _ = stack.insert("Employee")
    end(stack)
    manager.registerUndo(withTarget: drawing) { $0.colour = "blue" }
    manager.closeEventGroup()
    stack.context.reset()
    XCTAssertTrue(manager.canUndo)
    manager.undo()
    XCTAssertEqual(drawing.colour, "blue")
    XCTAssertFalse(manager.canUndo)
    XCTAssertTrue(stack.context.insertedObjects.isEmpty)
  }

  func testRollbackEmptiesTheStack() throws {
    let stack = try stack()
    let manager = try XCTUnwrap(stack.context.undoManager)
    let e = stack.insert("Employee", ["name": "0"])
    end(stack)
    try stack.context.save()
    e.setValue("1", forKey: "name")
    end(stack)
    XCTAssertTrue(manager.canUndo)
    stack.context.rollback()
    XCTAssertFalse(manager.canUndo)
    XCTAssertFalse(manager.canRedo)
    XCTAssertEqual(name(e), "0")
  }

  /// Two contexts may share a manager; each undoes its own part (inferred).
  func testOneManagerForTwoContexts() throws {
    let stack = try stack()
    let other = stack.another()
    other.undoManager = stack.context.undoManager
    let mine = stack.insert("Employee", ["name": "mine"])
    end(stack)
    let theirs = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
    other.processPendingChanges()
    end(stack)
    stack.context.undoManager?.undo()
    XCTAssertFalse(other.insertedObjects.contains(theirs))
    XCTAssertTrue(stack.context.insertedObjects.contains(mine))
    stack.context.undoManager?.undo()
    XCTAssertTrue(stack.context.insertedObjects.isEmpty)
  }

  func testActionNamesAndNotificationsOfAContextsUndo() throws {
    let stack = try stack()
    let manager = try XCTUnwrap(stack.context.undoManager)
    let did = Heard(.NSUndoManagerDidUndoChange, from: manager)
    let changed = Heard(.NSManagedObjectContextObjectsDidChange, from: stack.context)
    let e = stack.insert("Employee", ["name": "0"])
    stack.context.processPendingChanges()
    manager.setActionName("Hire")
    end(stack)
    XCTAssertEqual(manager.undoActionName, "Hire")
    stack.context.undo()
    XCTAssertEqual(manager.redoActionName, "Hire")
    XCTAssertEqual(did.notifications.count, 1)
    XCTAssertEqual(changed.objects(NSDeletedObjectsKey), [e])
  }

  func testEachEventIsUndoneByItselfAndAnEmptyOneIsNone() throws {
    let stack = try stack()
    let manager = try XCTUnwrap(stack.context.undoManager)
    let e = stack.insert("Employee", ["name": "0"])
    end(stack)
    end(stack)
    e.setValue("1", forKey: "name")
    e.setValue("2", forKey: "name")
    end(stack)
    _ = e.value(forKey: "name")
    end(stack)
    stack.context.undo()
    XCTAssertEqual(name(e), "0")
    stack.context.undo()
    XCTAssertFalse(manager.canUndo)
  }
}
