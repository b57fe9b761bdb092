import XCTest

@testable import CoreData

/// References to objects without row where there are several contexts. Truth: inferred from the rule
/// that each context validates what it saves (documented: a child's save goes one level up).
final class DanglingInTreesTests: XCTestCase {
  private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = parent
    return child
  }

  private func insert(
    _ entity: String, _ context: NSManagedObjectContext
  ) -> NSManagedObject {
    NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
  }

  func testAChildRefusesItsOwn() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    let e = stack.insert("Employee")
    try stack.context.save()
    let child = child(of: stack.context)
    let (theirD, theirE) = (child.object(with: d.objectID), child.object(with: e.objectID))
    child.delete(theirD)
    child.processPendingChanges()
    theirE.setValue(theirD, forKey: "department")
    XCTAssertEqual(nsError { try child.save() }?.code, 1550)
    XCTAssertFalse(stack.context.hasChanges)
    theirE.setValue(nil, forKey: "department")
    try child.save()
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Department", in: stack.another()).count, 0)
  }

  /// The parent has deleted what the child refers to: the child cannot know, the parent's save can.
  func testTheParentRefusesWhatItHasDeleted() throws {
    for isSaved in [true, false] {
      let stack = try Stack(TestModel.employees())
      let d = stack.insert("Department")
      let e = stack.insert("Employee")
      if isSaved { try stack.context.save() } else { stack.context.processPendingChanges() }
      let child = child(of: stack.context)
      let (theirD, theirE) = (child.object(with: d.objectID), child.object(with: e.objectID))
      theirE.setValue(theirD, forKey: "department")
      stack.context.delete(d)
      stack.context.processPendingChanges()
      try child.save()
      let error = nsError { try stack.context.save() }
      XCTAssertEqual(error?.code, 1550)
      XCTAssertEqual(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject], [d])
      e.setValue(nil, forKey: "department")
      try stack.context.save()
      try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE WHERE ZDEPARTMENT IS NULL", [["1"]])
    }
  }

  /// The parent's object was never saved and is nowhere any more: its temporary key must not be stored
  /// as no reference at all, without a word. The parent stays as it is.
  func testAKeyOfNothing() throws {
    for key in ["department", "employees"] {
      let stack = try Stack(TestModel.employees())
      let partner = stack.insert(key == "department" ? "Department" : "Employee")
      stack.context.processPendingChanges()
      let child = child(of: stack.context)
      let theirs = child.object(with: partner.objectID)
      _ = theirs.value(forKey: "name")
      stack.context.delete(partner)
      try stack.context.save()
      XCTAssertNil(partner.managedObjectContext)
      let new = insert(key == "department" ? "Employee" : "Department", child)
      new.setValue(key == "department" ? theirs : NSSet(object: theirs), forKey: key)
      // What is theirs has the other side of it, which is a change of an object of nothing.
      var error = nsError { try child.save() }
      XCTAssertEqual(error?.code, NSPersistentStoreSaveError)
      XCTAssertEqual(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject], [theirs])
      XCTAssertTrue(
        error?.localizedFailureReason?.hasPrefix("Cannot update object that was never inserted")
          == true)
      XCTAssertFalse(stack.context.hasChanges)
      XCTAssertTrue(new.isInserted)
      child.delete(theirs)
      error = nsError { try child.save() }
      XCTAssertEqual(error?.code, NSPersistentStoreSaveError)
      child.rollback()
      try child.save()
      try stack.context.save()
    }
  }

  /// The same without an inverse, where the new object's own side is all there is.
  func testAKeyOfNothingWithoutInverse() throws {
    for key in ["leader", "employees"] {
      let stack = try Stack(TestModel.orgChart())
      let partner = stack.insert("Person")
      stack.context.processPendingChanges()
      let child = child(of: stack.context)
      let theirs = child.object(with: partner.objectID)
      _ = theirs.value(forKey: "name")
      stack.context.delete(partner)
      try stack.context.save()
      let new = insert(key == "leader" ? "Organization" : "Person", child)
      new.setValue(key == "leader" ? theirs : NSSet(object: theirs), forKey: key)
      let error = nsError { try child.save() }
      XCTAssertEqual(error?.code, 1550)
      XCTAssertEqual(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject], [theirs])
      XCTAssertFalse(stack.context.hasChanges)
      new.setValue(nil, forKey: key)
      try child.save()
      try stack.context.save()
    }
  }

  /// The child has let go of the object, too: only its key is left.
  func testAKeyThatNobodyHasAnObjectFor() throws {
    let stack = try Stack(TestModel.orgChart())
    let partner = stack.insert("Person")
    stack.context.processPendingChanges()
    let child = child(of: stack.context)
    let new = insert("Organization", child)
    do { new.setValue(child.object(with: partner.objectID), forKey: "leader") }
    let key = partner.objectID
    stack.context.delete(partner)
    try stack.context.save()
    XCTAssertNil(child.registeredObject(for: key))
    XCTAssertNil(new.value(forKey: "leader"))
    let error = nsError { try child.save() }
    XCTAssertEqual(error?.code, 1550)
    XCTAssertEqual(error?.userInfo[NSValidationKeyErrorKey] as? String, "leader")
    XCTAssertFalse(stack.context.hasChanges)
    new.setValue(nil, forKey: "leader")
    try child.save()
    try stack.context.save()
  }

  /// What the parents have, unsaved or saved meanwhile, is there; over two levels, too.
  func testWhatTheParentsHave() throws {
    for saves in [false, true] {
      let stack = try Stack(TestModel.employees())
      let d = stack.insert("Department", ["name": "D"])
      stack.context.processPendingChanges()
      let middle = child(of: stack.context)
      let low = child(of: middle)
      let theirs = low.object(with: d.objectID)
      _ = theirs.value(forKey: "name")
      if saves { try stack.context.save() }
      let e = insert("Employee", low)
      e.setValue(theirs, forKey: "department")
      for context in [low, middle, stack.context] { try context.save() }
      let found = try XCTUnwrap(try stack.fetch("Employee", in: stack.another()).first)
      let department = found.value(forKey: "department") as? NSManagedObject
      XCTAssertEqual(department?.value(forKey: "name") as? String, "D", "saved: \(saves)")
    }
  }

  /// A merge says that another context deleted the object.
  func testWhatAnotherContextDeleted() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    let kept = stack.insert("Employee", ["name": "kept", "department": d])
    let e = stack.insert("Employee", ["name": "E"])
    try stack.context.save()
    let other = stack.another()
    let context = stack.context
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: other, queue: nil
    ) { context.mergeChanges(fromContextDidSave: $0) }
    defer { NotificationCenter.default.removeObserver(token) }
    e.setValue(d, forKey: "department")
    other.delete(other.object(with: d.objectID))
    try other.save()
    XCTAssertTrue(d.isDeleted)
    let error = nsError { try stack.context.save() }
    XCTAssertEqual(error?.code, 1550)
    XCTAssertTrue(error?.userInfo[NSValidationObjectErrorKey] as AnyObject === e)
    XCTAssertTrue(
      error?.localizedDescription.contains("deleted by another context") == true,
      error?.localizedDescription ?? "")
    e.setValue(nil, forKey: "department")
    kept.setValue("still", forKey: "name")
    try stack.context.save()
  }
}
