import XCTest

@testable import CoreData

/// Further uses of contexts and objects, as programs make them (documented in the class references
/// unless said otherwise).
final class MoreOfTheGraphTests: XCTestCase {
  private func name(_ object: NSManagedObject) -> String? {
    object.value(forKey: "name") as? String
  }

  private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = parent
    return child
  }

  func testAnObjectMadeWithoutContextIsInsertedLater() throws {
    let stack = try Stack(TestModel.employees())
    let entity = try XCTUnwrap(stack.model.entitiesByName["Employee"])
    let e = NSManagedObject(entity: entity, insertInto: nil)
    e.setValue("early", forKey: "name")
    XCTAssertNil(e.managedObjectContext)
    XCTAssertFalse(e.isInserted)
    stack.context.insert(e)
    XCTAssertTrue(e.isInserted)
    XCTAssertEqual(name(e), "early")
    XCTAssertEqual(e.value(forKey: "nickname") as? String, "buddy")
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Employee", in: stack.another()).map(name), ["early"])
  }

  func testADeletionAndAChangeInAChild() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department", ["name": "D"])
    let all = ["a", "b"].map { stack.insert("Employee", ["name": $0, "department": d]) }
    try stack.context.save()
    let child = child(of: stack.context)
    child.delete(child.object(with: all[0].objectID))
    child.object(with: all[1].objectID).setValue("b2", forKey: "name")
    try child.save()
    XCTAssertTrue(all[0].isDeleted)
    XCTAssertEqual(name(all[1]), "b2")
    XCTAssertTrue(all[1].isUpdated)
    XCTAssertEqual((d.value(forKey: "employees") as? NSSet)?.count, 1)
    XCTAssertEqual(try stack.fetch("Employee", in: stack.another()).count, 2)
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Employee", in: stack.another()).map(name), ["b2"])
  }

  /// A child's save puts its values over the parent's unsaved ones, property by property (inferred).
  func testAChildsValuesGoOverTheParentsUnsavedOnes() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a", "salary": 1])
    try stack.context.save()
    let child = child(of: stack.context)
    let theirs = child.object(with: e.objectID)
    XCTAssertEqual(name(theirs), "a")
    e.setValue("parent", forKey: "name")
    e.setValue(2, forKey: "salary")
    theirs.setValue("child", forKey: "name")
    try child.save()
    XCTAssertEqual(name(e), "child")
    XCTAssertEqual(e.value(forKey: "salary") as? Int, 2)
    try stack.context.save()
    try stack.assertSQL("SELECT ZNAME, ZSALARY FROM ZEMPLOYEE", [["child", "2"]])
  }

  func testUndoOfAChildsSaveInTheParent() throws {
    let stack = try Stack(TestModel.employees(), undo: true)
    let e = stack.insert("Employee", ["name": "a"])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    let child = child(of: stack.context)
    child.object(with: e.objectID).setValue("child", forKey: "name")
    _ = NSEntityDescription.insertNewObject(forEntityName: "Department", into: child)
    try child.save()
    XCTAssertEqual(name(e), "child")
    XCTAssertEqual(stack.context.insertedObjects.count, 1)
    stack.context.undo()
    XCTAssertEqual(name(e), "a")
    XCTAssertTrue(stack.context.insertedObjects.isEmpty)
    stack.context.redo()
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Employee", in: stack.another()).map(name), ["child"])
    XCTAssertEqual(try stack.fetch("Department", in: stack.another()).count, 1)
  }

  func testRollbackOfRelationships() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let events = (0..<2).map { stack.insert("Event", ["title": "\($0)"]) }
    let images = ["a", "b", "c"].map { stack.insert("Image", ["name": $0]) }
    events[0].setValue(NSOrderedSet(array: images), forKey: "images")
    let nodes = (0..<3).map { stack.insert("Node", ["name": "\($0)"]) }
    nodes[0].mutableSetValue(forKey: "friends").add(nodes[1])
    try stack.context.save()
    events[1].setValue(NSOrderedSet(array: [images[2], images[0]]), forKey: "images")
    nodes[2].setValue(NSSet(array: [nodes[0], nodes[1]]), forKey: "friends")
    nodes[1].setValue(nodes[0], forKey: "parent")
    stack.context.delete(nodes[1])
    stack.context.rollback()
    XCTAssertEqual(
      (events[0].value(forKey: "images") as? NSOrderedSet)?.array as? [NSManagedObject], images)
    XCTAssertEqual((events[1].value(forKey: "images") as? NSOrderedSet)?.count, 0)
    XCTAssertEqual(nodes[0].value(forKey: "friends") as? Set<NSManagedObject>, [nodes[1]])
    XCTAssertNil(nodes[1].value(forKey: "parent"))
    XCTAssertFalse(stack.context.hasChanges)
    XCTAssertNoThrow(try stack.context.save())
  }

  func testAToManySetToNilIsEmptied() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    let e = stack.insert("Employee", ["department": d])
    try stack.context.save()
    d.setValue(nil, forKey: "employees")
    XCTAssertNil(e.value(forKey: "department"))
    try stack.context.save()
    try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE WHERE ZDEPARTMENT IS NULL", [["1"]])
  }

  func testRefreshingKeepsAChangedToOne() throws {
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Department", ["name": "A"])
    let b = stack.insert("Department", ["name": "B"])
    let e = stack.insert("Employee", ["name": "e", "department": a])
    try stack.context.save()
    e.setValue(b, forKey: "department")
    stack.context.refresh(e, mergeChanges: true)
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === b)
    XCTAssertEqual(b.value(forKey: "employees") as? Set<NSManagedObject>, [e])
    stack.context.refresh(e, mergeChanges: false)
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === a)
  }

  func testAKeyIsNeverGivenTwice() throws {
    let stack = try Stack(TestModel.employees())
    var ids: [NSManagedObjectID] = []
    for index in 0..<4 {
      let e = stack.insert("Employee", ["salary": index])
      try stack.context.save()
      ids.append(e.objectID)
      stack.context.delete(e)
      try stack.context.save()
    }
    XCTAssertEqual(Set(ids).count, 4)
    if Stack.storeType != NSInMemoryStoreType { try stack.reopen() }
    let last = stack.insert("Employee")
    try stack.context.save()
    XCTAssertFalse(ids.map(\.key.pk).contains(last.objectID.key.pk))
  }

  func testTwoContextsDeleteTheSameObject() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee")
    try stack.context.save()
    let other = stack.another()
    let theirs = try other.existingObject(with: e.objectID)
    stack.context.delete(e)
    other.delete(theirs)
    try stack.context.save()
    XCTAssertNoThrow(try other.save())
    XCTAssertNil(theirs.managedObjectContext)
  }

  func testAPermanentIDBeforeSavingServesASibling() throws {
    let stack = try Stack(TestModel.employees())
    let one = child(of: stack.context)
    let two = child(of: stack.context)
    let e = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: one)
    e.setValue("shared", forKey: "name")
    try one.obtainPermanentIDs(for: [e])
    let id = e.objectID
    XCTAssertFalse(id.isTemporaryID)
    XCTAssertTrue(e.isInserted)
    try one.save()
    let same = try two.existingObject(with: id)
    XCTAssertEqual(name(same), "shared")
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Employee", in: stack.another()).map(\.objectID), [id])
    XCTAssertEqual(e.objectID, id)
  }

  func testOperatorsOverSetsOfSets() throws {
    let stack = try Stack(TestModel.courses())
    let teachers = ["x", "y"].map { stack.insert("Teacher", ["name": $0]) }
    for (title, indexes) in [("1", [0]), ("2", [0, 1]), ("3", [1])] {
      stack.insert("Course", ["title": title])
        .setValue(NSSet(array: indexes.map { teachers[$0] }), forKey: "teachers")
    }
    let first = try XCTUnwrap(
      (teachers[0].value(forKey: "courses") as? Set<NSManagedObject>)?.first {
        $0.value(forKey: "title") as? String == "2"
      })
    func titles(_ path: String) -> [String] {
      let found = first.value(forKeyPath: path)
      let objects =
        (found as? [NSManagedObject]) ?? (found as? Set<NSManagedObject>).map(Array.init)
      return (objects ?? []).compactMap { $0.value(forKey: "title") as? String }.sorted()
    }
    XCTAssertEqual(titles("teachers.@unionOfSets.courses"), ["1", "2", "2", "3"])
    XCTAssertEqual(titles("teachers.@distinctUnionOfSets.courses"), ["1", "2", "3"])
    // A path through two to-manys gives a set of sets, as a set's `value(forKey:)` does.
    let nested = (first.value(forKeyPath: "teachers.courses.title") as? NSSet)?.allObjects
    XCTAssertEqual(
      Set((nested ?? []).compactMap { $0 as? Set<String> }), [["1", "2"], ["2", "3"]])
  }

  func testObservingThroughAChildsSaveAndAMergedDeletion() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department", ["name": "D"])
    let e = stack.insert("Employee", ["name": "a", "department": d])
    try stack.context.save()
    var heard: [String] = []
    let tokens = [
      e.observe("name", options: [.old, .new]) { _, change in
        heard.append("\(change.oldValue ?? "") > \(change.newValue ?? "")")
      },
      d.observe("employees", options: [.new, .old]) { _, change in heard.append("\(change.kind)") },
    ]
    let child = child(of: stack.context)
    child.object(with: e.objectID).setValue("b", forKey: "name")
    try child.save()
    XCTAssertEqual(heard, ["a > b"])
    stack.context.delete(e)
    stack.context.processPendingChanges()
    XCTAssertEqual(heard, ["a > b", "removal"])
    withExtendedLifetime(tokens) {}
  }
}
