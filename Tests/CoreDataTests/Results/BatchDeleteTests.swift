import XCTest

@testable import CoreData

/// Batch deletions and the model's delete rules (case B078). Truth: observed for the case; which
/// error a deny gives is inferred.
final class BatchDeleteTests: XCTestCase {
  private func garage(denies: Bool = false, requiresMaker: Bool = false) throws -> Garage {
    let garage = try Garage(GarageModel.make(denies: denies, requiresMaker: requiresMaker))
    let fiat = garage.insert("Maker", ["name": "Fiat"])
    let ford = garage.insert("Maker", ["name": "Ford"])
    let driver = garage.insert("Driver", ["name": "Ann"])
    for (vin, maker) in [("a", fiat), ("b", fiat), ("c", ford)] {
      let car = garage.insert(vin == "b" ? "Truck" : "Car", ["vin": vin, "maker": maker])
      garage.insert("Plate", ["text": "P\(vin)", "car": car])
      garage.insert("Part", ["name": "wheel of \(vin)", "car": car])
      car.setValue(Set([driver]), forKey: "drivers")
    }
    try garage.context.save()
    return garage
  }

  private func counts(_ garage: Garage) throws -> [String] {
    try ["ZMAKER", "ZCAR", "ZPLATE", "ZPART", "ZDRIVER"].map {
      try garage.sql("SELECT COUNT(*) FROM \($0)")[0][0]
    }
  }

  func testCascadeTakesChildrenAlong() throws {  // B078
    let garage = try garage()
    let ids = try XCTUnwrap(
      try garage.deleteBatch(Requests.delete("Car", "maker.name == 'Fiat'"))
        as? [NSManagedObjectID])
    XCTAssertEqual(Set(ids.map { $0.entity.name }), ["Car", "Truck", "Plate", "Part"])
    XCTAssertEqual(ids.count, 6)
    XCTAssertEqual(try counts(garage), ["2", "1", "1", "1", "1"])
    // The many-to-many's rows are gone with the cars.
    let other = garage.another()
    let driver = try XCTUnwrap(try garage.fetch("Driver", in: other).first)
    XCTAssertEqual((driver.value(forKey: "cars") as? NSSet)?.count, 1)
    XCTAssertEqual(try garage.sql("PRAGMA integrity_check"), [["ok"]])
  }

  func testContextsHearOfItByMerging() throws {  // B078
    let garage = try garage()
    let cars = try garage.fetch("Car", "maker.name == 'Fiat'")
    let context = garage.another()
    let result = try XCTUnwrap(
      try context.execute(Requests.delete("Car", "maker.name == 'Fiat'")) as? NSBatchDeleteResult)
    XCTAssertEqual(cars.filter { $0.managedObjectContext === garage.context }.count, 2)
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSDeletedObjectsKey: try XCTUnwrap(result.result)],
      into: [garage.context])
    XCTAssertTrue(cars.allSatisfy(\.isDeleted))
    XCTAssertEqual(try garage.fetch("Car", "maker.name == 'Fiat'").count, 0)
  }

  func testNullifyEmptiesTheReference() throws {
    let garage = try garage()
    _ = try garage.deleteBatch(Requests.delete("Maker", "name == 'Fiat'"))
    XCTAssertEqual(
      try garage.sql("SELECT ZVIN, ZMAKER, Z_OPT FROM ZCAR ORDER BY ZVIN"),
      [["a", "", "2"], ["b", "", "2"], ["c", "2", "1"]])
    let other = garage.another()
    let cars = try garage.fetch("Car", in: other)
    XCTAssertEqual(cars.filter { $0.value(forKey: "maker") == nil }.count, 2)
  }

  func testOneToOneIsEmptiedOnTheOtherSide() throws {
    let garage = try garage()
    _ = try garage.deleteBatch(Requests.delete("Plate", "text == 'Pa'"))
    XCTAssertEqual(
      try garage.sql("SELECT ZPLATE IS NULL FROM ZCAR ORDER BY ZVIN").map { $0[0] },
      ["1", "0", "0"])
  }

  func testDenyRefusesAll() throws {
    let garage = try garage(denies: true)
    XCTAssertThrowsError(try garage.deleteBatch(Requests.delete("Maker"))) {
      XCTAssertEqual(($0 as NSError).code, NSValidationRelationshipDeniedDeleteError)
    }
    XCTAssertEqual(try counts(garage)[0], "2")
  }

  func testAReferenceThatMustNotBeEmptyRefusesAll() throws {
    let garage = try garage(requiresMaker: true)
    XCTAssertThrowsError(try garage.deleteBatch(Requests.delete("Maker", "name == 'Ford'"))) {
      XCTAssertEqual(($0 as NSError).code, NSValidationMissingMandatoryPropertyError)
      XCTAssertTrue("\($0)".contains("maker"))
    }
    XCTAssertEqual(try counts(garage), ["2", "3", "3", "3", "1"])
  }

  func testLimitOrderAndIDs() throws {
    let garage = try garage()
    let fetch = Requests.any("Car")
    fetch.sortDescriptors = [NSSortDescriptor(key: "vin", ascending: false)]
    fetch.fetchLimit = 1
    let last = NSBatchDeleteRequest(fetchRequest: fetch)
    last.resultType = .resultTypeCount
    XCTAssertEqual(try garage.deleteBatch(last) as? Int, 3, "the car, its plate, its part")
    XCTAssertEqual(try garage.sql("SELECT ZVIN FROM ZCAR ORDER BY ZVIN"), [["a"], ["b"]])
    let ids = try garage.fetch("Driver").map(\.objectID)
    XCTAssertEqual(
      try garage.deleteBatch(NSBatchDeleteRequest(objectIDs: ids + ids)) as? Bool, true)
    XCTAssertEqual(try counts(garage)[4], "0")
    let unsaved = garage.insert("Driver")
    XCTAssertThrowsError(
      try garage.deleteBatch(NSBatchDeleteRequest(objectIDs: [unsaved.objectID])))
  }

  func testManyRowsCostFewStatements() throws {
    let garage = try Garage()
    for number in 0..<700 {
      let car = garage.insert("Car", ["vin": "\(number)"])
      garage.insert("Part", ["car": car])
    }
    try garage.context.save()
    let few = try garage.statements { _ = try garage.deleteBatch(Requests.delete("Car")) }
    XCTAssertEqual(try counts(garage), ["0", "0", "0", "0", "0"])
    XCTAssertLessThan(few, 40)
  }
}
