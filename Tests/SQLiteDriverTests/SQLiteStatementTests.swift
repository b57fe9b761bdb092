import Foundation
import SQLiteDriver
import XCTest

final class SQLiteStatementTests: XCTestCase {
  func testEveryStorageClassSurvivesBindingAndReading() throws {
    let connection = try makeConnection()
    let values: [SQLiteValue] = [
      .null, .integer(.max), .integer(.min), .real(0.1), .text("größe 🧭"), .text(""),
      .text("a\0b"), .blob(Data([1, 0, 2])), .blob(Data()),
    ]
    let insert = try connection.prepare("INSERT INTO t (a, b) VALUES (?1, ?2)")
    for value in values {
      try insert.bind([value, value])
      try insert.run()
    }
    let rows = try connection.rows("SELECT a, b FROM t ORDER BY id")
    XCTAssertEqual(rows, values.map { [$0, $0] })
  }

  func testColumnsAreReadTyped() throws {
    let connection = try makeConnection()
    let statement = try connection.prepare("SELECT 7 AS n, 2.5 AS d, 'xy' AS s, x'0102' AS b, NULL")
    XCTAssertEqual((0..<4).map(statement.columnName), ["n", "d", "s", "b"])
    XCTAssertTrue(try statement.step())
    XCTAssertEqual(statement.integer(at: 0), 7)
    XCTAssertEqual(statement.double(at: 1), 2.5)
    XCTAssertEqual(Array(statement.utf8(at: 2)), Array("xy".utf8))
    XCTAssertEqual(statement.data(at: 3), Data([1, 2]))
    XCTAssertTrue(statement.isNull(at: 4))
    XCTAssertEqual(statement.bytes(at: 4).count, 0)
    XCTAssertFalse(try statement.step())
  }

  /// Two texts of which one spells a letter with its accent apart are two statements.
  func testSpellingsAreNotMixedUp() throws {
    let connection = try makeConnection()
    XCTAssertEqual(try connection.rows("SELECT length('\u{E9}')"), [[1]])
    XCTAssertEqual(try connection.rows("SELECT length('e\u{301}')"), [[2]])
    XCTAssertEqual(try connection.rows("SELECT hex('a\u{301}\u{323}')"), [["61CC81CCA3"]])
    XCTAssertEqual(try connection.rows("SELECT hex('a\u{323}\u{301}')"), [["61CCA3CC81"]])
  }

  func testBindingTheWrongNumberOfValuesNamesBothNumbers() throws {
    let connection = try makeConnection()
    let statement = try connection.prepare("SELECT ?1, ?2")
    let error = try sqliteError { try statement.bind([.null]) }
    XCTAssertEqual(error.symbol, "SQLITE_RANGE")
    XCTAssertEqual(error.message, "the statement has 2 parameters, 1 were given")
    XCTAssertEqual(try sqliteError { try statement.bind(Int64(1), at: 3) }.symbol, "SQLITE_RANGE")
  }

  func testAFailedStatementCanBeRunAgain() throws {
    let connection = try makeConnection()
    let insert = try connection.prepare("INSERT INTO t (id) VALUES (?1)")
    try insert.bind([1])
    try insert.run()
    let error = try sqliteError { try insert.run() }
    XCTAssertEqual(error.extendedCode, 1555)
    XCTAssertEqual(error.message, "UNIQUE constraint failed: t.id")
    try insert.bind([2])
    try insert.run()
    XCTAssertEqual(try connection.integer("SELECT count(*) FROM t"), 2)
  }

  func testExpandedSQLShowsTheBindings() throws {
    let connection = try makeConnection()
    let statement = try connection.prepare("SELECT * FROM t WHERE a = ?1 AND b > ?2")
    try statement.bind(["O'Hara", 3])
    XCTAssertEqual(statement.expandedSQL, "SELECT * FROM t WHERE a = 'O''Hara' AND b > 3")
    XCTAssertTrue(statement.isReadOnly)
    XCTAssertFalse(try connection.prepare("DELETE FROM t").isReadOnly)
  }

  func testAStatementMayOutliveItsConnection() throws {
    var statement: SQLiteStatement?
    do {
      let connection = try makeConnection()
      try connection.execute("INSERT INTO t (a) VALUES (5)")
      statement = try connection.prepare("SELECT a FROM t")
    }
    XCTAssertEqual(try statement?.step(), true)
    XCTAssertEqual(statement?.integer(at: 0), 5)
  }
}
