import XCTest

@testable import CoreData

/// A person who knows the first letter of the name.
final class LetteredPerson: NSManagedObject {
  override func awakeFromFetch() {
    super.awakeFromFetch()
    let name = primitiveValue(forKey: "name") as? String ?? ""
    setPrimitiveValue(name.first.map { String($0).uppercased() }, forKey: "initial")
  }
}

/// Sections by first letter, as Apple's documentation does it: a transient attribute that the store
/// does not know, sorted by the attribute it is made of. And a controller without a delegate.
final class SectionLetterTests: XCTestCase {
  private func makeStack() throws -> Stack {
    let initial = TestModel.attribute("initial", .stringAttributeType)
    initial.isTransient = true
    let person = TestModel.entity(
      "Person", [TestModel.attribute("name", .stringAttributeType), initial])
    person.managedObjectClassName = NSStringFromClass(LetteredPerson.self)
    let stack = try Stack(TestModel.model([person]))
    for name in ["adam", "Ann", "Bob", "zoe"] { _ = stack.insert("Person", ["name": name]) }
    try stack.context.save()
    stack.context.reset()
    return stack
  }

  private func controller(_ stack: Stack) -> NSFetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [
      NSSortDescriptor(
        key: "name", ascending: true, selector: Selector("localizedCaseInsensitiveCompare:"))
    ]
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: "initial",
      cacheName: nil)
  }

  func testSectionsByFirstLetter() throws {
    let stack = try makeStack()
    let controller = controller(stack)
    try controller.performFetch()
    XCTAssertEqual(controller.sections?.map(\.name), ["A", "B", "Z"])
    XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [2, 1, 1])
    XCTAssertEqual(controller.sectionIndexTitles, ["A", "B", "Z"])
    XCTAssertEqual(controller.section(forSectionIndexTitle: "Z", at: 2), 2)
  }

  func testWithoutADelegateTheResultsStay() throws {
    let stack = try makeStack()
    let controller = controller(stack)
    try controller.performFetch()
    _ = stack.insert("Person", ["name": "Carl", "initial": "C"])
    stack.context.processPendingChanges()
    XCTAssertEqual(controller.fetchedObjects?.count, 4)
    try controller.performFetch()
    XCTAssertEqual(controller.sections?.map(\.name), ["A", "B", "C", "Z"])
  }

  /// The delegate's titles are those of the sections, too; some may have none, some the same. Truth: Apple's
  /// documentation of `sectionIndexTitle(forSectionName:)` and `section(forSectionIndexTitle:at:)`.
  func testTitlesOfTheDelegate() throws {
    final class Titles: NSFetchedResultsControllerDelegate {
      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
      ) -> String? { ["A": nil, "B": "early", "Z": "late"][sectionName] ?? "early" }
    }
    let stack = try makeStack()
    _ = stack.insert("Person", ["name": "Carl", "initial": "C"])
    let titles = Titles()
    let controller = controller(stack)
    controller.delegate = titles
    try controller.performFetch()
    XCTAssertEqual(controller.sections?.map(\.name), ["A", "B", "C", "Z"])
    XCTAssertEqual(controller.sections?.map(\.indexTitle), [nil, "early", "early", "late"])
    XCTAssertEqual(controller.sectionIndexTitles, ["early", "early", "late"])
    XCTAssertEqual(controller.section(forSectionIndexTitle: "early", at: 0), 1)
    XCTAssertEqual(controller.section(forSectionIndexTitle: "early", at: 1), 2)
    XCTAssertEqual(controller.section(forSectionIndexTitle: "late", at: 2), 3)
    XCTAssertEqual(controller.section(forSectionIndexTitle: "late", at: 0), 3)
  }
}
