import SQLiteDriver
import XCTest

@testable import CoreData

/// What the history's tables hold (format facts 9, 49 to 55, seen in the corpus).
final class HistoryWritingTests: XCTestCase {
  func testTablesAndNumbers() throws {
    let garage = try Garage.withHistory()
    XCTAssertEqual(
      try garage.sql("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000"),
      [
        ["16001", "CHANGE", "0", "0"], ["16002", "TRANSACTION", "0", "0"],
        ["16003", "TRANSACTIONSTRING", "0", "0"],
      ])
    XCTAssertEqual(
      try garage.sql("SELECT name FROM pragma_table_info('ACHANGE')").map { $0[0] },
      [
        "Z_PK", "Z_ENT", "Z_OPT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID",
        "ZCOLUMNS", "ZTOMBSTONE0",
      ])
    XCTAssertEqual(
      try Garage().sql("SELECT COUNT(*) FROM sqlite_master WHERE name = 'ACHANGE'"), [["0"]])
  }

  func testASaveWritesOneTransaction() throws {
    let garage = try Garage.withHistory()
    garage.context.name = "main"
    garage.context.transactionAuthor = "app"
    let car = garage.insert("Car", ["vin": "a"])
    try garage.context.save()
    XCTAssertEqual(
      try garage.sql(
        "SELECT Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, Z_OPT IS NULL, "
          + "ZCOLUMNS IS NULL FROM ACHANGE"), [["16001", "0", "1", "1", "1", "1", "1"]])
    // Texts have a table of their own; those of the transaction stay empty (fact 54).
    XCTAssertEqual(
      try garage.sql(
        "SELECT a.ZNAME, c.ZNAME, b.ZNAME = p.ZNAME, t.ZAUTHOR IS NULL, t.Z_ENT, "
          + "ABS(t.ZTIMESTAMP - (julianday('now') - 2451910.5) * 86400) < 60 FROM ATRANSACTION t "
          + "JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS "
          + "JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS "
          + "JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS "
          + "JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS"),
      [["app", "main", "1", "1", "16002", "1"]])
    car.setValue("b", forKey: "vin")
    try garage.context.save()
    garage.context.delete(car)
    try garage.context.save()
    XCTAssertEqual(
      try garage.sql(
        "SELECT Z_PK, ZCHANGETYPE, ZTRANSACTIONID, CAST(ZTOMBSTONE0 AS TEXT) FROM ACHANGE"),
      [["1", "0", "1", ""], ["2", "1", "2", ""], ["3", "2", "3", "b"]])
    XCTAssertEqual(
      try garage.sql("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1"),
      [["16001", "3"], ["16002", "3"], ["16003", "3"]], "equal texts are kept once")
    XCTAssertFalse(try garage.engine.connection.isInTransaction)
  }

  func testMasks() throws {  // format fact 53
    let garage = try Garage.withHistory()
    // built 0, drivers 1, home 2, maker 3, parts 4, photo 5, plate 6, price 7, serial 8, sold 9,
    // stars 10, vin 11, weight 12
    let car = garage.insert("Car", ["vin": "a"])
    let part = garage.insert("Part", ["name": "p"])
    try garage.context.save()
    car.setValue(1.0, forKey: "weight")
    car.setValue(Date(), forKey: "built")
    part.setValue(car, forKey: "car")
    try garage.context.save()
    XCTAssertEqual(
      try garage.sql(
        "SELECT p.Z_NAME, hex(c.ZCOLUMNS) FROM ACHANGE c JOIN Z_PRIMARYKEY p "
          + "ON p.Z_ENT = c.ZENTITY WHERE c.ZCHANGETYPE = 1 ORDER BY p.Z_NAME"),
      [["Car", "8808"], ["Part", "80"]], "a to-many has its bit; Part has car, then name")
  }

  func testMaskReadsWhatItWrote() {
    let model = GarageModel.make()
    let layout = ModelLayout.of(model).entity(named: "Truck")
    guard let layout else { return XCTFail("no Truck") }
    let mask = HistoryMask(layout)
    for property in layout.properties {
      XCTAssertEqual(mask.properties(mask.data([property.slot])).map(\.name), [property.name])
    }
    XCTAssertEqual(mask.properties(Data()).count, 0)
    XCTAssertEqual(
      mask.properties(Data([0xFF, 0xFF, 0xFF])).count, layout.properties.count)
  }

  func testAFailedSaveLeavesNoTrace() throws {
    let garage = try Garage.withHistory()
    garage.insert("Car", ["vin": "a"])
    try garage.context.save()
    let other = garage.another()
    let car = try XCTUnwrap(try garage.fetch("Car").first)
    let copy = try XCTUnwrap(try garage.fetch("Car", in: other).first)
    copy.setValue(1, forKey: "stars")
    try other.save()
    car.setValue(2, forKey: "stars")
    XCTAssertThrowsError(try garage.context.save())
    XCTAssertEqual(try garage.sql("SELECT COUNT(*), MAX(Z_PK) FROM ATRANSACTION"), [["2", "2"]])
  }

  func testBatchesAreRecorded() throws {
    let garage = try Garage.withHistory()
    garage.context.transactionAuthor = "batch"
    _ = try garage.insertBatch(
      NSBatchInsertRequest(entityName: "Truck", objects: [["vin": "a"], ["vin": "b"]]))
    _ = try garage.updateBatch(Requests.update("Car", ["stars": 1], "vin == 'b'"))
    _ = try garage.deleteBatch(Requests.delete("Car", "vin == 'a'"))
    _ = try garage.deleteBatch(Requests.delete("Car", "vin == 'nobody'"))
    XCTAssertEqual(
      try garage.sql(
        "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, hex(ZCOLUMNS), "
          + "CAST(ZTOMBSTONE0 AS TEXT) FROM ACHANGE ORDER BY Z_PK"),
      [
        ["1", "0", "2", "1", "", ""], ["1", "0", "2", "2", "", ""],
        ["2", "1", "2", "2", "0010", ""],
        ["3", "2", "2", "1", "", "a"],
      ], "no transaction for a request that found nothing")
    XCTAssertEqual(try garage.allHistory().map(\.author), ["batch", "batch", "batch"])
  }

  func testHistoryBeginsInAnExistingStoreAndGoesOn() throws {
    let garage = try Garage()
    garage.insert("Car", ["vin": "a"])
    try garage.context.save()
    try garage.coordinator.remove(garage.store)
    for (options, count) in [
      ([NSPersistentHistoryTrackingKey: NSNumber(value: true)], "1"), ([:], "2"),
    ] {
      // Once begun, it goes on without the option (ours; Apple opens such a store read-only).
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: garage.model)
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: garage.url, options: options)
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      _ = NSEntityDescription.insertNewObject(forEntityName: "Maker", into: context)
      try context.save()
      XCTAssertEqual(try garage.sql("SELECT COUNT(*) FROM ATRANSACTION"), [[count]])
    }
  }
}
