import Foundation
import SQLiteDriver
import XCTest

final class SQLiteSessionTests: XCTestCase {
  func testChangesCarryTheValuesBeforeAndAfter() throws {
    let connection = try makeConnection()
    try connection.executeScript("INSERT INTO t VALUES (1, 'one', 1), (2, 'two', 2)")
    let session = try SQLiteSession(connection: connection, tables: ["t"])
    XCTAssertTrue(session.isEmpty)
    try connection.executeScript(
      "UPDATE t SET a = 'eins' WHERE id = 1; DELETE FROM t WHERE id = 2;"
        + "INSERT INTO t VALUES (3, NULL, x'00')")
    let changes = try session.changes()
    XCTAssertEqual(Set(changes.map(\.table)), ["t"])
    let update = try XCTUnwrap(changes.first { $0.operation == .update })
    XCTAssertEqual(update.isPrimaryKey, [true, false, false])
    XCTAssertEqual(update.old, [1, "one", nil])
    XCTAssertEqual(update.new, [nil, "eins", nil])
    let deletion = try XCTUnwrap(changes.first { $0.operation == .delete })
    XCTAssertEqual(deletion.old, [2, "two", 2])
    XCTAssertEqual(deletion.new, [])
    let insertion = try XCTUnwrap(changes.first { $0.operation == .insert })
    XCTAssertEqual(insertion.new, [3, .null, .blob(Data([0]))])
    XCTAssertFalse(insertion.isIndirect)
    XCTAssertFalse(session.isEmpty)
  }

  func testASessionOnEveryTableSeesLaterOnes() throws {
    let connection = try makeConnection()
    let session = try SQLiteSession(connection: connection)
    try connection.executeScript("CREATE TABLE u (k PRIMARY KEY); INSERT INTO u VALUES ('q')")
    XCTAssertEqual(try session.changes().map(\.new), [["q"]])
  }

  func testNoChangesAreAnEmptyList() throws {
    let connection = try makeConnection()
    let session = try SQLiteSession(connection: connection)
    XCTAssertEqual(try session.changeset(), Data())
    XCTAssertEqual(try session.changes(), [])
  }

  func testBytesThatAreNoChangesetAreRefused() throws {
    XCTAssertEqual(
      try sqliteError { _ = try SQLiteChange.list(changeset: Data([1, 2, 3, 4, 5])) }.symbol,
      "SQLITE_CORRUPT")
  }
}
