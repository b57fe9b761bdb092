import XCTest

@testable import CoreData

/// Batch insertions. Truth: Apple's documentation of the class; where a test says so, inferred.
final class BatchInsertTests: XCTestCase {
  func testObjectsGetValuesAndDefaults() throws {
    let garage = try Garage()
    let serial = UUID()
    let request = NSBatchInsertRequest(
      entityName: "Car",
      objects: [
        ["vin": "a", "stars": 5, "built": Date(timeIntervalSinceReferenceDate: 10)],
        [
          "vin": "b", "price": Decimal(string: "10.5") as Any, "weight": 1.25, "serial": serial,
          "home": try XCTUnwrap(URL(string: "https://example.org")), "photo": Data([1, 2]),
          "sold": true,
        ],
      ])
    request.resultType = .objectIDs
    let ids = try XCTUnwrap(try garage.insertBatch(request) as? [NSManagedObjectID])
    XCTAssertEqual(ids.map(\.key.pk), [1, 2])
    XCTAssertEqual(
      try garage.sql("SELECT Z_PK, Z_ENT, Z_OPT, ZVIN, ZSTARS FROM ZCAR ORDER BY Z_PK"),
      [["1", "1", "1", "a", "5"], ["2", "1", "1", "b", "3"]])
    XCTAssertEqual(try garage.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Car'"), [["2"]])
    let car = try garage.context.existingObject(with: ids[1])
    XCTAssertEqual(car.value(forKey: "serial") as? UUID, serial)
    XCTAssertEqual((car.value(forKey: "home") as? URL)?.absoluteString, "https://example.org")
    XCTAssertEqual((car.value(forKey: "price") as? NSDecimalNumber)?.stringValue, "10.5")
    XCTAssertEqual(car.value(forKey: "weight") as? Double, 1.25)
    XCTAssertEqual(car.value(forKey: "photo") as? Data, Data([1, 2]))
    XCTAssertEqual(car.value(forKey: "sold") as? Bool, true)
    XCTAssertEqual(
      try garage.context.existingObject(with: ids[0]).value(forKey: "built") as? Date,
      Date(timeIntervalSinceReferenceDate: 10))
  }

  func testHandlersEndWithTrueWhichInsertsNothing() throws {
    let garage = try Garage()
    var number = 0
    let dictionaries = NSBatchInsertRequest(entityName: "Truck") { (values: NSMutableDictionary) in
      number += 1
      values["vin"] = "d\(number)"
      values["load"] = number
      return number > 3
    }
    dictionaries.resultType = .count
    XCTAssertEqual(try garage.insertBatch(dictionaries) as? Int, 3)
    number = 0
    let objects = NSBatchInsertRequest(
      entity: try XCTUnwrap(garage.model.entitiesByName["Car"])
    ) { (car: NSManagedObject) in
      number += 1
      if number == 1 { car.setValue(9, forKey: "stars") }
      car.setValue("o\(number)", forKey: "vin")
      return number > 2
    }
    XCTAssertEqual(try garage.insertBatch(objects) as? Bool, true)
    // The second row has the default again: nothing is left over from the first.
    XCTAssertEqual(
      try garage.sql("SELECT Z_ENT, ZVIN, ZSTARS, ZLOAD FROM ZCAR ORDER BY Z_PK"),
      [
        ["2", "d1", "3", "1"], ["2", "d2", "3", "2"], ["2", "d3", "3", "3"], ["1", "o1", "9", ""],
        ["1", "o2", "3", ""],
      ])
  }

  func testToOnesCanBeGiven() throws {
    let garage = try Garage()
    let car = garage.insert("Truck", ["vin": "t"])
    try garage.context.save()
    _ = try garage.insertBatch(
      NSBatchInsertRequest(
        entityName: "Plate", objects: [["text": "X 1", "car": car.objectID], ["text": "X 2"]]))
    // Car has a sub-entity: the row's own entity number stands beside the key (format fact 21).
    XCTAssertEqual(
      try garage.sql("SELECT ZTEXT, ZCAR, Z1_CAR FROM ZPLATE ORDER BY Z_PK"),
      [["X 1", "1", "2"], ["X 2", "", ""]])
    let unsaved = garage.insert("Car", ["vin": "u"])
    XCTAssertThrowsError(
      try garage.insertBatch(
        NSBatchInsertRequest(entityName: "Plate", objects: [["car": unsaved]])))
    // The object that a block fills has no context, and can refer to none that has no row.
    var isFilled = false
    let car2 = NSManagedObject(entity: unsaved.entity, insertInto: nil)
    let filling = NSBatchInsertRequest(
      entity: try XCTUnwrap(garage.model.entitiesByName["Plate"])
    ) { (plate: NSManagedObject) in
      defer { isFilled = true }
      plate.setValue(car2, forKey: "car")
      return isFilled
    }
    XCTAssertThrowsError(try garage.insertBatch(filling)) { error in
      XCTAssertTrue("\(error)".contains("Car/t"), "\(error)")
    }
    XCTAssertEqual(try garage.sql("SELECT count(*) FROM ZPLATE"), [["2"]])
  }

  func testMergePolicyDecidesAboutEqualUniqueValues() throws {
    let garage = try Garage()
    garage.insert("Car", ["vin": "a", "stars": 1, "weight": 2.0])
    try garage.context.save()
    func batch() -> NSBatchInsertRequest {
      let request = NSBatchInsertRequest(
        entityName: "Car", objects: [["vin": "z"], ["vin": "a", "weight": 7.0]])
      request.resultType = .count
      return request
    }
    XCTAssertThrowsError(try garage.insertBatch(batch())) {
      XCTAssertEqual(($0 as NSError).code, NSManagedObjectConstraintMergeError)
    }
    XCTAssertEqual(try garage.sql("SELECT COUNT(*) FROM ZCAR"), [["1"]], "all or nothing")
    garage.context.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
    XCTAssertEqual(try garage.insertBatch(batch()) as? Int, 1)
    XCTAssertEqual(
      try garage.sql("SELECT ZSTARS, ZWEIGHT, Z_OPT FROM ZCAR WHERE ZVIN = 'a'"),
      [["1", "2.0", "1"]])
    garage.context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    XCTAssertEqual(try garage.insertBatch(batch()) as? Int, 2)
    XCTAssertEqual(
      try garage.sql("SELECT ZSTARS, ZWEIGHT, Z_OPT FROM ZCAR WHERE ZVIN = 'a'"),
      [["1", "7.0", "2"]])
    garage.context.mergePolicy = NSOverwriteMergePolicy
    _ = try garage.insertBatch(batch())
    XCTAssertEqual(try garage.sql("SELECT ZSTARS FROM ZCAR WHERE ZVIN = 'a'"), [["3"]])
  }

  func testErrorsNameWhatIsWrong() throws {
    let garage = try Garage()
    func fails(_ values: [String: Any], _ text: String, line: UInt = #line) {
      XCTAssertThrowsError(
        try garage.insertBatch(NSBatchInsertRequest(entityName: "Car", objects: [values])),
        line: line
      ) { XCTAssertTrue("\($0)".contains(text), "\($0)", line: line) }
    }
    fails(["vim": "a"], "vim")
    fails(["stars": "many"], "stars")
    fails(["drivers": [1]], "to-many")
    fails(["maker": "Fiat"], "maker")
    XCTAssertThrowsError(
      try garage.insertBatch(NSBatchInsertRequest(entityName: "Nobody", objects: [])))
    XCTAssertEqual(try garage.sql("SELECT COUNT(*) FROM ZCAR"), [["0"]])
  }

  func testOtherStoresRefuse() throws {
    for type in [NSInMemoryStoreType, NSBinaryStoreType] {
      let garage = try Garage(type: type)
      let requests: [NSPersistentStoreRequest] = [
        NSBatchInsertRequest(entityName: "Car", objects: [["vin": "a"]]),
        Requests.update("Car", ["stars": 1]), Requests.delete("Car"),
      ]
      for request in requests {
        XCTAssertThrowsError(try garage.context.execute(request)) {
          XCTAssertEqual(($0 as NSError).code, NSPersistentStoreUnsupportedRequestTypeError)
        }
      }
    }
  }
}
