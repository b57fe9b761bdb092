import Foundation
import SQLiteDriver
import XCTest

final class SQLiteValueTests: XCTestCase {
  func testLiteralsAreReadBackBySQLiteAsTheSameValue() throws {
    let connection = try SQLiteConnection.inMemory()
    let values: [SQLiteValue] = [
      .null, .integer(.min), .integer(12), .real(1.5), .real(-2), .real(1e300), .real(.infinity),
      .real(-.infinity), .text("O'Hara's \"x\""), .text(""), .blob(Data([0, 255, 16])),
      .blob(Data()),
    ]
    for value in values {
      XCTAssertEqual(try connection.value("SELECT \(value.sqlLiteral)"), value)
    }
    XCTAssertEqual(SQLiteValue.real(.nan).sqlLiteral, "NULL")
  }

  func testAccessorsAnswerOnlyForTheirClass() {
    XCTAssertEqual(SQLiteValue.integer(3).integer, 3)
    XCTAssertNil(SQLiteValue.text("3").integer)
    XCTAssertEqual(SQLiteValue.text("3").text, "3")
    XCTAssertNil(SQLiteValue.integer(3).text)
    XCTAssertTrue(SQLiteValue.null.isNull)
    XCTAssertFalse(SQLiteValue.text("").isNull)
  }
}
