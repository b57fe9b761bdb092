import XCTest

@testable import CoreData

/// Batch updates (case B077). Truth: observed for the case, Apple's documentation else.
final class BatchUpdateTests: XCTestCase {
  private func garage() throws -> Garage {
    let garage = try Garage()
    for number in 1...4 { garage.insert("Car", ["vin": "c\(number)", "stars": number]) }
    garage.insert("Truck", ["vin": "t", "stars": 5, "load": 10])
    garage.insert("Maker", ["name": "Fiat"])
    try garage.context.save()
    return garage
  }

  private func stars(_ garage: Garage) throws -> [String] {
    try garage.sql("SELECT ZSTARS FROM ZCAR ORDER BY Z_PK").map { $0[0] }
  }

  func testItGoesAroundTheContext() throws {  // B077
    let garage = try garage()
    let car = try XCTUnwrap(try garage.fetch("Car", "vin == 'c1'").first)
    XCTAssertEqual(car.value(forKey: "stars") as? Int, 1)
    XCTAssertEqual(try garage.updateBatch(Requests.update("Car", ["stars": 77])) as? Int, 5)
    XCTAssertEqual(try stars(garage), ["77", "77", "77", "77", "77"])
    XCTAssertEqual(car.value(forKey: "stars") as? Int, 1)
    XCTAssertFalse(garage.context.hasChanges)
    XCTAssertEqual(NSBatchUpdateRequest(entityName: "Car").resultType, .statusOnlyResultType)
    XCTAssertEqual(NSBatchInsertRequest().resultType, .statusOnly)
    XCTAssertEqual(
      NSBatchDeleteRequest(fetchRequest: Requests.any("Car")).resultType, .resultTypeStatusOnly)
  }

  func testTheCacheIsDroppedAndVersionsGrow() throws {
    let garage = try garage()
    let old = try XCTUnwrap(try garage.fetch("Car", "vin == 'c2'").first)
    _ = old.value(forKey: "stars")
    _ = try garage.updateBatch(Requests.update("Car", ["stars": 8], "vin == 'c2'"))
    let other = garage.another()
    let car = try XCTUnwrap(try garage.fetch("Car", "vin == 'c2'", in: other).first)
    XCTAssertEqual(car.value(forKey: "stars") as? Int, 8)
    XCTAssertEqual(
      try garage.sql("SELECT Z_OPT FROM ZCAR ORDER BY Z_PK").map { $0[0] },
      ["1", "2", "1", "1", "1"])
    // A context that still has the old version meets a conflict.
    old.setValue(1, forKey: "stars")
    XCTAssertThrowsError(try garage.context.save()) {
      XCTAssertEqual(($0 as NSError).code, NSManagedObjectMergeError)
    }
  }

  func testInheritance() throws {
    let garage = try garage()
    let own = Requests.update("Car", ["stars": 0])
    own.includesSubentities = false
    XCTAssertEqual(try garage.updateBatch(own) as? Int, 4)
    XCTAssertEqual(try garage.updateBatch(Requests.update("Truck", ["load": 11])) as? Int, 1)
    XCTAssertEqual(try stars(garage), ["0", "0", "0", "0", "5"])
  }

  func testExpressionsConstantsAndNil() throws {
    let garage = try garage()
    let doubled = NSExpression(format: "stars * 2 + 1")
    XCTAssertEqual(
      try garage.updateBatch(
        Requests.update("Car", ["stars": doubled, "built": NSNull()], "stars >= 3")) as? Int, 3)
    XCTAssertEqual(try stars(garage), ["1", "2", "7", "9", "11"])
    let constant = NSExpression(forConstantValue: 4)
    _ = try garage.updateBatch(Requests.update("Car", ["stars": constant], "vin == 'c1'"))
    XCTAssertEqual(try stars(garage)[0], "4")
    let half = NSExpression(format: "stars * 0.5")
    _ = try garage.updateBatch(Requests.update("Car", ["stars": half], "vin == 'c3'"))
    XCTAssertEqual(try stars(garage)[2], "3", "an integer column keeps integers")
  }

  func testToOneConstantsAndDescriptionsAsKeys() throws {
    let garage = try garage()
    let maker = try XCTUnwrap(try garage.fetch("Maker").first)
    let key = try XCTUnwrap(garage.model.entitiesByName["Car"]?.relationshipsByName["maker"])
    XCTAssertEqual(
      try garage.updateBatch(Requests.update("Car", [key: maker], "vin BEGINSWITH 'c'")) as? Int, 4)
    XCTAssertEqual(try garage.sql("SELECT COUNT(*) FROM ZCAR WHERE ZMAKER = 1"), [["4"]])
    garage.context.refreshAllObjects()
    XCTAssertEqual((maker.value(forKey: "cars") as? NSSet)?.count, 4)
    _ = try garage.updateBatch(
      Requests.update("Car", ["maker": NSNull()], "maker.name == 'Fiat' AND stars > 2"))
    XCTAssertEqual(try garage.sql("SELECT COUNT(*) FROM ZCAR WHERE ZMAKER = 1"), [["2"]])
  }

  func testOneStatementHoweverManyRows() throws {
    let garage = try garage()
    let request = Requests.update("Car", ["stars": 2], "stars > 2")
    _ = try garage.updateBatch(request)
    // BEGIN, UPDATE, COMMIT.
    XCTAssertEqual(try garage.statements { _ = try garage.updateBatch(request) }, 3)
  }

  func testMergingBringsItIn() throws {
    let garage = try garage()
    let car = try XCTUnwrap(try garage.fetch("Car", "vin == 'c1'").first)
    _ = car.value(forKey: "stars")
    let request = Requests.update("Car", ["stars": 50])
    request.resultType = .updatedObjectIDsResultType
    let ids = try XCTUnwrap(try garage.updateBatch(request) as? [NSManagedObjectID])
    XCTAssertEqual(ids.count, 5)
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [garage.context])
    XCTAssertEqual(car.value(forKey: "stars") as? Int, 50)
  }

  func testWhatCannotBeUpdated() throws {
    let garage = try garage()
    for values: [AnyHashable: Any] in [
      [:], ["colour": 1], ["drivers": NSNull()], ["stars": "x"],
      ["maker": NSExpression(format: "stars")], ["stars": NSExpression(format: "maker.name")],
    ] {
      XCTAssertThrowsError(try garage.updateBatch(Requests.update("Car", values)), "\(values)")
    }
    XCTAssertThrowsError(try garage.updateBatch(Requests.update("Car", ["vin": "same"]))) {
      XCTAssertEqual(($0 as NSError).code, NSManagedObjectConstraintMergeError)
    }
    XCTAssertEqual(try stars(garage), ["1", "2", "3", "4", "5"])
  }
}
