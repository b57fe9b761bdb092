import XCTest

@testable import CoreData

/// What a delegate with snapshots is told. Truth: the first snapshot comes from `performFetch()`
/// (observed: public recipes for diffable data sources depend on it), changed objects are marked with
/// `reloadItems` (Apple's engineers, forum thread 692357).
final class SnapshotDelegateTests: XCTestCase {
  private final class Recorder: NSFetchedResultsControllerDelegate {
    var snapshots: [NSDiffableDataSourceSnapshotReference] = []
    var changes = 0

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) { snapshots.append(snapshot) }

    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { changes += 1 }
  }

  private func controller(
    _ garage: Garage, sort: [String] = ["vin"]
  ) throws -> NSFetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.sortDescriptors = sort.map { NSSortDescriptor(key: $0, ascending: true) }
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: garage.context, sectionNameKeyPath: nil,
      cacheName: nil)
  }

  func testTheFirstSnapshotComesWithTheFetch() throws {
    let garage = try Garage()
    for vin in ["b", "a"] { garage.insert("Car", ["vin": vin]) }
    try garage.context.save()
    let controller = try controller(garage)
    let recorder = Recorder()
    controller.delegate = recorder
    try controller.performFetch()
    XCTAssertEqual(recorder.snapshots.count, 1)
    XCTAssertEqual(recorder.changes, 0)
    XCTAssertEqual(
      recorder.snapshots.first?.itemIdentifiers as? [NSManagedObjectID],
      controller.fetchedObjects?.map(\.objectID))
    XCTAssertEqual(recorder.snapshots.first?.reloadedItemIdentifiers.count, 0)
    try controller.performFetch()
    XCTAssertEqual(recorder.snapshots.count, 2)
  }

  func testNothingIsHandedOutWhereTheFetchFails() throws {
    let garage = try Garage()
    let controller = try controller(garage)
    let recorder = Recorder()
    controller.delegate = recorder
    controller.fetchRequest.predicate = NSPredicate(format: "nothing == 1")
    XCTAssertThrowsError(try controller.performFetch())
    XCTAssertEqual(recorder.snapshots.count, 0)
  }

  func testChangedObjectsAreReloaded() throws {
    let garage = try Garage()
    let cars = ["a", "b", "c"].map { garage.insert("Car", ["vin": $0]) }
    try garage.context.save()
    let controller = try controller(garage)
    let recorder = Recorder()
    controller.delegate = recorder
    try controller.performFetch()
    func reloaded() -> [String] {
      let ids = recorder.snapshots.last?.reloadedItemIdentifiers as? [NSManagedObjectID] ?? []
      return ids.compactMap { garage.context.object(with: $0).value(forKey: "vin") as? String }
    }
    cars[1].setValue(2.5, forKey: "weight")
    garage.context.processPendingChanges()
    XCTAssertEqual(reloaded(), ["b"])
    cars[0].setValue("z", forKey: "vin")
    garage.insert("Car", ["vin": "y"])
    garage.context.delete(cars[2])
    garage.context.processPendingChanges()
    XCTAssertEqual(reloaded(), ["z"], "what moved has changed; what came or went is no reload")
    let last = try XCTUnwrap(recorder.snapshots.last)
    XCTAssertEqual(last.reloadedSectionIdentifiers.count, 0)
    XCTAssertEqual(last.reconfiguredItemIdentifiers.count, 0)
  }

  /// A snapshot that somebody keeps is of its moment, temporary identifiers included.
  func testAKeptSnapshotStaysAsItWas() throws {
    let garage = try Garage()
    let controller = try controller(garage)
    let recorder = Recorder()
    controller.delegate = recorder
    try controller.performFetch()
    let car = garage.insert("Car", ["vin": "a"])
    garage.context.processPendingChanges()
    let kept = try XCTUnwrap(recorder.snapshots.last)
    let temporary = car.objectID
    XCTAssertTrue(temporary.isTemporaryID)
    try garage.context.save()
    XCTAssertEqual(kept.itemIdentifiers as? [NSManagedObjectID], [temporary])
    XCTAssertEqual(kept.numberOfItems, 1)
  }

  /// What changed is put between the others as a sort of all would put it.
  func testRandomChangesLeaveTheOrderOfTheRequest() throws {
    let garage = try Garage()
    var random = SplitMix(seed: 5)
    for number in 0..<40 { garage.insert("Car", ["vin": "\(number)", "stars": number % 4]) }
    try garage.context.save()
    let controller = try controller(garage, sort: ["stars", "vin"])
    let recorder = Recorder()
    controller.delegate = recorder
    try controller.performFetch()
    for round in 0..<100 {
      let cars = (controller.fetchedObjects ?? []).shuffled(using: &random)
      for car in cars.prefix(Int.random(in: 1...6, using: &random)) {
        car.setValue(Int.random(in: 0...4, using: &random), forKey: "stars")
      }
      if round % 7 == 0 { garage.insert("Car", ["vin": "n\(round)", "stars": round % 5]) }
      if round % 11 == 0, let last = cars.last { garage.context.delete(last) }
      garage.context.processPendingChanges()
      let found = controller.fetchedObjects ?? []
      let sorted = try garage.context.fetch(controller.fetchRequest)
      XCTAssertEqual(found, sorted, "round \(round)")
    }
  }

  /// A list that a table view would keep by the events: what went or moved is taken out from its old
  /// place, what came or moved put in at its new one.
  private final class ListKeeper: NSFetchedResultsControllerDelegate {
    var list: [NSManagedObject] = []
    private var gone: [Int] = []
    private var come: [(place: Int, object: NSManagedObject)] = []

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      if type == .update { return }
      if let indexPath { gone.append(indexPath.row) }
      if let newIndexPath, let object = anObject as? NSManagedObject {
        come.append((newIndexPath.row, object))
      }
    }

    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
      for place in gone.sorted(by: >) { list.remove(at: place) }
      for (place, object) in come.sorted(by: { $0.place < $1.place }) {
        list.insert(object, at: min(place, list.count))
      }
      (gone, come) = ([], [])
    }
  }

  /// An event costs what changed: a delegate without snapshots lets no identifiers be made.
  func testIdentifiersAreMadeForWhoAsksAlone() throws {
    let garage = try Garage()
    for number in 0..<20 { garage.insert("Car", ["vin": "\(number)"]) }
    try garage.context.save()
    let context = garage.another()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.sortDescriptors = [NSSortDescriptor(key: "vin", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    let keeper = ListKeeper()
    controller.delegate = keeper
    try controller.performFetch()
    keeper.list = controller.fetchedObjects ?? []
    controller.fetchedObjects?[3].setValue("x", forKey: "vin")
    context.processPendingChanges()
    XCTAssertEqual(keeper.list, controller.fetchedObjects)
    XCTAssertLessThan(controller.fetchedObjects?.count { $0.cachedID != nil } ?? 20, 3)
  }

  /// A rollback takes an insertion back, undoes a move and updates another object, all in one event.
  func testAMoveIsToldWhereTheNumberOfChangedObjectsDiffers() throws {
    let garage = try Garage()
    let (d, e) = (garage.insert("Car", ["vin": "d"]), garage.insert("Car", ["vin": "e"]))
    try garage.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.sortDescriptors = [NSSortDescriptor(key: "vin", ascending: false)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: garage.context, sectionNameKeyPath: nil,
      cacheName: nil)
    let keeper = ListKeeper()
    controller.delegate = keeper
    try controller.performFetch()
    keeper.list = controller.fetchedObjects ?? []
    e.setValue("a", forKey: "vin")
    garage.insert("Car", ["vin": "c"])
    d.setValue(5, forKey: "stars")
    garage.context.processPendingChanges()
    XCTAssertEqual(keeper.list, controller.fetchedObjects)
    garage.context.rollback()
    XCTAssertEqual(controller.fetchedObjects, [e, d])
    XCTAssertEqual(keeper.list, [e, d])
  }

  func testAListKeptByEventsIsTheControllers() throws {
    let garage = try Garage()
    var random = SplitMix(seed: 8)
    for number in 0..<8 { garage.insert("Car", ["vin": "\(number)", "stars": number % 3]) }
    try garage.context.save()
    let controller = try controller(garage, sort: ["stars", "vin"])
    let keeper = ListKeeper()
    controller.delegate = keeper
    try controller.performFetch()
    keeper.list = controller.fetchedObjects ?? []
    for round in 0..<300 {
      let cars = (controller.fetchedObjects ?? []).shuffled(using: &random)
      for car in cars.prefix(Int.random(in: 0...5, using: &random)) {
        car.setValue(Int.random(in: 0...3, using: &random), forKey: "stars")
      }
      if Bool.random(using: &random) { garage.insert("Car", ["vin": "n\(round)", "stars": 1]) }
      if cars.count > 6, let last = cars.last { garage.context.delete(last) }
      garage.context.processPendingChanges()
      if round % 5 == 0 { garage.context.rollback() }
      if round % 13 == 0 { try garage.context.save() }
      guard keeper.list == controller.fetchedObjects else { return XCTFail("round \(round)") }
    }
  }
}
