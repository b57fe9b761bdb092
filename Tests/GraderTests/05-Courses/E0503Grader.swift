import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter05

/// `Booking` refuses to end before it starts.
final class E0503Grader: Grader {
  private let noon = Date(timeIntervalSinceReferenceDate: 700_000_000)

  func testAnInsertionIsRefused() throws {
    let bench = try Bench("05-Courses/Courses")
    let booking = try book(bench, "Aula", from: 0, to: -60)
    _ = try attempt { try? booking.validateTimes() }
    try expectRefusal(bench, of: booking, "a booking that ends before it starts was inserted")
    booking.ends = booking.starts
    try expectRefusal(bench, of: booking, "a booking that takes no time was inserted")
    booking.ends = noon.addingTimeInterval(60)
    try attempt { try bench.save() }
    XCTAssertRows(bench, "select ZROOM from ZBOOKING", ["Aula"], "the bookings in the store")
  }

  func testAnUpdateIsRefused() throws {
    let bench = try Bench("05-Courses/Courses")
    let booking = try book(bench, "Lab", from: 0, to: 3600)
    try attempt { try booking.validateTimes() }
    try attempt { try bench.save() }
    booking.starts = noon.addingTimeInterval(7200)
    try expectRefusal(bench, of: booking, "an update to a booking that ends before it starts")
    booking.starts = nil
    try attempt { try bench.save() }
  }

  func testTheModelsRulesStillHold() throws {
    let bench = try Bench("05-Courses/Courses")
    let booking = try book(bench, nil, from: 0, to: 60)
    try attempt { try booking.validateTimes() }
    var code = 0
    do { try bench.save() } catch { code = (error as NSError).code }
    XCTAssertEqual(
      code, NSValidationMissingMandatoryPropertyError, "the error for a booking without a room")
  }

  private func book(
    _ bench: Bench, _ room: String?, from start: Double, to end: Double
  ) throws -> Booking {
    let booking = try XCTUnwrap(bench.insert("Booking") as? Booking)
    booking.room = room
    booking.starts = noon.addingTimeInterval(start)
    booking.ends = noon.addingTimeInterval(end)
    return booking
  }

  private func expectRefusal(_ bench: Bench, of booking: Booking, _ what: String) throws {
    do {
      try attempt { try booking.validateTimes() }
      XCTFail("validateTimes() did not throw: \(what)")
    } catch let threw as ExerciseThrew {
      check(threw.error, booking, what)
    }
    do {
      try bench.save()
      XCTFail("save() did not throw: \(what)")
    } catch {
      check(error, booking, what + ", at save()")
    }
  }

  private func check(_ error: any Error, _ booking: Booking, _ what: String) {
    let error = error as NSError
    XCTAssertEqual(error.domain, NSCocoaErrorDomain, "the error's domain: \(what)")
    XCTAssertEqual(error.code, NSManagedObjectValidationError, "the error's code: \(what)")
    XCTAssertEqual(
      error.userInfo[NSValidationKeyErrorKey] as? String, "ends", "the property: \(what)")
    XCTAssertTrue(
      error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === booking,
      "the object is not the booking: \(what)")
  }
}
