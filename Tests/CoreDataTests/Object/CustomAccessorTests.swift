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

  /// The accessors that Apple's guide gives for an ordered relationship name the places that change.
  func testAnOrderedRelationshipByPlaces() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    let images = ["a", "b", "c"].map { stack.insert("Image", ["name": $0]) }
    var kinds: [NSKeyValueChange] = []
    let token = event.observe("images", options: [.old, .new]) { _, change in
      kinds.append(change.kind)
    }
    func change(
      _ kind: NSKeyValueChange, _ places: IndexSet, _ body: (NSMutableOrderedSet) -> Void
    ) throws {
      event.willChange(kind, valuesAt: places, forKey: "images")
      body(try XCTUnwrap(event.primitiveValue(forKey: "images") as? NSMutableOrderedSet))
      event.didChange(kind, valuesAt: places, forKey: "images")
      stack.context.processPendingChanges()
    }
    func members() -> [NSManagedObject]? {
      (event.value(forKey: "images") as? NSOrderedSet)?.array as? [NSManagedObject]
    }
    try change(.insertion, [0, 1]) { $0.addObjects(from: [images[0], images[1]]) }
    XCTAssertEqual(members(), [images[0], images[1]])
    try change(.replacement, [1]) { $0.replaceObject(at: 1, with: images[2]) }
    XCTAssertEqual(members(), [images[0], images[2]])
    XCTAssertNil(images[1].value(forKey: "event"))
    try change(.removal, [0]) { $0.removeObject(at: 0) }
    XCTAssertEqual(members(), [images[2]])
    XCTAssertNil(images[0].value(forKey: "event"))
    XCTAssertEqual(kinds, [.setting, .setting, .removal])
    try stack.context.save()
    stack.context.refreshAllObjects()
    XCTAssertEqual(members(), [images[2]])
    withExtendedLifetime(token) {}
  }

  /// Whatever is done to the primitive ordered set is done to the relationship.
  func testEveryMutationOfAnOrderedPrimitiveSet() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    let images = ["a", "b", "c", "d"].map { stack.insert("Image", ["name": $0]) }
    func text(_ body: (NSMutableOrderedSet) -> Void) throws -> String {
      event.willChangeValue(forKey: "images")
      body(try XCTUnwrap(event.primitiveValue(forKey: "images") as? NSMutableOrderedSet))
      event.didChangeValue(forKey: "images")
      let set = event.value(forKey: "images") as? NSOrderedSet
      return (set?.value(forKey: "name") as? NSOrderedSet)?.array.map { "\($0)" }.joined() ?? "nil"
    }
    XCTAssertEqual(try text { $0.addObjects(from: images) }, "abcd")
    XCTAssertEqual(try text { $0.removeObjects(at: [1, 2]) }, "ad")
    XCTAssertEqual(try text { $0.insert([images[2], images[1]], at: [0, 1]) }, "cbad")
    XCTAssertEqual(
      try text {
        $0.sort(comparator: { a, b in
          let names = [a, b].map {
            ($0 as? NSManagedObject)?.value(forKey: "name") as? String ?? ""
          }
          return names[0] < names[1] ? .orderedAscending : .orderedDescending
        })
      }, "abcd")
    XCTAssertEqual(try text { $0.exchangeObject(at: 0, withObjectAt: 3) }, "dbca")
    XCTAssertEqual(try text { $0.moveObjects(at: [0], to: 3) }, "bcad")
    XCTAssertEqual(try text { $0.replaceObjects(at: [0], with: [images[3]]) }, "dca")
    XCTAssertEqual(try text { $0.intersect(NSOrderedSet(array: [images[0], images[3]])) }, "da")
    XCTAssertEqual(try text { $0.union(NSOrderedSet(array: [images[1]])) }, "dab")
    XCTAssertEqual(try text { $0.minus(NSOrderedSet(array: [images[0]])) }, "db")
    XCTAssertEqual(try text { $0.intersectSet([images[1]]) }, "b")
    XCTAssertEqual(try text { $0.removeAllObjects() }, "")
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
