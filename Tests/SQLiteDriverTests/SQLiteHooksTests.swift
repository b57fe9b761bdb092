import Foundation
import SQLiteDriver
import XCTest

final class SQLiteHooksTests: XCTestCase {
  func testFunctionsGetAndReturnEveryClass() throws {
    let connection = try makeConnection()
    try connection.registerFunction("same", argumentCount: 1) { $0[0] }
    for value: SQLiteValue in [.null, 3, 1.5, "ü", "", .blob(Data([0, 1])), .blob(Data())] {
      XCTAssertEqual(try connection.value("SELECT same(?1)", [value]), value)
    }
    try connection.registerFunction("total", argumentCount: -1) { arguments in
      .real((0..<arguments.count).reduce(0) { $0 + arguments.double(at: $1) })
    }
    XCTAssertEqual(try connection.value("SELECT total(1, 2.5, 3)"), 6.5)
    try connection.registerFunction("describe", argumentCount: 2) { arguments in
      .text("\(arguments.isNull(at: 0)) \(arguments.integer(at: 1)) \(arguments.string(at: 1))")
    }
    XCTAssertEqual(try connection.text("SELECT describe(NULL, 12)"), "true 12 12")
  }

  func testAThrowingFunctionFailsTheStatement() throws {
    struct Refusal: Error, CustomStringConvertible { let description = "not today" }
    let connection = try makeConnection()
    try connection.registerFunction("refuse", argumentCount: 0) { _ in throw Refusal() }
    XCTAssertEqual(
      try sqliteError { _ = try connection.value("SELECT refuse()") }.message, "not today")
  }

  func testARegisteredFunctionDiesWithItsConnection() throws {
    final class Marker {}
    weak var marker: Marker?
    do {
      let connection = try makeConnection()
      let strong = Marker()
      marker = strong
      try connection.registerFunction("f", argumentCount: 0) { _ in
        withExtendedLifetime(strong) { 1 }
      }
      XCTAssertEqual(try connection.integer("SELECT f()"), 1)
    }
    XCTAssertNil(marker)
  }

  func testCollationsOrderTexts() throws {
    let connection = try makeConnection()
    try connection.registerCollation("BY_LENGTH") { $0.count - $1.count }
    try connection.executeScript("INSERT INTO t (a) VALUES ('ccc'), ('a'), ('bb')")
    XCTAssertEqual(
      try connection.rows("SELECT a FROM t ORDER BY a COLLATE BY_LENGTH"), [["a"], ["bb"], ["ccc"]])
  }

  func testTheTraceHookSeesEveryStatementAndNoTriggerSteps() throws {
    let connection = try makeConnection()
    try connection.executeScript(
      "CREATE TABLE log (x); CREATE TRIGGER g AFTER INSERT ON t "
        + "BEGIN INSERT INTO log VALUES (new.a); END")
    var seen: [String] = []
    var expanded: [String] = []
    connection.setTraceHook {
      seen.append($0.sql)
      expanded.append($0.expandedSQL)
    }
    let count = connection.statementCount
    try connection.transaction { try connection.execute("INSERT INTO t (a) VALUES (?1)", ["x"]) }
    XCTAssertEqual(seen, ["BEGIN DEFERRED", "INSERT INTO t (a) VALUES (?1)", "COMMIT"])
    XCTAssertEqual(expanded[1], "INSERT INTO t (a) VALUES ('x')")
    XCTAssertEqual(connection.statementCount - count, 3)
    connection.setTraceHook(nil)
    _ = try connection.integer("SELECT count(*) FROM log")
    XCTAssertEqual(seen.count, 3)
    XCTAssertEqual(connection.statementCount - count, 4)
  }

  private let endless =
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"

  func testTheProgressHandlerStopsAStatement() throws {
    let connection = try makeConnection()
    var calls = 0
    connection.setProgressHandler(every: 1_000) {
      calls += 1
      return calls == 5
    }
    XCTAssertEqual(
      try sqliteError { _ = try connection.value(endless) }.symbol, "SQLITE_INTERRUPT")
    XCTAssertEqual(calls, 5)
    connection.setProgressHandler(every: 0, nil)
    XCTAssertEqual(try connection.integer("SELECT 1"), 1)
  }

  func testAnotherThreadInterrupts() throws {
    let connection = try makeConnection()
    let interrupter = connection.interruptHandle
    let thread = Thread {
      Thread.sleep(forTimeInterval: 0.05)
      interrupter.interrupt()
    }
    thread.start()
    XCTAssertEqual(
      try sqliteError { _ = try connection.value(endless) }.symbol, "SQLITE_INTERRUPT")
  }

  func testInterruptingAClosedConnectionDoesNothing() throws {
    var interrupter: SQLiteInterrupter?
    do { interrupter = try makeConnection().interruptHandle }
    interrupter?.interrupt()
  }

  func testABackupHoldsWhatTheLogHolds() throws {
    let folder = try makeFolder()
    let source = try SQLiteConnection(path: folder.appendingPathComponent("a.sqlite").path)
    try source.executeScript("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
    for number in 0..<100 {
      try source.execute(
        "INSERT INTO t VALUES (?1)", [.text(String(repeating: "x", count: number))])
    }
    let copy = folder.appendingPathComponent("b.sqlite").path
    try source.backup(toFile: copy)
    let reader = try SQLiteConnection(path: copy, options: .init(mode: .readOnly))
    XCTAssertEqual(try reader.integer("SELECT count(*) FROM t"), 100)
    var reports: [Int] = []
    try source.backup(to: .inMemory(), pagesPerStep: 1) { remaining, _ in reports.append(remaining)
    }
    XCTAssertEqual(reports, reports.sorted(by: >))
    XCTAssertFalse(reports.isEmpty)
  }
}
