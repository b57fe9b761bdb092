import XCTest

@testable import CoreData

/// Relationships, delete rules, wrong values: cases B055–B061, B065.
final class RelationshipTests: XCTestCase {
  private func members(_ object: NSManagedObject, _ key: String) -> Set<NSManagedObject> {
    object.value(forKey: key) as? Set<NSManagedObject> ?? []
  }

  func testBothSidesFollow() throws {  // B055
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Department", ["name": "A"])
    let b = stack.insert("Department", ["name": "B"])
    let e = stack.insert("Employee")
    e.setValue(a, forKey: "department")
    for isSaved in [false, true] {
      if isSaved { try stack.context.save() }
      e.setValue(b, forKey: "department")
      XCTAssertEqual(members(a, "employees"), [])
      XCTAssertEqual(members(b, "employees"), [e])
      e.setValue(nil, forKey: "department")
      XCTAssertEqual(members(b, "employees"), [])
      a.setValue(NSSet(array: [e]), forKey: "employees")
      XCTAssertTrue(e.value(forKey: "department") as AnyObject === a)
      a.setValue(NSSet(), forKey: "employees")
      XCTAssertNil(e.value(forKey: "department"))
      e.setValue(a, forKey: "department")
    }
  }

  func testANewObjectMayPointToASavedOne() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department", ["name": "D"])
    try stack.context.save()
    let context = stack.another()
    let same = context.object(with: d.objectID)
    let e = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
    e.setValue(same, forKey: "department")
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === same)
    XCTAssertEqual(members(same, "employees"), [e])
    try context.save()
    XCTAssertEqual(try stack.fetch("Employee", "department.name == 'D'").count, 1)
  }

  func testTakingThePartner() throws {  // B056
    let stack = try Stack(BehaviourModel.passports())
    let p1 = stack.insert("Person")
    let p2 = stack.insert("Person")
    let x = stack.insert("Passport")
    p1.setValue(x, forKey: "passport")
    try stack.context.save()
    p2.setValue(x, forKey: "passport")
    XCTAssertTrue(x.value(forKey: "owner") as AnyObject === p2)
    XCTAssertNil(p1.value(forKey: "passport"))
    XCTAssertEqual(stack.context.updatedObjects, [p1, p2, x])
    try stack.context.save()
    let other = stack.another()
    XCTAssertNil(other.object(with: p1.objectID).value(forKey: "passport"))
  }

  func testAPersonWhoHasAPassportTakesAnother() throws {  // B056 from both ends
    let stack = try Stack(BehaviourModel.passports())
    let p1 = stack.insert("Person")
    let p2 = stack.insert("Person")
    let x = stack.insert("Passport")
    let y = stack.insert("Passport")
    p1.setValue(x, forKey: "passport")
    p2.setValue(y, forKey: "passport")
    try stack.context.save()
    p2.setValue(x, forKey: "passport")
    XCTAssertNil(y.value(forKey: "owner"))
    XCTAssertNil(p1.value(forKey: "passport"))
    y.setValue(p2, forKey: "owner")
    XCTAssertNil(x.value(forKey: "owner"))
    XCTAssertTrue(p2.value(forKey: "passport") as AnyObject === y)
  }

  func testOrderedToMany() throws {  // B057
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    let a = stack.insert("Image", ["name": "a"])
    let b = stack.insert("Image", ["name": "b"])
    XCTAssertThrowsError(try event.set(NSSet(array: [a]), "images")) { error in
      XCTAssertTrue(
        "\((error as? ObjectError)?.explanation ?? "")".hasPrefix(
          "Unacceptable type of value for ordered to-many relationship: property = \"images\"; "
            + "desired type = NSOrderedSet;"))
    }
    event.setValue(NSOrderedSet(array: [b, a]), forKey: "images")
    let images = event.mutableOrderedSetValue(forKey: "images")
    images.moveObjects(at: IndexSet(integer: 1), to: 0)
    XCTAssertEqual(images.array as? [NSManagedObject], [a, b])
    let c = stack.insert("Image", ["name": "c"])
    images.insert(c, at: 1)
    try stack.context.save()
    let again = try stack.fetch("Event", in: stack.another())[0]
    let names = (again.value(forKey: "images") as? NSOrderedSet)?.array
      .compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
    XCTAssertEqual(names, ["a", "c", "b"])
    images.moveObjects(at: IndexSet(integer: 2), to: 0)
    try stack.context.save()
    XCTAssertEqual(
      (try stack.fetch("Event", in: stack.another())[0].value(forKey: "images") as? NSOrderedSet)?
        .array.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String },
      ["b", "a", "c"])
  }

  func testReflexiveRelationships() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let a = stack.insert("Node", ["name": "a"])
    let b = stack.insert("Node", ["name": "b"])
    a.mutableSetValue(forKey: "friends").add(b)
    XCTAssertEqual(members(b, "friends"), [a])
    a.mutableSetValue(forKey: "friends").add(a)
    XCTAssertEqual(members(a, "friends"), [a, b])
    a.setValue(a, forKey: "parent")
    XCTAssertEqual(members(a, "children"), [a])
    try stack.context.save()
    let other = stack.another()
    XCTAssertEqual(members(other.object(with: b.objectID), "friends").count, 1)
    XCTAssertEqual(members(other.object(with: a.objectID), "friends").count, 2)
    a.mutableSetValue(forKey: "friends").remove(b)
    XCTAssertEqual(members(b, "friends"), [])
    try stack.context.save()
    XCTAssertEqual(members(stack.another().object(with: b.objectID), "friends").count, 0)
    stack.context.delete(a)
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Node").count, 1)
  }

  func testObjectsOfTwoContextsCannotBeLinked() throws {  // B058
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee")
    let other = stack.another()
    let d = NSEntityDescription.insertNewObject(forEntityName: "Department", into: other)
    XCTAssertThrowsError(try e.set(d, "department")) { error in
      XCTAssertTrue(
        "\((error as? ObjectError)?.explanation ?? "")".hasPrefix(
          "Illegal attempt to establish a relationship 'department' between objects in different "
            + "contexts"))
    }
  }

  func testPropagationWaitsForTheEndOfTheEvent() throws {  // B059
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Department")
    let employees = [stack.insert("Employee"), stack.insert("Employee")]
    for e in employees { e.setValue(a, forKey: "department") }
    try stack.context.save()
    stack.context.delete(a)
    XCTAssertTrue(employees[0].value(forKey: "department") as AnyObject === a)
    stack.context.processPendingChanges()
    XCTAssertNil(employees[0].value(forKey: "department"))
    XCTAssertEqual(stack.context.updatedObjects, Set(employees))
    XCTAssertEqual(stack.context.deletedObjects, [a])
  }

  func testPropagationOnlyWhenSaving() throws {  // B059, propagatesDeletesAtEndOfEvent false
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Department")
    let e = stack.insert("Employee")
    e.setValue(a, forKey: "department")
    try stack.context.save()
    stack.context.propagatesDeletesAtEndOfEvent = false
    stack.context.delete(a)
    stack.context.processPendingChanges()
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === a)
    try stack.context.save()
    XCTAssertNil(e.value(forKey: "department"))
    try stack.assertSQL("SELECT ZDEPARTMENT IS NULL FROM ZEMPLOYEE", [["1"]])
  }

  func testCascadeNeedsNoPriorAccess() throws {  // B060
    let stack = try Stack(TestModel.employees(deleteRule: .cascadeDeleteRule))
    let d = stack.insert("Department")
    for _ in 0..<2 { stack.insert("Employee").setValue(d, forKey: "department") }
    try stack.context.save()
    let context = stack.another()
    let heard = Heard(.NSManagedObjectContextDidSave, from: context)
    context.delete(try stack.fetch("Department", in: context)[0])
    try context.save()
    try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE", [["0"]])
    XCTAssertEqual(heard.objects(NSDeletedObjectsKey).count, 3)
  }

  func testDenyAndHowItIsLifted() throws {  // B050, B061
    let stack = try Stack(TestModel.employees(deleteRule: .denyDeleteRule))
    let d = stack.insert("Department")
    let e = stack.insert("Employee")
    e.setValue(d, forKey: "department")
    try stack.context.save()
    stack.context.delete(d)
    for _ in 0..<2 {
      let error = nsError { try stack.context.save() }
      XCTAssertEqual(error?.code, 1600)
      XCTAssertEqual(error?.userInfo[NSValidationKeyErrorKey] as? String, "employees")
      XCTAssertTrue(error?.userInfo[NSValidationObjectErrorKey] as AnyObject === d)
      XCTAssertEqual((error?.userInfo[NSValidationValueErrorKey] as? NSSet)?.count, 1)
      XCTAssertTrue(stack.context.hasChanges)
      XCTAssertEqual(stack.context.deletedObjects.count, 1)
    }
    stack.context.rollback()
    XCTAssertNoThrow(try stack.context.save())
    try stack.assertSQL("SELECT count(*) FROM ZDEPARTMENT", [["1"]])
    stack.context.delete(d)
    stack.context.delete(e)
    XCTAssertNoThrow(try stack.context.save())
    try stack.assertSQL("SELECT count(*) FROM ZDEPARTMENT", [["0"]])
  }

  func testWrongTypesAreRefusedAtAssignment() throws {  // B065
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee")
    XCTAssertThrowsError(try e.set(Date(), "name")) { error in
      let text = (error as? ObjectError)?.explanation ?? ""
      XCTAssertTrue(
        text.hasPrefix(
          "Unacceptable type of value for attribute: property = \"name\"; desired type = NSString; "
            + "given type = "), text)
    }
    XCTAssertThrowsError(try e.set("7", "salary"))
    XCTAssertNil(e.value(forKey: "salary"))
  }
}
