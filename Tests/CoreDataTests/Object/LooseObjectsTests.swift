import XCTest

@testable import CoreData

/// Objects made with `insertInto: nil` that refer to each other. Truth: observed in that programs build
/// such graphs and insert them later; that what is left out cannot be saved is inferred from the rule for
/// references to objects without context (1550).
final class LooseObjectsTests: XCTestCase {
  private func loose(
    _ entity: String, _ stack: Stack, _ values: [String: Any] = [:]
  ) throws -> NSManagedObject {
    let description = try XCTUnwrap(stack.model.entitiesByName[entity])
    let object = NSManagedObject(entity: description, insertInto: nil)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  private func names(_ object: NSManagedObject?, _ key: String) -> [String] {
    let members = NSManagedObject.members(in: object?.value(forKey: key)) ?? []
    return members.compactMap { $0.value(forKey: "name") as? String }.sorted()
  }

  func testBothSidesBeforeAndAfterTheInsertion() throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      for byMembers in [false, true] {
        let stack = try Stack(TestModel.employees())
        let d = try loose("Department", stack, ["name": "D"])
        let employees = try ["a", "b"].map { try loose("Employee", stack, ["name": $0]) }
        if byMembers {
          d.setValue(NSSet(array: employees), forKey: "employees")
        } else {
          for e in employees { e.setValue(d, forKey: "department") }
        }
        XCTAssertTrue(employees[0].value(forKey: "department") as AnyObject === d)
        XCTAssertEqual(names(d, "employees"), ["a", "b"])
        let all = [d] + employees
        for index in order { stack.context.insert(all[index]) }
        XCTAssertTrue(employees[1].value(forKey: "department") as AnyObject === d)
        XCTAssertEqual(names(d, "employees"), ["a", "b"])
        try stack.context.save()
        let fresh = try stack.fetch("Department", in: stack.another()).first
        XCTAssertEqual(names(fresh, "employees"), ["a", "b"], "\(order) \(byMembers)")
        try stack.assertSQL(
          "SELECT count(*) FROM ZEMPLOYEE WHERE ZDEPARTMENT = \(d.pk)", [["2"]])
      }
    }
  }

  func testChangesOfMindBeforeTheInsertion() throws {
    let stack = try Stack(TestModel.employees())
    let one = try loose("Department", stack, ["name": "1"])
    let two = try loose("Department", stack, ["name": "2"])
    let e = try loose("Employee", stack, ["name": "e", "department": one])
    e.setValue(two, forKey: "department")
    XCTAssertEqual(names(one, "employees"), [])
    XCTAssertEqual(names(two, "employees"), ["e"])
    e.setValue(nil, forKey: "department")
    XCTAssertNil(e.value(forKey: "department"))
    XCTAssertEqual(names(two, "employees"), [])
    one.mutableSetValue(forKey: "employees").add(e)
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === one)
    one.mutableSetValue(forKey: "employees").remove(e)
    XCTAssertNil(e.value(forKey: "department"))
    for object in [one, two, e] { stack.context.insert(object) }
    try stack.context.save()
    XCTAssertNil(e.value(forKey: "department"))
  }

  func testOneToOneAndManyToMany() throws {
    let stack = try Stack(BehaviourModel.passports())
    let people = try ["p", "q"].map { try loose("Person", stack, ["name": $0]) }
    let passport = try loose("Passport", stack, ["owner": people[0]])
    XCTAssertTrue(people[0].value(forKey: "passport") as AnyObject === passport)
    people[1].setValue(passport, forKey: "passport")  // B056
    XCTAssertNil(people[0].value(forKey: "passport"))
    for object in people + [passport] { stack.context.insert(object) }
    try stack.context.save()
    let found = try stack.fetch("Passport", in: stack.another()).first
    let owner = found?.value(forKey: "owner") as? NSManagedObject
    XCTAssertEqual(owner?.value(forKey: "name") as? String, "q")

    let many = try Stack(TestModel.courses())
    let course = try loose("Course", many, ["title": "c"])
    let teacher = try loose("Teacher", many, ["name": "t"])
    course.setValue(NSSet(object: teacher), forKey: "teachers")
    for object in [course, teacher] { many.context.insert(object) }
    try many.context.save()
    XCTAssertEqual(names(try many.fetch("Course", in: many.another()).first, "teachers"), ["t"])
  }

  func testWithoutInverse() throws {
    for ownerFirst in [true, false] {
      let stack = try Stack(TestModel.orgChart())
      let leader = try loose("Person", stack, ["name": "L"])
      let member = try loose("Person", stack, ["name": "M"])
      leader.setValue(NSSet(object: member), forKey: "employees")
      let organization = try loose("Organization", stack, ["leader": leader])
      let all = [organization, leader, member]
      for object in ownerFirst ? all : all.reversed() { stack.context.insert(object) }
      try stack.context.save()
      let fresh = try stack.fetch("Organization", in: stack.another()).first
      let found = fresh?.value(forKey: "leader") as? NSManagedObject
      XCTAssertEqual(found?.value(forKey: "name") as? String, "L")
      XCTAssertEqual(names(found, "employees"), ["M"])
    }
  }

  func testWhatIsLeftOutCannotBeSaved() throws {
    let stack = try Stack(TestModel.employees())
    let d = try loose("Department", stack, ["name": "D"])
    let e = try loose("Employee", stack, ["name": "E", "department": d])
    stack.context.insert(e)
    XCTAssertTrue(e.value(forKey: "department") as AnyObject === d)
    let error = nsError { try stack.context.save() }
    XCTAssertEqual(error?.code, 1550)
    XCTAssertEqual(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject], [d])
    XCTAssertTrue(
      error?.localizedDescription.contains("belongs to no context") == true,
      error?.localizedDescription ?? "")
    stack.context.insert(d)
    try stack.context.save()
    XCTAssertEqual(
      names(try stack.fetch("Department", in: stack.another()).first, "employees"), ["E"])
  }

  func testTheOtherWaysOutOfIt() throws {
    for way in 0..<4 {
      let stack = try Stack(TestModel.employees())
      let d = try loose("Department", stack, ["name": "D"])
      let e = try loose("Employee", stack, ["name": "E"])
      d.setValue(NSSet(object: e), forKey: "employees")
      stack.context.insert(way == 3 ? d : e)
      XCTAssertEqual(nsError { try stack.context.save() }?.code, 1550)
      switch way {
      case 0: e.setValue(nil, forKey: "department")
      case 1: e.setValue(stack.insert("Department", ["name": "other"]), forKey: "department")
      case 2: stack.context.delete(e)
      default: d.mutableSetValue(forKey: "employees").remove(e)
      }
      try stack.context.save()
      XCTAssertEqual(names(d, "employees"), [])
      let found = try stack.fetch("Employee", in: stack.another())
      XCTAssertEqual(found.count, way < 2 ? 1 : 0)
      let department = found.first?.value(forKey: "department") as? NSManagedObject
      XCTAssertEqual(department?.value(forKey: "name") as? String, way == 1 ? "other" : nil)
    }
  }

  func testARollbackForgetsWhatWasWaitedFor() throws {
    let stack = try Stack(TestModel.employees())
    let d = try loose("Department", stack, ["name": "D"])
    let e = try loose("Employee", stack, ["name": "E", "department": d])
    stack.context.insert(e)
    stack.context.rollback()
    XCTAssertNil(e.managedObjectContext)
    stack.context.insert(d)
    d.setValue(nil, forKey: "employees")
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Employee").count, 0)
    XCTAssertEqual(try stack.fetch("Department").count, 1)
  }

  func testAPartnerThatWentToAnotherContext() throws {
    let stack = try Stack(TestModel.employees())
    let d = try loose("Department", stack, ["name": "D"])
    let e = try loose("Employee", stack, ["name": "E", "department": d])
    stack.context.insert(e)
    stack.another().insert(d)
    let error = nsError { try stack.context.save() }
    XCTAssertEqual(error?.code, 1550)
    XCTAssertTrue(
      error?.localizedDescription.contains("belongs to another context") == true,
      error?.localizedDescription ?? "")
  }

  // MARK: Ids

  /// Each object has an id of its own, also before it is inserted; the context gives it another, under
  /// which it is found, whether or not anybody asked for the first.
  func testIDs() throws {
    let stack = try Stack(TestModel.employees())
    let objects = try (0..<2).map { _ in try loose("Employee", stack) }
    let ids = objects.map(\.objectID)
    XCTAssertNotEqual(ids[0], ids[1])
    XCTAssertEqual(objects[0].objectID, ids[0])
    XCTAssertTrue(ids.allSatisfy(\.isTemporaryID))
    XCTAssertNil(stack.context.registeredObject(for: ids[0]))
    XCTAssertTrue(objects[0].description.contains(ids[0].uriRepresentation().absoluteString))
    for object in objects { stack.context.insert(object) }
    for object in objects {
      XCTAssertTrue(object.objectID.isTemporaryID)
      XCTAssertTrue(stack.context.registeredObject(for: object.objectID) === object)
    }
    try stack.context.save()
    for object in objects {
      XCTAssertFalse(object.objectID.isTemporaryID)
      XCTAssertTrue(stack.context.registeredObject(for: object.objectID) === object)
    }
  }

  /// A chain of any length dies on a short stack.
  func testALongChain() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let entity = try XCTUnwrap(stack.model.entitiesByName["Node"])
    weak var last: NSManagedObject?
    do {
      var head = NSManagedObject(entity: entity, insertInto: nil)
      last = head
      for _ in 0..<100_000 {
        let next = NSManagedObject(entity: entity, insertInto: nil)
        next.setPrimitiveValue(head, forKey: "parent")
        head = next
      }
    }
    XCTAssertNil(last)
  }
}
