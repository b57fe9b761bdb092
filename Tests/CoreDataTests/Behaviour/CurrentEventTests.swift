import XCTest

@testable import CoreData

/// `changedValuesForCurrentEvent()` and `changedValues()` where they are asked most: by who hears of a
/// change.
final class CurrentEventTests: XCTestCase {
  private final class Listener: @unchecked Sendable {
    // @unchecked Sendable: used on one thread.
    private let object: NSManagedObject
    private(set) var heard: [[String: Any]] = []

    init(_ object: NSManagedObject) { self.object = object }

    func listen() { heard.append(object.changedValuesForCurrentEvent()) }
  }

  // Documented: NSManagedObject, changedValuesForCurrentEvent(): “since the last posting of
  // NSManagedObjectContextObjectsDidChangeNotification”; no transient properties.
  func testAListenerLearnsWhatTheValuesWere() throws {
    let stack = try Stack(TestModel.employees())
    let employee = stack.insert("Employee", ["name": "Ann"])
    let department = stack.insert("Department")
    try stack.context.save()
    let listener = Listener(employee)
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: stack.context, queue: nil
    ) { _ in listener.listen() }
    defer { NotificationCenter.default.removeObserver(observer) }
    employee.setValue("Anna", forKey: "name")
    employee.setValue("Anne", forKey: "name")
    employee.setValue(department, forKey: "department")
    employee.setValue("x", forKey: "note")
    XCTAssertEqual(employee.changedValuesForCurrentEvent()["name"] as? String, "Ann")
    stack.context.processPendingChanges()
    let heard = listener.heard
    XCTAssertEqual(heard.count, 1)
    XCTAssertEqual(heard.first?.keys.sorted(), ["department", "name"])
    XCTAssertEqual(heard.first?["name"] as? String, "Ann")
    XCTAssertTrue(heard.first?["department"] is NSNull)
    XCTAssertTrue(employee.changedValuesForCurrentEvent().isEmpty)
    XCTAssertEqual(employee.changedValues()["name"] as? String, "Anne")
  }

  // Documented: changedValues() has every property changed since the last fetch or save; that the owner
  // was not looked at yet does not matter.
  func testAFaultThatGainedAMember() throws {
    let stack = try Stack(TestModel.employees())
    _ = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    let context = stack.another()
    let department = try stack.fetch("Department", in: context)[0]
    XCTAssertTrue(department.isFault)
    let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
    employee.setValue(department, forKey: "department")
    XCTAssertTrue(department.isUpdated)
    XCTAssertEqual(department.changedValues().keys.sorted(), ["employees"])
    let members = department.changedValues()["employees"] as? NSSet
    XCTAssertEqual(members?.allObjects as? [NSManagedObject], [employee])
  }

  // B065: a value of the wrong type is refused, also as a primitive one.
  func testAPrimitiveToOneOfAWrongType() throws {
    let stack = try Stack(TestModel.employees())
    let employee = stack.insert("Employee")
    XCTAssertThrowsError(try employee.setPrimitive("Lab", "department")) { error in
      guard case .unacceptableType(let property, _, _, _)? = error as? ObjectError else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(property, "department")
    }
  }

  // Documented: NSMutableSet and NSMutableOrderedSet, filter(using:), sort(using:).
  func testRelationshipsFilteredAndSorted() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    for name in ["c", "a", "d", "b"] { _ = stack.insert("Image", ["name": name, "event": event]) }
    let images = event.mutableOrderedSetValue(forKey: "images")
    func names() -> [String] {
      images.array.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
    }
    images.sort(using: [NSSortDescriptor(key: "name", ascending: false)])
    XCTAssertEqual(names(), ["d", "c", "b", "a"])
    images.filter(using: NSPredicate(format: "name < 'c'"))
    XCTAssertEqual(names(), ["b", "a"])
    let node = stack.insert("Node")
    for name in ["x", "y"] { _ = stack.insert("Node", ["name": name, "parent": node]) }
    let children = node.mutableSetValue(forKey: "children")
    children.filter(using: NSPredicate(format: "name == 'y'"))
    XCTAssertEqual(children.count, 1)
    XCTAssertEqual((node.value(forKey: "children") as? NSSet)?.count, 1)
  }

  // Documented: committedValues(forKeys:) has the values of the last fetch or save; B057 for the order.
  func testTheCommittedOrder() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    let images = ["a", "b", "c"].map { stack.insert("Image", ["name": $0]) }
    event.setValue(NSOrderedSet(array: images), forKey: "images")
    try stack.context.save()
    func committed() -> [NSManagedObject]? {
      (event.committedValues(forKeys: ["images"])["images"] as? NSOrderedSet)?.array
        as? [NSManagedObject]
    }
    XCTAssertEqual(committed(), images)
    let proxy = event.mutableOrderedSetValue(forKey: "images")
    proxy.moveObjects(at: IndexSet(integer: 2), to: 0)
    XCTAssertEqual(committed(), images)
    proxy.remove(images[1])
    proxy.add(stack.insert("Image"))
    XCTAssertEqual(committed(), images)
    XCTAssertEqual((event.value(forKey: "images") as? NSOrderedSet)?.count, 3)
  }

  // Inferred: a negative number cuts nothing; it ended the program.
  func testANegativeOffset() throws {
    let stack = try Stack(TestModel.employees())
    _ = stack.insert("Employee")
    try stack.context.save()
    _ = stack.insert("Employee")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.fetchOffset = -1
    request.fetchLimit = -1
    XCTAssertEqual(try stack.context.fetch(request).count, 2)
  }
}
