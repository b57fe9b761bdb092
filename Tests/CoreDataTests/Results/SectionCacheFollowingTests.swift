import XCTest

@testable import CoreData

/// A cache whose controller follows changes ("full persistent tracking" in Apple's documentation), names
/// of sections that the program computes, and caches under random work.
final class SectionCacheFollowingTests: XCTestCase {
  private final class Listener: NSFetchedResultsControllerDelegate {}

  private var launches: Launches!

  override func tearDown() { launches = nil }

  func testWhatWasFollowedIsKnownToTheNextLaunch() throws {
    launches = try Launches()
    try launches.fill()
    let listener = Listener()
    var picture: [String] = []
    try launches.run { launch in
      let controller = launch.controller()
      controller.delegate = listener
      try controller.performFetch()
      for car in try launch.cars("stars == 3") { launch.context.delete(car) }
      launch.insert("Truck", ["vin": "zz", "stars": 8])
      try launch.context.save()
      picture = controller.picture
      XCTAssertEqual(controller.sections?.map(\.name), ["0", "1", "2", "8"])
    }
    try launches.run { launch in
      let controller = launch.controller()
      XCTAssertEqual(try launch.statements { try controller.performFetch() }, 0)
      XCTAssertEqual(controller.picture, picture)
    }
  }

  /// Also where the program never closes its store; but not with each save.
  func testAfterASave() throws {
    launches = try Launches()
    try launches.fill()
    let listener = Listener()
    let first = try launches.launch()
    let controller = first.controller()
    controller.delegate = listener
    try controller.performFetch()
    let written = try XCTUnwrap(FileMark(path: launches.files[0].path))
    first.insert("Car", ["vin": "a", "stars": 4])
    try first.context.save()
    XCTAssertEqual(FileMark(path: launches.files[0].path), written, "a moment ago")
    Thread.sleep(forTimeInterval: 1.1)
    first.insert("Car", ["vin": "b", "stars": 5])
    try first.context.save()
    XCTAssertNotEqual(FileMark(path: launches.files[0].path), written)
    try launches.run { launch in
      let controller = launch.controller()
      XCTAssertEqual(try launch.statements { try controller.performFetch() }, 0)
      XCTAssertEqual(controller.sections?.map(\.name), ["0", "1", "2", "3", "4", "5"])
    }
  }

  /// Sections by first letter: no statement can name them, the cache can.
  func testNamesThatTheProgramComputes() throws {
    let initial = TestModel.attribute("initial", .stringAttributeType)
    initial.isTransient = true
    let person = TestModel.entity(
      "Person", [TestModel.attribute("name", .stringAttributeType), initial])
    person.managedObjectClassName = NSStringFromClass(LetteredPerson.self)
    launches = try Launches(TestModel.model([person]))
    try launches.run { launch in
      for name in ["adam", "Ann", "Bob", "zoe"] { launch.insert("Person", ["name": name]) }
      try launch.context.save()
    }
    func controller(_ launch: Launch) -> NSFetchedResultsController<NSManagedObject> {
      let controller = launch.controller(
        sections: "initial", sort: ["name"], cache: "Letters", entity: "Person")
      controller.fetchRequest.sortDescriptors = [
        NSSortDescriptor(
          key: "name", ascending: true, selector: Selector("localizedCaseInsensitiveCompare:"))
      ]
      return controller
    }
    try launches.run { launch in
      let controller = controller(launch)
      XCTAssertEqual(try launch.selects { try controller.performFetch() }, 2, "keys, a batch")
      XCTAssertEqual(controller.sections?.map(\.name), ["A", "B", "Z"])
    }
    try launches.run { launch in
      let controller = controller(launch)
      XCTAssertEqual(try launch.statements { try controller.performFetch() }, 0)
      XCTAssertEqual(controller.sections?.map(\.name), ["A", "B", "Z"])
      XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [2, 1, 1])
      XCTAssertEqual(controller.fetchedObjects?.count { $0.isFault }, 4)
      XCTAssertEqual(
        controller.object(at: IndexPath(row: 0, section: 1)).value(forKey: "name") as? String, "Bob"
      )
    }
    // An object that was read before may tell what was: nothing is kept then.
    try launches.shell("UPDATE ZPERSON SET ZNAME = 'bert' WHERE ZNAME = 'adam'")
    let before = try Data(contentsOf: launches.files[0])
    try launches.run { launch in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      let people = try launch.context.fetch(request)
      for one in people { _ = one.value(forKey: "name") }
      let controller = controller(launch)
      try controller.performFetch()
      XCTAssertEqual(controller.sections?.map(\.name), ["A", "B", "Z"])
      XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [1, 2, 1])
      withExtendedLifetime(people) {}
    }
    XCTAssertEqual(try Data(contentsOf: launches.files[0]), before)
  }

  /// Two programs at one store, each with caches, each writing and closing as it likes: whatever a cache
  /// says is what a fetch says.
  func testWhateverHappensACacheTellsTheTruth() throws {
    launches = try Launches()
    try launches.fill(12)
    var generator = SplitMix(seed: 7)
    var open: [Launch?] = [nil, nil]
    var saved = 0
    for round in 0..<400 {
      let place = Int.random(in: 0...1, using: &generator)
      let launch = try open[place] ?? launches.launch()
      open[place] = launch
      let cache = ["A", "B"].randomElement(using: &generator) ?? "A"
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        let cars = try launch.cars()
        cars.randomElement(using: &generator)?.setValue(
          Int.random(in: 0...5, using: &generator), forKey: "stars")
        try? launch.context.save()
        launch.context.reset()
      case 1:
        let stars = Int.random(in: 0...5, using: &generator)
        launch.insert("Car", ["vin": "r\(round)", "stars": stars])
        try launch.context.save()
      case 2: open[place] = nil
      default:
        launch.context.reset()
        let controller = launch.controller(cache: cache)
        let plain = launch.controller(cache: nil)
        saved += try launch.selects { try controller.performFetch() } == 0 ? 1 : 0
        try plain.performFetch()
        guard controller.picture == plain.picture else {
          return XCTFail("round \(round): \(controller.picture) is not \(plain.picture)")
        }
      }
    }
    XCTAssertGreaterThan(saved, 20, "caches were of use")
  }
}
