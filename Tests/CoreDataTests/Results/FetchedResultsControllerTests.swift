import XCTest

@testable import CoreData

/// Sections, index paths and change events (cases B075, B076).
final class FetchedResultsControllerTests: XCTestCase {
  private final class Recorder: NSFetchedResultsControllerDelegate {
    var events: [String] = []

    func controllerWillChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { events.append("will") }

    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { events.append("did") }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      let name = (anObject as? NSManagedObject)?.value(forKey: "name") as? String ?? ""
      let text = { (path: IndexPath?) in path.map { "[\($0.section),\($0.row)]" } ?? "-" }
      switch type {
      case .insert: events.append("insert \(name) \(text(newIndexPath))")
      case .delete: events.append("delete \(name) \(text(indexPath))")
      case .move: events.append("move \(name) \(text(indexPath)) \(text(newIndexPath))")
      case .update: events.append("update \(name) \(text(indexPath))")
      }
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) {
      events.append(
        "section \(type == .insert ? "insert" : "delete") \(sectionIndex) \(sectionInfo.name)")
    }

    func take() -> [String] {
      defer { events = [] }
      return events
    }
  }

  private var stack: Stack!
  private var recorder = Recorder()
  private var controller: NSFetchedResultsController<NSManagedObject>!

  override func setUpWithError() throws {
    let person = TestModel.entity(
      "Person",
      [
        TestModel.attribute("name", .stringAttributeType),
        TestModel.attribute("team", .stringAttributeType),
        TestModel.attribute("salary", .integer32AttributeType),
      ])
    stack = try Stack(TestModel.model([person]))
    SectionCaches.shared.folder = stack.folder.appendingPathComponent("caches")
    for (name, team) in [("Carol", "Sales"), ("Alice", "Engineering"), ("Bob", "Engineering")] {
      _ = stack.insert("Person", ["name": name, "team": team])
    }
    try stack.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = ["team", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
    request.predicate = NSPredicate(format: "team != 'Nobody'")
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: "team",
      cacheName: "Root")
    controller.delegate = recorder
  }

  override func tearDown() {
    controller = nil
    SectionCaches.shared.folder = SectionCacheFolder.standard.url
    stack = nil
  }

  private func person(_ name: String) throws -> NSManagedObject {
    try XCTUnwrap(try stack.fetch("Person", "name == %@", [name]).first)
  }

  func testSectionsAndIndexPaths() throws {  // B075
    XCTAssertNil(controller.fetchedObjects)
    try controller.performFetch()
    XCTAssertEqual(controller.sections?.map(\.name), ["Engineering", "Sales"])
    XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [2, 1])
    XCTAssertEqual(
      controller.indexPath(forObject: try person("Carol")), IndexPath(row: 0, section: 1))
    XCTAssertEqual(controller.sectionIndexTitles, ["E", "S"])
    XCTAssertEqual(
      controller.object(at: IndexPath(row: 1, section: 0)).value(forKey: "name") as? String, "Bob")
  }

  func testInsertDeleteUpdateMove() throws {  // B076
    try controller.performFetch()
    _ = stack.insert("Person", ["name": "Bill", "team": "Engineering"])
    stack.context.processPendingChanges()
    XCTAssertEqual(recorder.take(), ["will", "insert Bill [0,1]", "did"])
    stack.context.delete(try person("Bob"))
    stack.context.processPendingChanges()
    XCTAssertEqual(recorder.take(), ["will", "delete Bob [0,2]", "did"])
    try person("Alice").setValue(7, forKey: "salary")
    stack.context.processPendingChanges()
    XCTAssertEqual(recorder.take(), ["will", "update Alice [0,0]", "did"])
    try person("Bill").setValue("Sales", forKey: "team")
    stack.context.processPendingChanges()
    XCTAssertEqual(recorder.take(), ["will", "move Bill [0,1] [1,0]", "did"])
    _ = stack.insert("Person", ["name": "Zed", "team": "Nobody"])
    stack.context.processPendingChanges()
    XCTAssertEqual(recorder.take(), [])
  }

  func testSectionsComeAndGo() throws {
    try controller.performFetch()
    try person("Carol").setValue("Art", forKey: "team")
    stack.context.processPendingChanges()
    XCTAssertEqual(
      recorder.take(),
      [
        "will", "section delete 1 Sales", "section insert 0 Art", "move Carol [1,0] [0,0]", "did",
      ])
    stack.context.delete(try person("Carol"))
    stack.context.processPendingChanges()
    XCTAssertEqual(recorder.take(), ["will", "section delete 0 Art", "delete Carol [0,0]", "did"])
  }

  func testUndoIsFollowed() throws {
    stack.context.undoManager = UndoManager()
    try controller.performFetch()
    stack.context.delete(try person("Alice"))
    stack.context.processPendingChanges()
    stack.context.undoManager?.closeEventGroup()
    XCTAssertEqual(recorder.take(), ["will", "delete Alice [0,0]", "did"])
    stack.context.undo()
    XCTAssertEqual(recorder.take(), ["will", "insert Alice [0,0]", "did"])
  }
}
