import XCTest

@testable import CoreData

/// Accessors written by hand with primitive values, as Apple's Core Data Programming Guide gives
/// them ("Managed Object Accessor Methods": documented).
final class CustomAccessorTests: XCTestCase {
  private func stack() throws -> (Stack, NSManagedObject, NSManagedObject, NSManagedObject) {
    let stack = try Stack(TestModel.employees(), undo: true)
    let a = stack.insert("Department", ["name": "A"])
    let b = stack.insert("Department", ["name": "B"])
    let e = stack.insert("Employee", ["name": "old", "department": a])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    return (stack, e, a, b)
  }

  private func members(_ object: NSManagedObject) -> Set<NSManagedObject> {
    Set((object.value(forKey: "employees") as? NSSet)?.compactMap { $0 as? NSManagedObject } ?? [])
  }

  private func setPrimitively(_ object: NSManagedObject, _ key: String, _ value: Any?) {
    object.willChangeValue(forKey: key)
    object.setPrimitiveValue(value, forKey: key)
    object.didChangeValue(forKey: key)
  }

  func testAnAttributeIsChangedSavedAndUndone() throws {
    let (stack, e, _, _) = try stack()
    setPrimitively(e, "name", "new")
    XCTAssertTrue(e.isUpdated)
    XCTAssertEqual(e.changedValues()["name"] as? String, "new")
    XCTAssertEqual(e.changedValuesForCurrentEvent()["name"] as? String, "old")
    stack.context.undo()
    XCTAssertEqual(e.value(forKey: "name") as? String, "old")
    stack.context.redo()
    try stack.context.save()
    try stack.assertSQL("SELECT ZNAME FROM ZEMPLOYEE", [["new"]])
  }

  func testAToOneKeepsItsInverse() throws {
    let (stack, e, a, b) = try stack()
    setPrimitively(e, "department", b)
    XCTAssertEqual(members(a), [])
    XCTAssertEqual(members(b), [e])
    stack.context.undo()
    XCTAssertEqual(members(a), [e])
    setPrimitively(e, "department", nil)
    XCTAssertEqual(members(a), [])
    try stack.context.save()
    try stack.assertSQL("SELECT ZDEPARTMENT FROM ZEMPLOYEE", [[""]])
  }

  func testMembersAreAddedAndRemoved() throws {
    let (stack, e, a, b) = try stack()
    let new = stack.insert("Employee", ["name": "new"])
    func mutate(
      _ owner: NSManagedObject, _ kind: NSKeyValueSetMutationKind, _ members: Set<NSManagedObject>
    ) throws {
      owner.willChangeValue(forKey: "employees", withSetMutation: kind, using: members)
      let set = try XCTUnwrap(owner.primitiveValue(forKey: "employees") as? NSMutableSet)
      if kind == .union { set.union(members) } else { set.minus(members) }
      owner.didChangeValue(forKey: "employees", withSetMutation: kind, using: members)
    }
    try mutate(b, .union, [e, new])
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === b)
    XCTAssertTrue(new.value(forKey: "department") as AnyObject === b)
    XCTAssertEqual(members(a), [])
    try mutate(b, .minus, [e])
    XCTAssertNil(e.value(forKey: "department"))
    XCTAssertEqual(members(b), [new])
    try stack.context.save()
    try stack.assertSQL(
      "SELECT ZNAME, ZDEPARTMENT FROM ZEMPLOYEE ORDER BY ZNAME",
      [["new", "\(b.pk)"], ["old", ""]])
  }

  func testAnOrderedRelationship() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    let images = ["a", "b"].map { stack.insert("Image", ["name": $0]) }
    try stack.context.save()
    event.willChangeValue(forKey: "images")
    let set = try XCTUnwrap(event.primitiveValue(forKey: "images") as? NSMutableOrderedSet)
    set.add(images[1])
    set.insert(images[0], at: 0)
    event.didChangeValue(forKey: "images")
    XCTAssertEqual(
      (event.value(forKey: "images") as? NSOrderedSet)?.array as? [NSManagedObject], images)
    XCTAssertTrue(images[1].value(forKey: "event") as AnyObject === event)
    try stack.context.save()
    try stack.reopen()
    let again = try XCTUnwrap(try stack.fetch("Event").first)
    XCTAssertEqual(
      (again.value(forKey: "images") as? NSOrderedSet)?.array.compactMap {
        ($0 as? NSManagedObject)?.value(forKey: "name") as? String
      }, ["a", "b"])
  }

  func testObserversHearTheSetMutationOnce() throws {
    let (stack, e, _, b) = try stack()
    let new = stack.insert("Employee", ["name": "new"])
    var kinds: [NSKeyValueChange] = []
    var heard: [Set<NSManagedObject>] = []
    let token = b.observe("employees", options: [.new, .old]) { _, change in
      kinds.append(change.kind)
      heard.append(change.newValue as? Set<NSManagedObject> ?? [])
    }
    b.willChangeValue(forKey: "employees", withSetMutation: .union, using: [e, new])
    (b.primitiveValue(forKey: "employees") as? NSMutableSet)?.addObjects(from: [e, new])
    b.didChangeValue(forKey: "employees", withSetMutation: .union, using: [e, new])
    XCTAssertEqual(kinds, [.insertion])
    XCTAssertEqual(heard, [[e, new]])
    withExtendedLifetime(token) {}
  }

  func testAPrimitiveSetAloneIsNotTracked() throws {  // B046
    let (stack, e, a, _) = try stack()
    (a.primitiveValue(forKey: "employees") as? NSMutableSet)?.remove(e)
    XCTAssertEqual(members(a), [])
    XCTAssertFalse(a.isUpdated)
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === a)
    try stack.context.save()
    try stack.assertSQL("SELECT ZDEPARTMENT FROM ZEMPLOYEE", [["\(a.pk)"]])
  }

  func testNestedAccessorsAreOneChange() throws {
    let (stack, e, _, b) = try stack()
    e.willChangeValue(forKey: "department")
    setPrimitively(e, "department", b)
    e.didChangeValue(forKey: "department")
    XCTAssertEqual(members(b), [e])
    stack.context.undo()
    XCTAssertEqual(members(b), [])
  }
}
