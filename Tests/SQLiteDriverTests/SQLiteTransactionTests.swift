import SQLiteDriver
import XCTest

final class SQLiteTransactionTests: XCTestCase {
  private struct Refusal: Error {}

  func testAThrowingBodyIsRolledBack() throws {
    let connection = try makeConnection()
    XCTAssertThrowsError(
      try connection.transaction {
        try connection.execute("INSERT INTO t (a) VALUES (1)")
        throw Refusal()
      })
    XCTAssertFalse(connection.isInTransaction)
    XCTAssertEqual(try connection.integer("SELECT count(*) FROM t"), 0)
  }

  func testANestedTransactionFailsAlone() throws {
    let connection = try makeConnection()
    try connection.transaction(.immediate) {
      try connection.execute("INSERT INTO t (a) VALUES (1)")
      XCTAssertThrowsError(
        try connection.transaction {
          try connection.execute("INSERT INTO t (a) VALUES (2)")
          throw Refusal()
        })
      try connection.transaction { try connection.execute("INSERT INTO t (a) VALUES (3)") }
      XCTAssertTrue(connection.isInTransaction)
    }
    XCTAssertEqual(try connection.rows("SELECT a FROM t"), [[1], [3]])
  }

  func testRollbackOutsideATransactionDoesNothing() throws {
    let connection = try makeConnection()
    let count = connection.statementCount
    try connection.rollback()
    XCTAssertEqual(connection.statementCount, count)
  }
}
