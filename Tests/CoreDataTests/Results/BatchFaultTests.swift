import SQLiteDriver
import XCTest

@testable import CoreData

/// A batch that fails anywhere leaves everything as it was; one that succeeds leaves what objects
/// would have left.
final class BatchFaultTests: XCTestCase {
  /// Every statement of the deletion fails once, by an interrupt.
  func testAnInterruptedBatchLeavesNothingHalfDone() throws {
    let garage = try Garage.withHistory()
    for number in 0..<3 {
      let car = garage.insert("Car", ["vin": "\(number)"])
      garage.insert("Part", ["car": car])
      garage.insert("Plate", ["car": car])
    }
    try garage.context.save()
    let before = try dump(garage)
    var failures = 0
    for stop in 1...60 {
      var count = 0
      // The progress handler of a connection may stop it; it is asked every few instructions.
      try garage.engine.connection.setProgressHandler(every: 10) {
        count += 1
        return count == stop
      }
      let result = Result { try garage.deleteBatch(Requests.delete("Car")) }
      try garage.engine.connection.setProgressHandler(every: 0, nil)
      guard case .failure = result else { break }
      failures += 1
      XCTAssertEqual(try dump(garage), before, "stopped at \(stop)")
      XCTAssertFalse(try garage.engine.connection.isInTransaction)
    }
    XCTAssertGreaterThan(failures, 5)
    _ = try garage.deleteBatch(Requests.delete("Car"))
    XCTAssertNotEqual(try dump(garage), before)
  }

  private func dump(_ garage: Garage) throws -> [[String]] {
    try ["ZCAR", "ZPART", "ZPLATE", "ATRANSACTION", "ACHANGE", "Z_PRIMARYKEY"].flatMap {
      try garage.sql("SELECT * FROM \($0)")
    }
  }

  /// The same deletion by objects and by batch leaves the same rows.
  func testADeletionByBatchEqualsOneByObjects() throws {
    func prepared() throws -> Garage {
      let garage = try Garage()
      let makers = (0..<3).map { garage.insert("Maker", ["name": "m\($0)"]) }
      let drivers = (0..<4).map { garage.insert("Driver", ["name": "d\($0)"]) }
      for number in 0..<20 {
        let car = garage.insert(
          number % 3 == 0 ? "Truck" : "Car",
          ["vin": "\(number)", "stars": number % 5, "maker": makers[number % 3]])
        garage.insert("Part", ["name": "p\(number)", "car": car])
        if number % 2 == 0 { garage.insert("Plate", ["text": "\(number)", "car": car]) }
        car.setValue(Set(drivers.prefix(number % 4)), forKey: "drivers")
        try garage.context.save()
      }
      return garage
    }
    for (entity, format) in [
      ("Car", "stars > 2"), ("Truck", "TRUEPREDICATE"), ("Maker", "name == 'm1'"),
      ("Driver", "name != 'd0'"), ("Plate", "text > '1'"),
    ] {
      let one = try prepared()
      for object in try one.fetch(entity, format) { one.context.delete(object) }
      try one.context.save()
      let other = try prepared()
      _ = try other.deleteBatch(Requests.delete(entity, format))
      for query in [
        "SELECT Z_PK, Z_ENT, ZVIN, ZMAKER, ZPLATE FROM ZCAR ORDER BY 1",
        "SELECT Z_PK, ZNAME, ZCAR, Z1_CAR FROM ZPART ORDER BY 1",
        "SELECT Z_PK, ZTEXT, ZCAR FROM ZPLATE ORDER BY 1",
        "SELECT * FROM Z_1DRIVERS ORDER BY 1, 2", "SELECT Z_PK FROM ZMAKER ORDER BY 1",
        "SELECT Z_PK FROM ZDRIVER ORDER BY 1",
      ] {
        XCTAssertEqual(try one.sql(query), try other.sql(query), "\(entity) \(format): \(query)")
      }
    }
  }
}
