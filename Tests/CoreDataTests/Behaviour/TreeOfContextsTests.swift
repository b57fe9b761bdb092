import XCTest

@testable import CoreData

/// Identity in trees of contexts: one object for a row in each, whatever way it is asked for and
/// whoever saves meanwhile (case B042, Apple's "Faulting and Uniquing": documented).
final class TreeOfContextsTests: XCTestCase {
  private func child(
    of parent: NSManagedObjectContext,
    _ type: NSManagedObjectContextConcurrencyType = .mainQueueConcurrencyType
  ) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(concurrencyType: type)
    child.parent = parent
    return child
  }

  /// An object of the child, saved by child and parent, so that it has a permanent id that the child
  /// has not heard of yet.
  private func saved(
    _ stack: Stack, _ child: NSManagedObjectContext
  ) throws -> (NSManagedObject, NSManagedObjectID) {
    let object = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
    object.setValue("one", forKey: "name")
    try child.save()
    try stack.context.save()
    let twin = try XCTUnwrap(try stack.fetch("Employee").first)
    XCTAssertFalse(twin.objectID.isTemporaryID)
    return (object, twin.objectID)
  }

  func testAChildsObjectIsFoundUnderItsPermanentID() throws {
    let ways: [(NSManagedObjectContext, NSManagedObjectID) throws -> NSManagedObject?] = [
      { $0.registeredObject(for: $1) }, { $0.object(with: $1) },
      { try $0.existingObject(with: $1) },
      { context, _ in
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee")).first
      },
    ]
    for (index, way) in ways.enumerated() {
      let stack = try Stack(TestModel.employees())
      let child = child(of: stack.context)
      let (object, id) = try saved(stack, child)
      XCTAssertTrue(try way(child, id) === object, "way \(index)")
      XCTAssertEqual(object.objectID, id)
      XCTAssertEqual(child.registeredObjects, [object])
    }
  }

  func testAGrandchildsObjectIsFoundUnderItsPermanentID() throws {
    let stack = try Stack(TestModel.employees())
    let middle = child(of: stack.context)
    let leaf = child(of: middle)
    let object = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: leaf)
    try leaf.save()
    try middle.save()
    try stack.context.save()
    let id = try XCTUnwrap(try stack.fetch("Employee").first).objectID
    XCTAssertTrue(leaf.object(with: id) === object)
    XCTAssertEqual(leaf.registeredObjects.count, 1)
    let between = try stack.fetch("Employee", in: middle)
    XCTAssertEqual(middle.registeredObjects, Set(between))
    XCTAssertEqual(between.map(\.objectID), [id])
  }

  func testAReferenceToAnObjectThatWasSavedMeanwhile() throws {
    let stack = try Stack(TestModel.employees())
    let child = child(of: stack.context)
    let (object, _) = try saved(stack, child)
    let d = NSEntityDescription.insertNewObject(forEntityName: "Department", into: child)
    object.setValue(d, forKey: "department")
    try child.save()
    try stack.context.save()
    XCTAssertTrue(object.value(forKey: "department") as AnyObject === d)
    child.refresh(object, mergeChanges: false)
    XCTAssertTrue(object.value(forKey: "department") as AnyObject === d)
    XCTAssertEqual(child.registeredObjects, [object, d])
    XCTAssertEqual(
      (d.value(forKey: "employees") as? NSSet)?.allObjects as? [NSManagedObject], [object])
  }

  /// Children on queues of their own insert at once: no two objects are given one number.
  func testChildrenThatInsertAtOnce() throws {
    let stack = try Stack(TestModel.employees())
    let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    parent.persistentStoreCoordinator = stack.coordinator
    let children = (0..<4).map { _ in child(of: parent, .privateQueueConcurrencyType) }
    let each = 300
    let group = DispatchGroup()
    for (index, child) in children.enumerated() {
      group.enter()
      let work: @Sendable () -> Void = {
        for number in 0..<each {
          NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
            .setValue("\(index)-\(number)", forKey: "name")
          if number % 50 == 49 {
            do { try child.save() } catch { XCTFail("\(error)") }
          }
        }
        group.leave()
      }
      child.perform(work)
    }
    XCTAssertEqual(group.wait(timeout: .now() + 120), .success)
    try parent.performAndWait {
      XCTAssertEqual(parent.insertedObjects.count, 4 * each)
      try parent.save()
    }
    let names = try stack.fetch("Employee").compactMap { $0.value(forKey: "name") as? String }
    XCTAssertEqual(names.count, 4 * each)
    XCTAssertEqual(Set(names).count, 4 * each)
  }

  /// Handles to objects go on naming the same rows through saves, undo, refreshing, rollback and other
  /// contexts' work, whatever dies around them and whatever memory is used again: a stress test.
  func testHandlesNameTheSameRowsWhateverHappens() throws {
    let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil
    var numbers = SeededNumbers(11)
    let stack = try Stack(TestModel.employees(), undo: true)
    let child = child(of: stack.context)
    var handles: [Int: NSManagedObject] = [:]
    var next = 0
    for step in 0..<(isSoak ? 20_000 : 1500) {
      switch numbers.below(12) {
      case 0..<4:
        next += 1
        let place = numbers.below(3) == 0 ? child : stack.context
        let object = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: place)
        object.setValue(next, forKey: "salary")
        handles[next] = object
        if place === child {
          try child.save()
          handles[next] = try XCTUnwrap(stack.fetch("Employee", "salary == \(next)").first)
        }
      case 4:
        try child.save()
        try stack.context.save()
        stack.context.undoManager?.removeAllActions()
      case 5: handles = handles.filter { _ in numbers.below(3) > 0 }
      case 6: _ = try stack.fetch("Employee")
      case 7: _ = try stack.fetch("Employee", in: child)
      case 8: stack.context.refreshAllObjects()
      case 9:
        if let (key, object) = handles.min(by: { $0.key < $1.key }) {
          stack.context.delete(object)
          try stack.context.save()
          stack.context.undoManager?.removeAllActions()
          handles[key] = nil
        }
      case 10: stack.context.undoManager?.removeAllActions()
      default: child.reset()
      }
      for (key, object) in handles {
        XCTAssertEqual(object.value(forKey: "salary") as? Int, key, "step \(step)")
        XCTAssertTrue(stack.context.registeredObject(for: object.objectID) === object)
      }
      if (testRun?.failureCount ?? 0) > 0 { return }
    }
    try child.save()
    try stack.context.save()
    let all = try stack.fetch("Employee")
    XCTAssertEqual(Set(all.map(\.objectID)).count, all.count)
    for object in all {
      if let key = object.value(forKey: "salary") as? Int, let handle = handles[key] {
        XCTAssertTrue(handle === object)
      }
    }
  }
}
