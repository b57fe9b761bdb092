import XCTest

@testable import CoreData

/// Differences and snapshots of a controller's results. Truth: applied to the old order, a difference
/// gives the new one; the snapshot is what the controller has.
final class ResultDifferenceTests: XCTestCase {
  private final class Follower: NSFetchedResultsControllerDelegate {
    var ids: [NSManagedObjectID] = []
    var differences = 0
    var snapshot: NSDiffableDataSourceSnapshotReference?

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
      differences += 1
      guard let next = ids.applying(diff) else { return XCTFail("the difference does not fit") }
      ids = next
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) { self.snapshot = snapshot }
  }

  func testRandomOrders() throws {
    let garage = try Garage()
    let cars = (0..<30).map { garage.insert("Car", ["vin": "\($0)"]) }
    var random = SplitMix(seed: 4)
    var old: [NSManagedObject] = []
    for round in 0..<300 {
      var new = old.shuffled(using: &random)
      if round % 3 == 0 { new = old }
      new = Array(new.prefix(Int.random(in: 0...30, using: &random)))
      for car in cars.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random))
      where !new.contains(car) {
        new.insert(car, at: Int.random(in: 0...new.count, using: &random))
      }
      let difference = try XCTUnwrap(ResultDifference.ids(from: old, to: new))
      XCTAssertEqual(old.map(\.objectID).applying(difference), new.map(\.objectID))
      let shortest = new.map(\.objectID).difference(from: old.map(\.objectID))
      XCTAssertEqual(difference.count, shortest.count, "no longer than it must be")
      old = new
    }
  }

  /// Inserts, deletions of a section's last object, moves and updates, then all of it undone.
  func testAFollowerHasWhatTheControllerHas() throws {
    let garage = try Garage()
    garage.context.undoManager = UndoManager()
    for number in 0..<12 { garage.insert("Car", ["vin": "\(number)", "stars": number % 3]) }
    try garage.context.save()
    garage.context.undoManager?.removeAllActions()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.sortDescriptors = ["stars", "vin"].map { NSSortDescriptor(key: $0, ascending: true) }
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: garage.context, sectionNameKeyPath: "stars",
      cacheName: nil)
    let follower = Follower()
    controller.delegate = follower
    try controller.performFetch()
    func ids() -> [NSManagedObjectID] { (controller.fetchedObjects ?? []).map(\.objectID) }
    follower.ids = ids()
    var random = SplitMix(seed: 12)
    func check(_ what: String) throws {
      XCTAssertEqual(follower.ids, ids(), what)
      let snapshot = try XCTUnwrap(follower.snapshot)
      XCTAssertEqual(
        snapshot.sectionIdentifiers as? [String], controller.sections?.map(\.name), what)
      XCTAssertEqual(snapshot.itemIdentifiers as? [NSManagedObjectID], ids(), what)
    }
    for round in 0..<60 {
      let cars = controller.fetchedObjects ?? []
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        garage.insert("Car", ["vin": "n\(round)", "stars": Int.random(in: 0...5, using: &random)])
      case 1: if let car = cars.randomElement(using: &random) { garage.context.delete(car) }
      case 2:
        cars.randomElement(using: &random)?
          .setValue(Int.random(in: 0...5, using: &random), forKey: "stars")
      default: cars.randomElement(using: &random)?.setValue(1.5, forKey: "weight")
      }
      garage.context.processPendingChanges()
      garage.context.undoManager?.closeEventGroup()
      if follower.differences > 0 { try check("round \(round)") }
    }
    while garage.context.undoManager?.canUndo == true {
      garage.context.undo()
      garage.context.processPendingChanges()
      try check("undo")
    }
    XCTAssertEqual(ids().count, 12)
  }

  func testASnapshotsQuestions() throws {
    let garage = try Garage()
    let cars = (0..<3).map { garage.insert("Car", ["vin": "\($0)"]).objectID }
    let snapshot = NSDiffableDataSourceSnapshotReference(sections: [
      ("A", [cars[0], cars[1]]), ("B", [cars[2]]),
    ])
    XCTAssertEqual(snapshot.numberOfSections, 2)
    XCTAssertEqual(snapshot.numberOfItems, 3)
    XCTAssertEqual(snapshot.numberOfItems(inSection: "A"), 2)
    XCTAssertEqual(snapshot.numberOfItems(inSection: "C"), 0)
    XCTAssertEqual(
      snapshot.itemIdentifiersInSection(withIdentifier: "B") as? [NSManagedObjectID], [cars[2]])
    XCTAssertEqual(
      snapshot.sectionIdentifier(forSectionContainingItemIdentifier: cars[1]) as? String, "A")
    XCTAssertEqual(snapshot.index(ofItemIdentifier: cars[2]), 2)
    XCTAssertEqual(snapshot.index(ofSectionIdentifier: "B"), 1)
    XCTAssertEqual(snapshot.index(ofSectionIdentifier: "C"), NSNotFound)
    XCTAssertTrue(snapshot.copy() as AnyObject === snapshot)
  }
}
