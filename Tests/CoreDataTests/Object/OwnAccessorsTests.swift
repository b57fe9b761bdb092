import XCTest

@testable import CoreData

/// Key-value coding goes through the properties that a class has itself (documented: Key-Value Coding
/// Programming Guide, accessor search patterns; Core Data Programming Guide, custom accessors), and past
/// them where stored values are meant. That the plugin lists them is tested in CodeGenerationTests.
final class OwnAccessorsTests: XCTestCase {
  final class Task: NSManagedObject {
    nonisolated(unsafe) static var sets = 0

    @Managed("code") var code: String

    var title: String? {
      get { (value(forKey: "title") as? String) ?? "untitled" }
      set {
        Self.sets += 1
        setValue(newValue.map { "<\($0)>" }, forKey: "title")
      }
    }
    var due: TimeInterval {
      get { (primitiveValue(forKey: "due") as? Date)?.timeIntervalSinceReferenceDate ?? -1 }
      set { setPrimitiveValue(Date(timeIntervalSinceReferenceDate: newValue), forKey: "due") }
    }
    var section: String? { (primitiveValue(forKey: "code") as? String).map { "§" + $0 } }
    var pair: Set<Task> { [self] }
    var count = 1
  }

  override class func setUp() {
    NSManagedObject._registerManagedClasses([Task.self], models: [])
    NSManagedObject._registerAccessors {
      [
        _ManagedAccessor("title", \Task.title), _ManagedAccessor("due", \Task.due),
        _ManagedAccessor("section", \Task.section), _ManagedAccessor("pair", \Task.pair),
        _ManagedAccessor("count", \Task.count),
      ]
    }
  }

  private func makeStack() throws -> Stack {
    let section = TestModel.attribute("section", .stringAttributeType)
    section.isTransient = true
    let code = TestModel.attribute("code", .stringAttributeType)
    let title = TestModel.attribute("title", .stringAttributeType)
    let due = TestModel.attribute("due", .dateAttributeType)
    for attribute in [section, code, title, due] { attribute.isOptional = true }
    let entity = TestModel.entity("Task", [section, code, title, due])
    entity.managedObjectClassName = "Task"
    return try Stack(TestModel.model([entity]))
  }

  func testValuesAreReadThroughTheClass() throws {
    let stack = try makeStack()
    let task = Task(context: stack.context)
    task.code = "x"
    XCTAssertEqual(task.value(forKey: "section") as? String, "§x")
    XCTAssertNil(task.primitiveValue(forKey: "section"))
    XCTAssertEqual(task.value(forKey: "title") as? String, "untitled", "within, the stored value")
    XCTAssertEqual(task.value(forKeyPath: "section.length") as? Int, 2)
    XCTAssertEqual(task.value(forKey: "due") as? Date, Date(timeIntervalSinceReferenceDate: -1))
    XCTAssertEqual((task.value(forKey: "pair") as? NSSet)?.count, 1)
    XCTAssertTrue(task.value(forKey: "count") is NSNumber)
    XCTAssertEqual(task.dictionaryWithValues(forKeys: ["section"])["section"] as? String, "§x")
    for format in ["section == '§x'", "title BEGINSWITH 'un'", "count == 1", "due < %@"] {
      let predicate = NSPredicate(format: format, argumentArray: [Date()])
      XCTAssertTrue(predicate.evaluate(with: task), format)
    }
  }

  func testValuesAreSetThroughTheClass() throws {
    let stack = try makeStack()
    let task = Task(context: stack.context)
    Task.sets = 0
    task.setValue("a", forKey: "title")
    XCTAssertEqual(Task.sets, 1)
    XCTAssertEqual(task.primitiveValue(forKey: "title") as? String, "<a>")
    task.setValue(nil, forKey: "title")
    XCTAssertNil(task.primitiveValue(forKey: "title"))
    let date = Date(timeIntervalSinceReferenceDate: 60)
    task.setValue(date, forKey: "due")
    XCTAssertEqual(task.primitiveValue(forKey: "due") as? Date, date)
    task.setValue("kept", forKey: "section")
    XCTAssertEqual(
      task.primitiveValue(forKey: "section") as? String, "kept",
      "one without a setter is the model's")
    task.setValue(7, forKey: "count")
    XCTAssertEqual(task.count, 7)
  }

  func testWhatIsStoredIsPastTheClass() throws {
    let stack = try makeStack()
    let task = Task(context: stack.context)
    task.code = "x"
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Task", "title == nil"), [task], "the store has no title")
    stack.context.refresh(task, mergeChanges: false)
    XCTAssertEqual(task.value(forKey: "section") as? String, "§x", "a fault's class is the same")
    XCTAssertTrue(task.committedValues(forKeys: ["title"])["title"] is NSNull)
    let sections = NSFetchRequest<Task>(entityName: "Task")
    sections.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: sections, managedObjectContext: stack.context, sectionNameKeyPath: "section",
      cacheName: nil)
    try controller.performFetch()
    XCTAssertEqual(controller.sections?.map(\.name), ["§x"])
    let swift = NSPredicate(#Predicate<Task> { $0.section == "§x" })
    XCTAssertEqual(swift?.predicateFormat, "section == \"§x\"")
    XCTAssertEqual(swift?.evaluate(with: task), true)
  }
}
