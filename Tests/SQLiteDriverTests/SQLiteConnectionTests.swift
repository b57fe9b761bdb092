import Foundation
import SQLiteDriver
import XCTest

final class SQLiteConnectionTests: XCTestCase {
  func testErrorsCarryTheStatementAndThePlaceOfTheFault() throws {
    let connection = try makeConnection()
    let sql = "SELECT a, höhe FROM t"
    let error = try sqliteError { _ = try connection.prepare(sql) }
    XCTAssertEqual(error.code, 1)
    XCTAssertEqual(error.sql, sql)
    XCTAssertEqual(error.offset, 10)
    XCTAssertEqual(
      error.description,
      "SQLite error 1 (SQLITE_ERROR): no such column: höhe at byte 10 of: \(sql)")
  }

  func testOneStatementMeansOne() throws {
    let connection = try makeConnection()
    XCTAssertEqual(
      try sqliteError { _ = try connection.prepare("SELECT 1; SELECT 2") }.message,
      "the text holds more than one statement; use executeScript")
    XCTAssertEqual(
      try sqliteError { _ = try connection.prepare(" -- nothing") }.message,
      "the text holds no statement")
    XCTAssertNoThrow(try connection.prepare("SELECT 1 ; \n"))
  }

  func testAScriptStopsAtItsFirstError() throws {
    let connection = try SQLiteConnection.inMemory()
    let error = try sqliteError {
      try connection.executeScript(
        "CREATE TABLE a (x); -- one\n INSERT INTO a VALUES (1); INSERT INTO b VALUES (1);"
          + " INSERT INTO a VALUES (2)")
    }
    XCTAssertEqual(error.message, "no such table: b")
    XCTAssertEqual(try connection.rows("SELECT x FROM a"), [[1]])
  }

  func testOpeningModes() throws {
    let path = try makeFolder().appendingPathComponent("a b%?#.sqlite").path
    let missing = try sqliteError {
      _ = try SQLiteConnection(path: path, options: .init(mode: .readWrite))
    }
    XCTAssertEqual(missing.code, 14)
    XCTAssertTrue(missing.message.contains(path))
    do {
      let writer = try SQLiteConnection(path: path)
      try writer.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES (9)")
      XCTAssertFalse(writer.isReadOnly)
    }
    for mode in [SQLiteOpenOptions.Mode.readOnly, .immutable] {
      let reader = try SQLiteConnection(path: path, options: .init(mode: mode))
      XCTAssertTrue(reader.isReadOnly)
      XCTAssertEqual(try reader.integer("SELECT a FROM t"), 9)
      XCTAssertEqual(try sqliteError { try reader.execute("DELETE FROM t") }.code, 8)
    }
  }

  func testAForeignFileIsNamedAsNoDatabase() throws {
    let file = try makeFolder().appendingPathComponent("x.sqlite")
    try Data("this is certainly not a database, only text".utf8).write(to: file)
    let connection = try SQLiteConnection(path: file.path)
    let error = try sqliteError { _ = try connection.rows("SELECT * FROM sqlite_master") }
    XCTAssertEqual(error.symbol, "SQLITE_NOTADB")
    XCTAssertNotNil(error.suggestion)
  }

  func testABusyFileIsExplained() throws {
    let path = try makeFolder().appendingPathComponent("x.sqlite").path
    let first = try SQLiteConnection(path: path)
    try first.execute("CREATE TABLE t (a)")
    try first.begin(.exclusive)
    let second = try SQLiteConnection(path: path, options: .init(busyTimeout: 10))
    let error = try sqliteError { try second.execute("INSERT INTO t VALUES (1)") }
    XCTAssertEqual(error.code, 5)
    XCTAssertTrue(error.message.contains("keeps \(path) locked"), error.message)
    try first.rollback()
    XCTAssertNoThrow(try second.execute("INSERT INTO t VALUES (1)"))
  }

  func testStatementsAreCachedByText() throws {
    let connection = try makeConnection()
    let first = try connection.cachedStatement("SELECT 1")
    let nested = try connection.cachedStatement("SELECT 1")
    XCTAssertFalse(first === nested, "a statement in use is not handed out twice")
    first.finish()
    XCTAssertTrue(try connection.cachedStatement("SELECT 1") === first)
    let before = connection.cachedStatementCount
    for number in 0..<1_000 { _ = try connection.integer("SELECT \(number)") }
    XCTAssertLessThanOrEqual(connection.cachedStatementCount, 512)
    XCTAssertGreaterThan(connection.cachedStatementCount, before)
    connection.removeCachedStatements()
    XCTAssertEqual(connection.cachedStatementCount, 0)
  }

  func testWithStatementGivesTheStatementBackWhenItsBodyThrows() throws {
    let connection = try makeConnection()
    XCTAssertThrowsError(
      try connection.withStatement("SELECT ?1", [1]) { _ in throw CancellationError() })
    let count = connection.cachedStatementCount
    XCTAssertEqual(
      try connection.withStatement("SELECT ?1", [2]) { statement -> Int64 in
        XCTAssertTrue(try statement.step())
        return statement.integer(at: 0)
      }, 2)
    XCTAssertEqual(connection.cachedStatementCount, count)
  }

  func testScalarsTellNullFromNoRow() throws {
    let connection = try makeConnection()
    XCTAssertNil(try connection.value("SELECT a FROM t"))
    try connection.execute("INSERT INTO t (a, b) VALUES (?, ?)", [.null, "x"])
    XCTAssertEqual(try connection.value("SELECT a FROM t"), .null)
    XCTAssertNil(try connection.integer("SELECT a FROM t"))
    XCTAssertNil(try connection.text("SELECT a FROM t"))
    XCTAssertNil(try connection.data("SELECT a FROM t"))
    XCTAssertEqual(try connection.text("SELECT b FROM t"), "x")
    XCTAssertEqual(connection.changes, 1)
  }
}
