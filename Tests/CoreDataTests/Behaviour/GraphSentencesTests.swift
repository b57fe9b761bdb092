import XCTest

@testable import CoreData

/// Apple's sentences about relationships, deletion, saving and constraints that no listed case has
/// (Core Data Programming Guide, class references: documented; marked where inferred).
final class GraphSentencesTests: XCTestCase {
  private func name(_ object: NSManagedObject) -> String? {
    object.value(forKey: "name") as? String
  }

  private func members(_ object: NSManagedObject, _ key: String) -> Set<NSManagedObject> {
    Set((object.value(forKey: key) as? NSSet)?.compactMap { $0 as? NSManagedObject } ?? [])
  }

  // MARK: Deletion

  /// Two entities that cascade to each other, in a ring: everything goes, once.
  func testACascadeInACircle() throws {
    let a = TestModel.entity("A", [TestModel.attribute("name", .stringAttributeType)])
    let next = TestModel.relationship("next", a, toMany: false, .cascadeDeleteRule)
    let previous = TestModel.relationship("previous", a, toMany: false, .cascadeDeleteRule)
    TestModel.join(next, previous)
    a.properties += [next, previous]
    let stack = try Stack(TestModel.model([a]))
    let ring = (0..<5).map { stack.insert("A", ["name": "\($0)"]) }
    for index in ring.indices { ring[index].setValue(ring[(index + 1) % 5], forKey: "next") }
    try stack.context.save()
    stack.context.delete(ring[2])
    stack.context.processPendingChanges()
    XCTAssertEqual(stack.context.deletedObjects, Set(ring))
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("A").count, 0)
  }

  private func inheriting() -> NSManagedObjectModel {
    let owner = TestModel.entity("Owner", [TestModel.attribute("name", .stringAttributeType)])
    let thing = TestModel.entity("Thing", [TestModel.attribute("name", .stringAttributeType)])
    let car = TestModel.entity("Car", [TestModel.attribute("plate", .stringAttributeType)])
    let part = TestModel.entity("Part", [TestModel.attribute("name", .stringAttributeType)])
    thing.subentities = [car]
    let things = TestModel.relationship("things", thing, toMany: true, .cascadeDeleteRule)
    let its = TestModel.relationship("owner", owner, toMany: false)
    TestModel.join(things, its)
    owner.properties += [things]
    thing.properties += [its]
    let parts = TestModel.relationship("parts", part, toMany: true, .cascadeDeleteRule)
    let of = TestModel.relationship("car", car, toMany: false)
    TestModel.join(parts, of)
    car.properties += [parts]
    part.properties += [of]
    return TestModel.model([owner, thing, car, part])
  }

  /// The rules of a sub-entity hold for its objects, whatever the relationship that leads to them.
  func testACascadeThroughInheritance() throws {
    let stack = try Stack(inheriting())
    let owner = stack.insert("Owner")
    let car = stack.insert("Car", ["name": "car", "owner": owner])
    _ = stack.insert("Thing", ["name": "thing", "owner": owner])
    for index in 0..<3 { _ = stack.insert("Part", ["name": "\(index)", "car": car]) }
    try stack.context.save()
    let context = stack.another()
    context.delete(context.object(with: owner.objectID))
    try context.save()
    for entity in ["Owner", "Thing", "Car", "Part"] {
      XCTAssertEqual(try stack.fetch(entity, in: stack.another()).count, 0, entity)
    }
  }

  /// "No action" leaves the others alone: they point to what is not there (documented), and reading
  /// it finds nothing.
  func testNoActionLeavesTheOthersAsTheyAre() throws {
    let stack = try Stack(TestModel.employees(deleteRule: .noActionDeleteRule))
    let d = stack.insert("Department", ["name": "D"])
    let e = stack.insert("Employee", ["department": d])
    try stack.context.save()
    stack.context.delete(d)
    stack.context.processPendingChanges()
    XCTAssertFalse(e.isUpdated)
    try stack.context.save()
    try stack.assertSQL("SELECT ZDEPARTMENT FROM ZEMPLOYEE", [["\(d.pk)"]])
    let again = try XCTUnwrap(try stack.fetch("Employee", in: stack.another()).first)
    let ghost = again.value(forKey: "department") as? NSManagedObject
    XCTAssertNil(ghost?.value(forKey: "name"))
  }

  /// What is set after a deletion within the same event counts: the deleted object is taken out of it.
  func testRelatingToWhatIsBeingDeleted() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    let e = stack.insert("Employee")
    try stack.context.save()
    stack.context.delete(d)
    e.setValue(d, forKey: "department")
    stack.context.processPendingChanges()
    XCTAssertNil(e.value(forKey: "department"))
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Department").count, 0)
  }

  func testADeletedObjectIsInsertedAgainByNobody() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a"])
    try stack.context.save()
    stack.context.delete(e)
    e.setValue("b", forKey: "name")
    XCTAssertTrue(e.isDeleted)
    XCTAssertFalse(e.isUpdated)
    try stack.context.save()
    XCTAssertNil(e.managedObjectContext)
    XCTAssertEqual(try stack.fetch("Employee").count, 0)
  }

  // MARK: Relationships

  /// A to-many without inverse: the members are kept, moved and removed by this side alone.
  func testAToManyWithoutInverse() throws {
    let stack = try Stack(TestModel.orgChart())
    let people = (0..<3).map { stack.insert("Person", ["id": $0]) }
    people[0].setValue(NSSet(array: [people[1], people[2]]), forKey: "employees")
    try stack.context.save()
    let context = stack.another()
    let boss = context.object(with: people[0].objectID)
    XCTAssertEqual(members(boss, "employees").count, 2)
    boss.mutableSetValue(forKey: "employees").remove(context.object(with: people[1].objectID))
    try context.save()
    let third = stack.another().object(with: people[0].objectID)
    XCTAssertEqual(members(third, "employees").map(\.objectID), [people[2].objectID])
  }

  func testAReflexiveManyToManyIsOnBothSides() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let nodes = (0..<3).map { stack.insert("Node", ["name": "\($0)"]) }
    nodes[0].mutableSetValue(forKey: "friends").add(nodes[1])
    nodes[2].mutableSetValue(forKey: "friends").add(nodes[0])
    XCTAssertEqual(members(nodes[0], "friends"), [nodes[1], nodes[2]])
    try stack.context.save()
    let other = stack.another()
    XCTAssertEqual(
      members(other.object(with: nodes[1].objectID), "friends").map(\.objectID),
      [nodes[0].objectID])
    nodes[1].mutableSetValue(forKey: "friends").remove(nodes[0])
    try stack.context.save()
    XCTAssertEqual(
      members(stack.another().object(with: nodes[0].objectID), "friends").map(\.objectID),
      [nodes[2].objectID])
  }

  func testAnOrderedMemberMovesBetweenOwners() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let events = (0..<2).map { stack.insert("Event", ["title": "\($0)"]) }
    let images = ["a", "b", "c", "d"].map { stack.insert("Image", ["name": $0]) }
    events[0].setValue(NSOrderedSet(array: Array(images[0..<3])), forKey: "images")
    events[1].setValue(NSOrderedSet(array: [images[3]]), forKey: "images")
    try stack.context.save()
    events[1].mutableOrderedSetValue(forKey: "images").insert(images[1], at: 0)
    try stack.context.save()
    let other = stack.another()
    let orders = events.map { event in
      (other.object(with: event.objectID).value(forKey: "images") as? NSOrderedSet)?.array
        .compactMap { ($0 as? NSManagedObject).flatMap(name) }
    }
    XCTAssertEqual(orders, [["a", "c"], ["b", "d"]])
  }

  func testMinimumAndMaximumOfAToMany() throws {
    let model = TestModel.employees()
    let employees = model.entitiesByName["Department"]?.relationshipsByName["employees"]
    employees?.minCount = 1
    employees?.maxCount = 2
    employees?.isOptional = false
    let stack = try Stack(model)
    let d = stack.insert("Department")
    for _ in 0..<3 { stack.insert("Employee").setValue(d, forKey: "department") }
    let error = nsError { try stack.context.save() }
    XCTAssertEqual(error?.code, NSValidationRelationshipExceedsMaximumCountError)
    XCTAssertEqual(error?.userInfo[NSValidationKeyErrorKey] as? String, "employees")
  }

  // MARK: hasChanges

  func testHasChangesInItsSubtleties() throws {
    let stack = try Stack(TestModel.employees())
    let context = stack.context
    let e = stack.insert("Employee", ["name": "a"])
    XCTAssertTrue(context.hasChanges)
    context.delete(e)
    context.processPendingChanges()
    XCTAssertFalse(context.hasChanges, "inserted and deleted again")
    let f = stack.insert("Employee", ["name": "b"])
    try context.save()
    f.setValue("c", forKey: "name")
    f.setValue("b", forKey: "name")
    XCTAssertFalse(f.hasPersistentChangedValues, "set and set back")
    XCTAssertTrue(f.changedValues().isEmpty)
    f.setValue("transient", forKey: "note")
    XCTAssertTrue(f.hasChanges)
    XCTAssertFalse(f.hasPersistentChangedValues)
    try context.save()
    XCTAssertFalse(context.hasChanges)
    let d = stack.insert("Department")
    try context.save()
    f.setValue(d, forKey: "department")
    XCTAssertTrue(d.hasChanges && f.hasChanges)
    XCTAssertTrue(f.hasPersistentChangedValues)
    context.rollback()
    XCTAssertFalse(context.hasChanges || d.hasChanges || f.hasChanges)
  }

  /// A save that writes nothing new does not raise the version, so that it meets no conflict
  /// (inferred).
  func testASaveOfAnUnchangedObjectWritesNothing() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a"])
    try stack.context.save()
    let other = stack.another()
    other.object(with: e.objectID).setValue("theirs", forKey: "name")
    try other.save()
    e.setValue("a", forKey: "name")
    try stack.context.save()
    try stack.assertSQL("SELECT ZNAME, Z_OPT FROM ZEMPLOYEE", [["theirs", "2"]])
  }

  // MARK: A failed save

  func testAFailedSaveLeavesEverythingAsItWas() throws {
    let stack = try Stack(TestModel.employees(nameIsRequired: true))
    let good = stack.insert("Employee", ["name": "good"])
    try stack.context.save()
    good.setValue("better", forKey: "name")
    let bad = stack.insert("Employee")
    let also = stack.insert("Employee", ["name": "also"])
    let ids = [bad, also].map(\.objectID)
    let saves = Heard(.NSManagedObjectContextDidSave, from: stack.context)
    for _ in 0..<2 { XCTAssertEqual(nsError { try stack.context.save() }?.code, 1570) }
    XCTAssertEqual(saves.notifications.count, 0)
    XCTAssertEqual([bad, also].map(\.objectID), ids)
    XCTAssertTrue(ids.allSatisfy(\.isTemporaryID))
    XCTAssertEqual(stack.context.insertedObjects, [bad, also])
    XCTAssertEqual(stack.context.updatedObjects, [good])
    XCTAssertEqual(good.committedValues(forKeys: ["name"])["name"] as? String, "good")
    XCTAssertEqual(try stack.fetch("Employee", in: stack.another()).map(name), ["good"])
    bad.setValue("mended", forKey: "name")
    try stack.context.save()
    XCTAssertEqual(
      try stack.fetch("Employee", sort: ["name"], in: stack.another()).map(name),
      ["also", "better", "mended"])
  }

  // MARK: Constraints

  private func categories(_ constraints: [[Any]]) throws -> Stack {
    let category = TestModel.entity(
      "Category",
      [
        TestModel.attribute("name", .stringAttributeType),
        TestModel.attribute("shelf", .integer32AttributeType),
        TestModel.attribute("note", .stringAttributeType),
      ])
    let sub = TestModel.entity("Special", [TestModel.attribute("extra", .stringAttributeType)])
    category.subentities = [sub]
    category.uniquenessConstraints = constraints
    return try Stack(TestModel.model([category, sub]))
  }

  func testAConstraintOfTwoPropertiesAndMissingValues() throws {
    let stack = try categories([["name", "shelf"]])
    _ = stack.insert("Category", ["name": "a", "shelf": 1])
    _ = stack.insert("Category", ["name": "a", "shelf": 2])
    _ = stack.insert("Category", ["name": "a"])
    _ = stack.insert("Category", ["name": "a"])
    try stack.context.save()
    _ = stack.insert("Special", ["name": "a", "shelf": 2])
    XCTAssertEqual(nsError { try stack.context.save() }?.code, 133_021, "a sub-entity's object")
  }

  /// Each policy for a new object that meets a stored one (B071; which remains is inferred).
  func testEachPolicyWithAConstraint() throws {
    let wanted: [(Any, Int?, String?)] = [
      (NSErrorMergePolicy, nil, nil),
      (NSMergeByPropertyObjectTrumpMergePolicy, 2, "stored"),
      (NSMergeByPropertyStoreTrumpMergePolicy, 1, "stored"), (NSOverwriteMergePolicy, 2, nil),
      (NSRollbackMergePolicy, 1, "stored"),
    ]
    for (policy, shelf, note) in wanted {
      let stack = try categories([["name"]])
      let stored = stack.insert("Category", ["name": "a", "shelf": 1, "note": "stored"])
      try stack.context.save()
      let context = stack.another()
      context.mergePolicy = policy
      let new = NSEntityDescription.insertNewObject(forEntityName: "Category", into: context)
      new.setValue("a", forKey: "name")
      new.setValue(2, forKey: "shelf")
      guard let shelf else {
        let error = nsError { try context.save() }
        XCTAssertEqual(error?.code, 133_021)
        let conflict = try XCTUnwrap(
          (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?
            .first)
        XCTAssertEqual(conflict.databaseObject?.objectID, stored.objectID)
        XCTAssertEqual(conflict.conflictingObjects, [new])
        XCTAssertEqual(conflict.databaseSnapshot?["shelf"] as? Int, 1)
        XCTAssertEqual(context.insertedObjects, [new])
        continue
      }
      try context.save()
      let found = try stack.fetch("Category", in: stack.another())
      XCTAssertEqual(found.count, 1)
      XCTAssertEqual(found.first?.value(forKey: "shelf") as? Int, shelf, "\(policy)")
      XCTAssertEqual(found.first?.value(forKey: "note") as? String, note, "\(policy)")
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testAChangedObjectMeetsAStoredOne() throws {
    let stack = try categories([["name"]])
    let a = stack.insert("Category", ["name": "a"])
    _ = stack.insert("Category", ["name": "b"])
    try stack.context.save()
    a.setValue("b", forKey: "name")
    XCTAssertEqual(nsError { try stack.context.save() }?.code, 133_021)
    XCTAssertTrue(a.isUpdated)
    a.setValue("c", forKey: "name")
    try stack.context.save()
  }

  // MARK: Merging from elsewhere

  func testMergingARemoteSaveByURIs() throws {
    let stack = try Stack(TestModel.employees())
    let objects = ["a", "b"].map { stack.insert("Employee", ["name": $0]) }
    try stack.context.save()
    let reader = stack.another()
    let mine = objects.map { reader.object(with: $0.objectID) }
    XCTAssertEqual(mine.map(name), ["a", "b"])
    objects[0].setValue("a2", forKey: "name")
    stack.context.delete(objects[1])
    let new = stack.insert("Employee", ["name": "c"])
    try stack.context.save()
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, from: reader)
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [
        NSUpdatedObjectsKey: [objects[0].objectID.uriRepresentation()],
        NSDeletedObjectIDsKey: [mine[1].objectID], NSInsertedObjectsKey: [new.objectID],
      ], into: [reader])
    XCTAssertEqual(name(mine[0]), "a2")
    XCTAssertTrue(mine[1].isDeleted)
    XCTAssertEqual(heard.objects(NSRefreshedObjectsKey), [mine[0]])
    XCTAssertEqual(heard.objects(NSDeletedObjectsKey), [mine[1]])
    XCTAssertEqual(heard.objects(NSInsertedObjectsKey).map(\.objectID), [new.objectID])
  }

  /// Local unsaved changes to other properties survive a merge; to the same property, too (B073).
  func testAMergeKeepsLocalChanges() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a", "salary": 1])
    try stack.context.save()
    let reader = stack.another()
    let mine = reader.object(with: e.objectID)
    mine.setValue("local", forKey: "name")
    let saves = Heard(.NSManagedObjectContextDidSave, from: stack.context)
    e.setValue("theirs", forKey: "name")
    e.setValue(2, forKey: "salary")
    try stack.context.save()
    reader.mergeChanges(fromContextDidSave: try XCTUnwrap(saves.notifications.last))
    XCTAssertEqual(name(mine), "local")
    XCTAssertEqual(mine.value(forKey: "salary") as? Int, 2)
    XCTAssertEqual(mine.changedValues().keys.sorted(), ["name"])
    try reader.save()
    XCTAssertEqual(try stack.fetch("Employee", in: stack.another()).map(name), ["local"])
  }

  // MARK: Life-cycle

  func testHooksInApplesOrder() throws {
    let stack = try Stack(BehaviourModel.hooked())
    let item = try XCTUnwrap(stack.insert("HookedItem", ["name": "a"]) as? HookedItem)
    try stack.context.save()
    stack.context.refresh(item, mergeChanges: false)
    _ = item.value(forKey: "name")
    item.setValue("b", forKey: "name")
    try stack.context.save()
    stack.context.delete(item)
    try stack.context.save()
    XCTAssertEqual(
      item.log,
      [
        "awakeFromInsert", "willSave", "didSave", "willTurnIntoFault", "didTurnIntoFault",
        "awakeFromFetch", "willSave", "didSave", "prepareForDeletion", "willSave", "didSave",
      ])
  }

  func testURIsBothWays() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee")
    XCTAssertNil(
      stack.coordinator.managedObjectID(forURIRepresentation: e.objectID.uriRepresentation()))
    try stack.context.save()
    let uri = e.objectID.uriRepresentation()
    XCTAssertEqual(stack.coordinator.managedObjectID(forURIRepresentation: uri), e.objectID)
    for text in [
      "x-coredata://", "x-coredata://\(UUID().uuidString)/Employee/p1", "http://a/Employee/p1",
      uri.absoluteString + "x", uri.deletingLastPathComponent().absoluteString + "q7",
    ] {
      let url = try XCTUnwrap(URL(string: text))
      XCTAssertNil(stack.coordinator.managedObjectID(forURIRepresentation: url), text)
    }
  }
}
