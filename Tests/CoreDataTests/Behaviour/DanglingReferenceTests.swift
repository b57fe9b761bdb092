import XCTest

@testable import CoreData

/// References to objects that a save leaves no row for. Truth: observed (mikeabdullah.net “Hunting down
/// a Dangling reference to an invalid object error”, MagicalRecord 139, AFIncrementalStore 221, Seam 6),
/// and documented where only touched objects are concerned (`validateForUpdate` goes through all
/// properties of a changed object).
final class DanglingReferenceTests: XCTestCase {
  /// A to-one and a to-many without inverses, beside EMP.
  private func oneWay() -> NSManagedObjectModel {
    let owner = TestModel.entity("Owner", [TestModel.attribute("name", .stringAttributeType)])
    let thing = TestModel.entity("Thing", [TestModel.attribute("name", .stringAttributeType)])
    owner.properties += [
      TestModel.relationship("favourite", thing, toMany: false),
      TestModel.relationship("things", thing, toMany: true),
    ]
    return TestModel.model([owner, thing])
  }

  private func expectDangling(
    _ error: NSError?, _ object: NSManagedObject, _ key: String, to partners: [NSManagedObject],
    line: UInt = #line
  ) {
    XCTAssertEqual(error?.domain, NSCocoaErrorDomain, line: line)
    XCTAssertEqual(error?.code, NSManagedObjectValidationError, "\(error as Any)", line: line)
    let info = error?.userInfo ?? [:]
    XCTAssertTrue(info["Dangling reference to an invalid object."] is NSNull, line: line)
    XCTAssertTrue(info[NSValidationObjectErrorKey] as AnyObject === object, line: line)
    XCTAssertEqual(info[NSValidationKeyErrorKey] as? String, key, line: line)
    XCTAssertEqual(info[NSAffectedObjectsErrorKey] as? [NSManagedObject], partners, line: line)
    for partner in partners {
      XCTAssertTrue(
        error?.localizedDescription.contains("\(object.shortName) refers to") == true
          && error?.localizedDescription.contains(partner.shortName) == true,
        error?.localizedDescription ?? "", line: line)
    }
    XCTAssertNotNil(error?.localizedRecoverySuggestion, line: line)
  }

  // MARK: To-ones

  func testAssigningWhatTheSaveDeletes() throws {
    let stack = try Stack(TestModel.employees(), undo: true)
    let d = stack.insert("Department", ["name": "D"])
    let e = stack.insert("Employee", ["name": "E"])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    stack.context.delete(d)
    stack.context.processPendingChanges()
    e.setValue(d, forKey: "department")
    for _ in 0..<2 {
      let error = nsError { try stack.context.save() }
      expectDangling(error, e, "department", to: [d])
      XCTAssertTrue(error?.userInfo[NSValidationValueErrorKey] as AnyObject === d)
      XCTAssertNil(error?.userInfo[NSDetailedErrorsKey])
    }
    XCTAssertTrue(d.isDeleted)
    XCTAssertTrue(e.isUpdated)
    try stack.assertSQL("SELECT count(*) FROM ZDEPARTMENT", [["1"]])
    // Undo, of all since the last save, makes it good.
    stack.context.undo()
    XCTAssertFalse(d.isDeleted)
    XCTAssertNil(e.value(forKey: "department"))
    try stack.context.save()
    try stack.assertSQL("SELECT count(*) FROM ZDEPARTMENT WHERE ZNAME = 'D'", [["1"]])
  }

  func testEachWayOutOfIt() throws {
    for way in 0..<4 {
      let stack = try Stack(TestModel.employees())
      let d = stack.insert("Department", ["name": "D"])
      let other = stack.insert("Department", ["name": "other"])
      let e = stack.insert("Employee", ["name": "E"])
      try stack.context.save()
      stack.context.delete(d)
      stack.context.processPendingChanges()
      e.setValue(d, forKey: "department")
      XCTAssertEqual(nsError { try stack.context.save() }?.code, 1550)
      switch way {
      case 0: e.setValue(nil, forKey: "department")
      case 1: e.setValue(other, forKey: "department")
      case 2: stack.context.delete(e)
      default: stack.context.rollback()
      }
      try stack.context.save()
      let found = try stack.fetch("Employee", in: stack.another())
      XCTAssertEqual(found.count, way == 2 ? 0 : 1)
      let name = (found.first?.value(forKey: "department") as? NSManagedObject)?
        .value(forKey: "name")
      XCTAssertEqual(name as? String, way == 1 ? "other" : nil)
      XCTAssertEqual(try stack.fetch("Department").count, way == 3 ? 2 : 1)
    }
  }

  /// The case of the page: both are new, and one of them was deleted before it was ever saved.
  func testWhatWasInsertedAndDeletedWithoutASave() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department", ["name": "D"])
    let e = stack.insert("Employee", ["name": "E"])
    stack.context.processPendingChanges()
    stack.context.delete(d)
    stack.context.processPendingChanges()
    e.setValue(d, forKey: "department")
    expectDangling(nsError { try stack.context.save() }, e, "department", to: [d])
    XCTAssertTrue(e.objectID.isTemporaryID)
    e.setValue(nil, forKey: "department")
    try stack.context.save()
    try stack.assertSQL("SELECT ZNAME FROM ZEMPLOYEE WHERE ZDEPARTMENT IS NULL", [["E"]])
  }

  func testWhatAnUndoTookBack() throws {
    let stack = try Stack(TestModel.employees(), undo: true)
    let e = stack.insert("Employee", ["name": "E"])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    let d = stack.insert("Department", ["name": "D"])
    stack.context.processPendingChanges()
    stack.context.undo()
    e.setValue(d, forKey: "department")
    expectDangling(nsError { try stack.context.save() }, e, "department", to: [d])
  }

  /// What was deleted and saved has no context, and cannot be assigned (observed: wire-ios-data-model 55
  /// and 78).
  func testWhatWasDeletedAndSavedCannotBeAssigned() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    let e = stack.insert("Employee")
    try stack.context.save()
    stack.context.delete(d)
    try stack.context.save()
    XCTAssertNil(d.managedObjectContext)
    XCTAssertThrowsError(try e.set(d, "department")) { error in
      XCTAssertTrue(
        (error as? ObjectError)?.explanation.hasPrefix(
          "Illegal attempt to establish a relationship 'department' between objects in different "
            + "contexts") == true, "\(error)")
    }
    XCTAssertThrowsError(try e.setPrimitive(d, "department"))
  }

  /// A required to-one that refers to a deleted object has a value, and a bad one.
  func testARequiredToOne() throws {
    let model = TestModel.employees(deleteRule: .noActionDeleteRule)
    model.entitiesByName["Employee"]?.relationshipsByName["department"]?.isOptional = false
    let stack = try Stack(model)
    let d = stack.insert("Department")
    let e = stack.insert("Employee", ["department": d])
    try stack.context.save()
    stack.context.delete(d)
    e.setValue("touched", forKey: "name")
    expectDangling(nsError { try stack.context.save() }, e, "department", to: [d])
    e.setValue(nil, forKey: "department")
    XCTAssertEqual(nsError { try stack.context.save() }?.code, 1570)
  }

  // MARK: What is touched, and what is not

  /// Documented: only objects with changes are validated, and then all of their properties.
  func testWithoutInverseOnlyTouchedObjectsAreRefused() throws {
    for touches in [false, true] {
      let stack = try Stack(oneWay())
      let thing = stack.insert("Thing", ["name": "T"])
      let owner = stack.insert("Owner", ["favourite": thing])
      try stack.context.save()
      stack.context.delete(thing)
      if touches { owner.setValue("touched", forKey: "name") }
      let error = nsError { try stack.context.save() }
      if touches {
        expectDangling(error, owner, "favourite", to: [thing])
      } else {
        XCTAssertNil(error)
        // The row it refers to is gone: what is stored already may be saved again with its object.
        owner.setValue("later", forKey: "name")
        try stack.context.save()
        let fresh = try XCTUnwrap(try stack.fetch("Owner", in: stack.another()).first)
        _ = (fresh.value(forKey: "favourite") as? NSManagedObject)?.value(forKey: "name")
        fresh.setValue("again", forKey: "name")
        try fresh.managedObjectContext?.save()
      }
    }
  }

  /// A rule of no action leaves stored references alone, on purpose; a new one is refused all the same.
  func testNoActionLeavesStoredReferences() throws {
    let stack = try Stack(TestModel.employees(deleteRule: .noActionDeleteRule))
    let d = stack.insert("Department")
    let e = stack.insert("Employee", ["department": d])
    let other = stack.insert("Employee")
    try stack.context.save()
    stack.context.delete(d)
    e.setValue("touched", forKey: "name")
    stack.context.processPendingChanges()
    other.setValue(d, forKey: "department")
    expectDangling(nsError { try stack.context.save() }, other, "department", to: [d])
    other.setValue(nil, forKey: "department")
    try stack.context.save()
    try stack.assertSQL("SELECT ZDEPARTMENT FROM ZEMPLOYEE WHERE ZNAME = 'touched'", [["\(d.pk)"]])
  }

  func testADeniedDeletionIsRefusedOnce() throws {  // B061
    let stack = try Stack(TestModel.employees(deleteRule: .denyDeleteRule))
    let d = stack.insert("Department")
    let e = stack.insert("Employee", ["department": d])
    try stack.context.save()
    stack.context.delete(d)
    e.setValue("touched", forKey: "name")
    XCTAssertEqual(nsError { try stack.context.save() }?.code, 1600)
  }

  func testACascadeTakesTheReferencesAlong() throws {
    let stack = try Stack(TestModel.employees(deleteRule: .cascadeDeleteRule))
    let d = stack.insert("Department")
    let e = stack.insert("Employee", ["department": d])
    try stack.context.save()
    e.setValue("touched", forKey: "name")
    stack.context.delete(d)
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Employee").count, 0)
  }

  /// Propagation that waits for the save comes before validation.
  func testPropagationAtTheSave() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    let e = stack.insert("Employee", ["department": d])
    try stack.context.save()
    stack.context.propagatesDeletesAtEndOfEvent = false
    stack.context.delete(d)
    stack.context.processPendingChanges()
    e.setValue("touched", forKey: "name")
    try stack.context.save()
    XCTAssertNil(e.value(forKey: "department"))
  }

  // MARK: To-manies

  func testAToManyThatGainsWhatTheSaveDeletes() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    let gone = stack.insert("Employee", ["name": "gone"])
    let stays = stack.insert("Employee", ["name": "stays"])
    try stack.context.save()
    stack.context.delete(gone)
    stack.context.processPendingChanges()
    d.setValue(NSSet(array: [gone, stays]), forKey: "employees")
    let error = nsError { try stack.context.save() }
    expectDangling(error, d, "employees", to: [gone])
    XCTAssertEqual((error?.userInfo[NSValidationValueErrorKey] as? NSSet)?.count, 2)
    d.mutableSetValue(forKey: "employees").remove(gone)
    try stack.context.save()
    try stack.assertSQL("SELECT ZNAME FROM ZEMPLOYEE WHERE ZDEPARTMENT NOT NULL", [["stays"]])
  }

  func testManyToMany() throws {
    let stack = try Stack(TestModel.courses())
    let course = stack.insert("Course")
    let teacher = stack.insert("Teacher")
    try stack.context.save()
    stack.context.delete(teacher)
    stack.context.processPendingChanges()
    course.setValue(NSSet(object: teacher), forKey: "teachers")
    expectDangling(nsError { try stack.context.save() }, course, "teachers", to: [teacher])
  }

  func testOrderedToMany() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    let image = stack.insert("Image")
    try stack.context.save()
    stack.context.delete(image)
    stack.context.processPendingChanges()
    event.setValue(NSOrderedSet(object: image), forKey: "images")
    expectDangling(nsError { try stack.context.save() }, event, "images", to: [image])
  }

  /// A member that a to-many without inverse had before stays in it, unseen, and harms nobody
  /// (observed: StackOverflow 16305888).
  func testAMemberOfLongStanding() throws {
    let stack = try Stack(oneWay())
    let things = (0..<2).map { stack.insert("Thing", ["name": "\($0)"]) }
    let owner = stack.insert("Owner", ["things": NSSet(array: things)])
    try stack.context.save()
    stack.context.delete(things[0])
    owner.setValue("touched", forKey: "name")
    try stack.context.save()
    let fresh = try XCTUnwrap(try stack.fetch("Owner", in: stack.another()).first)
    XCTAssertEqual((fresh.value(forKey: "things") as? NSSet)?.count, 1)
    let new = stack.insert("Thing")
    stack.context.processPendingChanges()
    stack.context.delete(new)
    owner.mutableSetValue(forKey: "things").add(new)
    expectDangling(nsError { try stack.context.save() }, owner, "things", to: [new])
  }

  // MARK: Several errors, hooks, by hand

  func testSeveralErrorsAreFolded() throws {
    let stack = try Stack(TestModel.employees(nameIsRequired: true))
    let d = stack.insert("Department")
    try stack.context.save()
    stack.context.delete(d)
    stack.context.processPendingChanges()
    let first = stack.insert("Employee", ["department": d])
    _ = stack.insert("Employee", ["name": "second", "department": d])
    let error = nsError { try stack.context.save() }
    XCTAssertEqual(error?.code, 1560)
    let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
    XCTAssertEqual(details.map(\.code).sorted(), [1550, 1550, 1570])
    let own = nsError { try first.validateForInsert() }
    XCTAssertEqual((own?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count, 2)
  }

  func testAClassWithHooks() throws {
    let model = BehaviourModel.hooked()
    let item = try XCTUnwrap(model.entitiesByName["HookedItem"])
    let thing = TestModel.entity("Thing", [TestModel.attribute("name", .stringAttributeType)])
    item.properties += [
      TestModel.relationship("favourite", thing, toMany: false),
      TestModel.relationship("things", thing, toMany: true),
    ]
    model.entities.append(thing)
    let stack = try Stack(model)
    let favourite = stack.insert("Thing")
    let hooked = stack.insert("HookedItem", ["favourite": favourite])
    try stack.context.save()
    stack.context.delete(favourite)
    hooked.setValue("touched", forKey: "name")
    expectDangling(nsError { try stack.context.save() }, hooked, "favourite", to: [favourite])
    var value: Any? = favourite
    XCTAssertEqual(nsError { try hooked.validateValue(&value, forKey: "favourite") }?.code, 1550)
    hooked.setValue(nil, forKey: "favourite")
    hooked.setValue(NSSet(object: favourite), forKey: "things")
    expectDangling(nsError { try stack.context.save() }, hooked, "things", to: [favourite])
  }

  func testAProposedValue() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    let e = stack.insert("Employee")
    let loose = NSManagedObject(entity: d.entity, insertInto: nil)
    var value: Any? = d
    XCTAssertNoThrow(try e.validateValue(&value, forKey: "department"))
    value = loose
    XCTAssertEqual(nsError { try e.validateValue(&value, forKey: "department") }?.code, 1550)
    stack.context.delete(d)
    value = d
    XCTAssertEqual(nsError { try e.validateValue(&value, forKey: "department") }?.code, 1550)
    value = nil
    XCTAssertNoThrow(try e.validateValue(&value, forKey: "department"))
  }
}
