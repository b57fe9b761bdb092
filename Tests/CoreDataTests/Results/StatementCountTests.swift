import XCTest

@testable import CoreData

/// How many statements fetches cost: gated, as times are not.
final class StatementCountTests: XCTestCase {
  private func garage(cars: Int = 25) throws -> Garage {
    let garage = try Garage()
    let makers = (0..<5).map { garage.insert("Maker", ["name": "m\($0)"]) }
    for number in 0..<cars {
      let car = garage.insert(
        number % 2 == 0 ? "Car" : "Truck",
        ["vin": String(format: "%05d", number), "maker": makers[number % 5]])
      garage.insert("Part", ["name": "p\(number)", "car": car])
    }
    try garage.context.save()
    garage.context.reset()
    try garage.engine.cache.removeAll()
    return garage
  }

  private func request(_ entity: String = "Car") -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [
      NSSortDescriptor(key: entity == "Car" ? "vin" : "name", ascending: true)
    ]
    return request
  }

  func testAFetchWithJoinsIsOneStatement() throws {
    let garage = try garage()
    let request = request("Part")
    request.predicate = NSPredicate(format: "car.maker.name == 'm1' AND car.stars >= 0")
    request.sortDescriptors = [NSSortDescriptor(key: "car.maker.name", ascending: true)]
    XCTAssertEqual(
      try garage.statements { XCTAssertEqual(try garage.context.fetch(request).count, 5) }, 1)
  }

  func testAPrefetchIsOneStatementHoweverManyOwners() throws {
    let garage = try garage(cars: 1200)
    let request = request()
    request.relationshipKeyPathsForPrefetching = ["parts"]
    var cars: [NSManagedObject] = []
    XCTAssertEqual(try garage.statements { cars = try garage.context.fetch(request) }, 2)
    XCTAssertEqual(
      try garage.statements {
        for car in cars { XCTAssertEqual((car.value(forKey: "parts") as? NSSet)?.count, 1) }
      }, 0)
  }

  func testNestedPrefetching() throws {
    let garage = try garage()
    let request = request("Maker")
    request.relationshipKeyPathsForPrefetching = ["cars.parts", "cars.plate"]
    var makers: [NSManagedObject] = []
    XCTAssertEqual(try garage.statements { makers = try garage.context.fetch(request) }, 3)
    XCTAssertEqual(
      try garage.statements {
        for maker in makers {
          for case let car as NSManagedObject in maker.value(forKey: "cars") as? NSSet ?? NSSet() {
            XCTAssertEqual((car.value(forKeyPath: "parts.name") as? NSSet)?.count, 1)
          }
        }
      }, 0)
  }

  func testAWalkByBatches() throws {
    let garage = try garage()
    let request = request()
    request.fetchBatchSize = 10
    var cars: [NSManagedObject] = []
    XCTAssertEqual(try garage.statements { cars = try garage.context.fetch(request) }, 1, "the ids")
    XCTAssertEqual(cars.count, 25)
    XCTAssertTrue(cars.allSatisfy { $0.isFault })
    XCTAssertEqual(
      try garage.statements { XCTAssertEqual(cars[12].value(forKey: "vin") as? String, "00012") }, 1
    )
    XCTAssertEqual(
      try garage.statements {
        XCTAssertEqual(
          cars.map { $0.value(forKey: "vin") as? String ?? "" },
          (0..<25).map { String(format: "%05d", $0) })
      }, 2, "three batches, one of which was there")
    XCTAssertEqual(try garage.statements { _ = cars.map { $0.value(forKey: "stars") } }, 0)
    XCTAssertEqual(Set(cars.map { $0.entity.name }), ["Car", "Truck"])
  }

  func testAWalkByBatchesWithUnsavedWork() throws {
    let garage = try garage()
    let loaded = try garage.fetch("Car", "vin IN {'00003', '00011'}")
    for car in loaded {
      car.setValue("0000\(car.value(forKey: "vin") as? String ?? "")x", forKey: "vin")
    }
    let inserted = garage.insert("Car", ["vin": "00007b"])
    for object in try garage.fetch("Car", "vin == '00020'") { garage.context.delete(object) }
    garage.context.processPendingChanges()
    let request = request()
    request.fetchBatchSize = 10
    var cars: [NSManagedObject] = []
    var statements = try garage.statements { cars = try garage.context.fetch(request) }
    statements += try garage.statements {
      let vins = cars.compactMap { $0.value(forKey: "vin") as? String }
      XCTAssertEqual(vins, vins.sorted())
      XCTAssertEqual(vins.count, 25)
    }
    XCTAssertEqual(statements, 4, "the keys, then three batches")
    XCTAssertTrue(cars.contains { $0 === inserted })
    request.fetchLimit = 4
    request.fetchOffset = 8
    XCTAssertEqual(
      try garage.context.fetch(request).compactMap { $0.value(forKey: "vin") as? String },
      Array(cars.compactMap { $0.value(forKey: "vin") as? String }[8..<12]))
  }

  /// Objects with equal keys keep the store's order, as they do when everything is read.
  func testBatchesGiveTheOrderOfAWholeFetch() throws {
    let garage = try garage(cars: 60)
    var random = SplitMix(seed: 9)
    let cars = try garage.fetch("Car")
    for car in cars { car.setValue(Int.random(in: 0...4, using: &random), forKey: "stars") }
    try garage.context.save()
    for car in cars where Int.random(in: 0...3, using: &random) == 0 {
      car.setValue(Int.random(in: 0...4, using: &random), forKey: "stars")
    }
    for number in 0..<5 { garage.insert("Car", ["vin": "new\(number)", "stars": number % 3]) }
    garage.context.delete(cars[7])
    for descriptors in [
      [], [NSSortDescriptor(key: "stars", ascending: true)],
      [
        NSSortDescriptor(key: "stars", ascending: false),
        NSSortDescriptor(key: "vin", ascending: true),
      ],
    ] {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.sortDescriptors = descriptors
      request.predicate = NSPredicate(format: "stars < 4")
      let whole = try garage.context.fetch(request)
      request.fetchBatchSize = 7
      XCTAssertEqual(try garage.context.fetch(request), whole, "\(descriptors)")
      request.resultType = .managedObjectIDResultType
      XCTAssertEqual(try garage.context.fetchIDs(request.pieces), whole.map(\.objectID))
    }
  }

  func testBatchesPrefetchAndSeeUnsavedWork() throws {
    let garage = try garage()
    let request = request()
    request.fetchBatchSize = 10
    request.relationshipKeyPathsForPrefetching = ["parts"]
    let cars = try garage.context.fetch(request)
    XCTAssertEqual(
      try garage.statements {
        for car in cars {
          _ = (car.value(forKey: "parts") as? NSSet)?.count; _ = car.value(forKey: "vin")
        }
      }, 6, "per batch its rows and its parts")
    garage.insert("Car", ["vin": "00000a"])
    XCTAssertEqual(try garage.context.fetch(request)[1].value(forKey: "vin") as? String, "00000a")
  }

  func testASecondFaultInTheSameSnapshotCostsNothing() throws {
    let garage = try garage()
    let cars = try garage.context.fetch(request())
    XCTAssertEqual(
      try garage.statements {
        for car in cars { _ = car.value(forKey: "vin") }
        for car in cars { garage.context.refresh(car, mergeChanges: false) }
        for car in cars { _ = car.value(forKey: "vin") }
      }, 0)
    let other = garage.another()
    XCTAssertEqual(
      try garage.statements {
        XCTAssertEqual(
          other.object(with: cars[0].objectID).value(forKey: "vin") as? String, "00000")
      }, 0, "another context's fault: the row cache has it")
  }

  func testIDsReadNoRows() throws {
    let garage = try garage()
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Car")
    request.resultType = .managedObjectIDResultType
    request.predicate = NSPredicate(format: "maker.name == 'm1'")
    var ids: [NSManagedObjectID] = []
    XCTAssertEqual(try garage.statements { ids = try garage.context.fetch(request) }, 1)
    XCTAssertEqual(ids.count, 5)
    XCTAssertEqual(Set(ids.map { $0.entity.name }), ["Car", "Truck"])
    XCTAssertNil(try garage.engine.cache.row(root: 1, pk: ids[0].key.pk))
    XCTAssertEqual(garage.context.registeredObjects.count, 0)
    garage.insert(
      "Car", ["vin": "x", "maker": try XCTUnwrap(try garage.fetch("Maker", "name == 'm1'").first)])
    XCTAssertEqual(try garage.context.fetch(request).count, 6, "unsaved ones have temporary ids")
  }

  func testWithoutPropertyValuesObjectsAreEmptyFaults() throws {
    let garage = try garage()
    let request = request()
    request.includesPropertyValues = false
    var cars: [NSManagedObject] = []
    XCTAssertEqual(try garage.statements { cars = try garage.context.fetch(request) }, 1)
    XCTAssertEqual(
      try garage.statements {
        XCTAssertEqual(cars[3].value(forKey: "vin") as? String, "00003")
      }, 1)
  }

  func testRefreshingRefetchedObjects() throws {
    let garage = try garage()
    let request = request()
    let car = try garage.context.fetch(request)[0]
    _ = car.value(forKey: "stars")
    let other = garage.another()
    try XCTUnwrap(try garage.fetch("Car", "vin == '00000'", in: other).first)
      .setValue(42, forKey: "stars")
    try other.save()
    _ = try garage.context.fetch(request)
    XCTAssertEqual(car.value(forKey: "stars") as? Int, 3, "a registered object keeps its values")
    request.shouldRefreshRefetchedObjects = true
    _ = try garage.context.fetch(request)
    XCTAssertEqual(car.value(forKey: "stars") as? Int, 42)
  }

  func testAffectedStores() throws {
    let garage = try garage(cars: 3)
    let second = garage.folder.appendingPathComponent("second.sqlite")
    let store = try garage.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: second, options: nil)
    let far = garage.insert("Car", ["vin": "far"])
    garage.context.assign(far, to: store)
    try garage.context.save()
    let request = request()
    XCTAssertEqual(try garage.context.fetch(request).count, 4)
    request.affectedStores = [store]
    XCTAssertEqual(try garage.context.fetch(request), [far])
    XCTAssertEqual(try garage.context.count(for: request), 1)
    request.affectedStores = [garage.store]
    request.fetchBatchSize = 2
    XCTAssertEqual(try garage.context.fetch(request).count, 3)
    let update = Requests.update("Car", ["stars": 0])
    update.affectedStores = [store]
    XCTAssertEqual(try garage.updateBatch(update) as? Int, 1)
    XCTAssertEqual(
      try garage.deleteBatch(Requests.delete("Car")).map { ($0 as? [NSManagedObjectID])?.count }, 7,
      "both stores: four cars, three parts")
  }
}
