import XCTest

@testable import CoreData

/// Hooks in situations where they do more than their share, or must not be called.
final class HookSituationsTests: XCTestCase {
  /// An object that looks around when it is refreshed.
  final class Onlooker: NSManagedObject {
    static nonisolated(unsafe) var fetches = false

    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
      super.awake(fromSnapshotEvents: flags)
      guard Self.fetches, let context = managedObjectContext else { return }
      _ = try? context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Onlooker"))
    }
  }

  /// What an `Onlooker` refuses with.
  enum Refusal: Error, Equatable { case nameless(Int) }

  /// An object that validates itself with an error of the program's own.
  final class Picky: NSManagedObject {
    override func validateForInsert() throws {
      try super.validateForInsert()
      if value(forKey: "name") == nil { throw Refusal.nameless(7) }
    }
  }

  private func stack(_ name: String, _ objectClass: NSManagedObject.Type) throws -> Stack {
    NSManagedObject._registerManagedClasses([objectClass], models: [])
    let entity = TestModel.entity(name, [TestModel.attribute("name", .stringAttributeType)])
    entity.managedObjectClassName = name
    return try Stack(TestModel.model([entity]))
  }

  // Documented: willTurnIntoFault() is called before an object becomes a fault; a fault does not
  // become one.
  func testAFaultIsNotTurnedIntoOne() throws {
    let stack = try Stack(BehaviourModel.hooked())
    let item = try XCTUnwrap(stack.insert("HookedItem") as? HookedItem)
    try stack.context.save()
    stack.context.refresh(item, mergeChanges: false)
    XCTAssertTrue(item.isFault)
    item.log = []
    stack.context.refresh(item, mergeChanges: false)
    XCTAssertTrue(item.isFault)
    XCTAssertFalse(item.log.contains("willTurnIntoFault"), "\(item.log)")
  }

  /// Merging refreshes faults without announcing them: a hook that ends the event meanwhile must not
  /// make it take away what is not there.
  func testAHookThatFetchesWhileAMergeRefreshes() throws {
    let stack = try stack("Onlooker", Onlooker.self)
    let saved = stack.insert("Onlooker", ["name": "a"])
    try stack.context.save()
    let other = stack.another()
    let twin = other.object(with: saved.objectID)
    XCTAssertTrue(twin.isFault && twin is Onlooker)
    Onlooker.fetches = true
    defer { Onlooker.fetches = false }
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: stack.context, queue: nil
    ) { other.mergeChanges(fromContextDidSave: $0) }
    defer { NotificationCenter.default.removeObserver(observer) }
    saved.setValue("b", forKey: "name")
    try stack.context.save()
    XCTAssertEqual(twin.value(forKey: "name") as? String, "b")
  }

  // On Apple's systems an error of Swift keeps its type on its way through the framework.
  func testAnErrorOfTheProgramsOwnKeepsItsType() throws {
    let stack = try stack("Picky", Picky.self)
    _ = stack.insert("Picky")
    XCTAssertThrowsError(try stack.context.save()) { error in
      XCTAssertEqual(error as? Refusal, .nameless(7))
    }
    _ = stack.insert("Picky")
    let both = nsError { try stack.context.save() }
    XCTAssertEqual(both?.code, NSValidationMultipleErrorsError)  // B062
    XCTAssertEqual((both?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count, 2)
  }

  // Documented: rollback() discards insertions and deletions.
  func testRollbackOfWhatWasInsertedAndDeleted() throws {
    let stack = try Stack(TestModel.employees())
    let employee = stack.insert("Employee")
    stack.context.processPendingChanges()
    stack.context.delete(employee)
    stack.context.rollback()
    XCTAssertFalse(employee.isInserted)
    XCTAssertFalse(employee.isDeleted)
    XCTAssertNil(employee.managedObjectContext)
  }

  // B059, B074: what goes along by cascade is announced, also where deletions wait for the save.
  func testACascadeThatWaitedForTheSaveIsAnnounced() throws {
    let stack = try Stack(TestModel.employees(deleteRule: .cascadeDeleteRule))
    let department = stack.insert("Department")
    let employee = stack.insert("Employee", ["department": department])
    try stack.context.save()
    stack.context.propagatesDeletesAtEndOfEvent = false
    stack.context.delete(department)
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, from: stack.context)
    stack.context.processPendingChanges()
    XCTAssertEqual(heard.objects(NSDeletedObjectsKey), [department])
    let id = employee.objectID
    try stack.context.save()
    XCTAssertEqual(heard.objects(NSDeletedObjectsKey).map(\.objectID), [id])
  }

  // Documented: the request is for the class's entity (NSManagedObject, fetchRequest()).
  func testTheRequestOfAClassWithAnotherNameThanItsEntity() throws {
    NSManagedObject._registerManagedClasses([VisitorMO.self], models: [])
    let entity = TestModel.entity("Visitor", [TestModel.attribute("name", .stringAttributeType)])
    entity.managedObjectClassName = "VisitorMO"
    let stack = try Stack(TestModel.model([entity]))
    _ = VisitorMO(context: stack.context)
    XCTAssertEqual(VisitorMO.fetchRequest().entityName, "Visitor")
    XCTAssertEqual(try stack.context.fetch(VisitorMO.fetchRequest()).count, 1)
  }

  final class VisitorMO: NSManagedObject {}

  // Observed (public code for today's Xcode): a class's own request is meant where no type is named.
  func testTheRequestThatXcodeWritesIsMeantWhereNoTypeIsNamed() throws {
    let entity = TestModel.entity("Caller", [TestModel.attribute("name", .stringAttributeType)])
    entity.managedObjectClassName = "Caller"
    let stack = try Stack(TestModel.model([entity]))
    _ = Caller(context: stack.context)
    let request = Caller.fetchRequest()
    request.fetchLimit = 1
    let found: [Caller] = try stack.context.fetch(request)
    XCTAssertEqual(found.count, 1)
    XCTAssertEqual(try stack.context.fetch(Caller.fetchRequest()).first?.entity.name, "Caller")
    let untyped: NSFetchRequest<any NSFetchRequestResult> = Caller.fetchRequest()
    XCTAssertEqual(try stack.context.fetch(untyped).count, 1)
    let delete = NSBatchDeleteRequest(fetchRequest: Caller.fetchRequest())
    XCTAssertEqual(delete.fetchRequest.entityName, "Caller")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: stack.context,
      sectionNameKeyPath: nil, cacheName: nil)
    XCTAssertNil(controller.fetchedObjects?.first as Caller?)
  }

  // B057; a list is taken where an ordered set should be, and may name an object twice.
  func testAnOrderedRelationshipHasAnObjectOnce() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    let (a, b) = (stack.insert("Image", ["name": "a"]), stack.insert("Image", ["name": "b"]))
    event.setValue([b, a, b], forKey: "images")
    try stack.context.save()
    try stack.reopen()
    let again = try stack.fetch("Event")[0]
    let images = try XCTUnwrap(again.value(forKey: "images") as? NSOrderedSet)
    XCTAssertEqual(
      images.array.map { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }, ["b", "a"])
  }

  // Inferred: Core Data fires no fault without need; a class with any hook must not make a save bring
  // in all members of a relationship.
  func testSavingAHookedObjectLeavesItsRelationshipsAlone() throws {
    NSManagedObject._registerManagedClasses([Owner.self], models: [])
    let owner = TestModel.entity("Owner", [TestModel.attribute("name", .stringAttributeType)])
    owner.managedObjectClassName = "Owner"
    let thing = TestModel.entity("Thing", [])
    let things = TestModel.relationship("things", thing, toMany: true)
    let its = TestModel.relationship("owner", owner, toMany: false)
    TestModel.join(things, its)
    owner.properties += [things]
    thing.properties += [its]
    let stack = try Stack(TestModel.model([owner, thing]))
    let saved = stack.insert("Owner", ["name": "a"])
    _ = stack.insert("Thing", ["owner": saved])
    Owner.asked = []
    try stack.context.save()
    XCTAssertEqual(Owner.asked.sorted(), ["name", "things"])
    let context = stack.another()
    let found = try stack.fetch("Owner", in: context)[0]
    found.setValue("b", forKey: "name")
    Owner.asked = []
    try context.save()
    XCTAssertEqual(Owner.asked, ["name"])
    XCTAssertTrue(found.hasFault(forRelationshipNamed: "things"))
    _ = found.value(forKey: "things")
    found.setValue("c", forKey: "name")
    Owner.asked = []
    try context.save()
    XCTAssertEqual(Owner.asked.sorted(), ["name", "things"])
  }

  final class Owner: NSManagedObject {
    static nonisolated(unsafe) var asked: [String] = []

    override func validateValue(_ value: inout Any?, forKey key: String) throws {
      try super.validateValue(&value, forKey: key)
      Self.asked.append(key)
    }
  }
}

private final class Caller: NSManagedObject {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Caller> {
    NSFetchRequest<Caller>(entityName: "Caller")
  }
}
