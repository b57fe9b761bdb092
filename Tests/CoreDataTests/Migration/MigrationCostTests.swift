import SQLiteDriver
import XCTest

@testable import CoreData

/// What a migration costs: the number of statements does not depend on the number of rows. With
/// COREBOOK_SOAK a million rows are migrated, and time and memory are printed beside those of copying
/// the file.
final class MigrationCostTests: XCTestCase {
  private func model(_ isSecond: Bool) -> NSManagedObjectModel {
    let model = TestModel.league()
    guard isSecond else { return model }
    model.entities += [TestModel.entity("Arena", [TestModel.attribute("x", .stringAttributeType)])]
    let rank = TestModel.attribute("rank", .integer64AttributeType)
    rank.isOptional = false
    rank.defaultValue = 11
    if let player = model.entitiesByName["Player"] {
      player.properties = player.properties.filter { $0.name != "email" } + [rank]
    }
    return model
  }

  private func store(_ rows: Int) throws -> MigrationBench {
    let bench = try MigrationBench()
    try bench.open(model(false), [:])
    let connection = try SQLiteConnection(path: bench.url.path)
    try connection.execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) "
        + "INSERT INTO ZPLAYER (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTEAM, ZFIRSTNAME, ZLASTNAME, ZEMAIL) "
        + "SELECT i, 1, 1, i % 99, i % 1000 + 1, 'First ' || i, 'Last ' || i, "
        + "'player' || i || '@example.org' FROM n")
    try connection.execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
        + "INSERT INTO ZTEAM (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 2, 1, 'Team ' || i FROM n")
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 1000000")
    _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    return bench
  }

  func testStatementsDoNotGrowWithRows() throws {
    var counts: [Int] = []
    for rows in [10, 5000] {
      let bench = try store(rows)
      counts.append(
        try InPlaceMigration(url: bench.url, from: model(false), to: model(true)).run()
          .statementCount)
      XCTAssertEqual(
        try bench.rows("SELECT count(*), min(ZRANK) FROM ZPLAYER"), [["\(rows)", "11"]])
    }
    XCTAssertEqual(counts[0], counts[1])
    XCTAssertLessThanOrEqual(counts[0], 30)
  }

  /// A to-one that becomes a to-many gives its pairs once, not once more from the inverse's side.
  func testPairsAreWrittenOnce() throws {
    func model(toMany: Bool) -> NSManagedObjectModel {
      let model = TestModel.league()
      if toMany { model.entitiesByName["Player"]?.relationshipsByName["team"]?.maxCount = 0 }
      return model
    }
    let bench = try MigrationBench()
    try bench.open(model(toMany: false), [:])
    let connection = try SQLiteConnection(path: bench.url.path)
    try connection.execute("INSERT INTO ZTEAM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)")
    try connection.execute(
      "INSERT INTO ZPLAYER (Z_PK, Z_ENT, Z_OPT, ZTEAM) VALUES (1, 1, 1, 1), (2, 1, 1, 1), "
        + "(3, 1, 1, NULL)")
    let report = try InPlaceMigration(
      url: bench.url, from: model(toMany: false), to: model(toMany: true)
    ).run()
    let joins = report.plan.statements.filter { $0.hasPrefix("INSERT OR IGNORE INTO Z_") }
    XCTAssertEqual(joins.count, 1, "\(joins)")
    let table = try XCTUnwrap(joins.first?.split(separator: " ")[4])
    XCTAssertEqual(try bench.rows("SELECT count(*) FROM \(table)"), [["2"]])
  }

  func testAMillionRows() throws {
    guard ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil else {
      throw XCTSkip("SKIPPED: long; set COREBOOK_SOAK")
    }
    let bench = try store(1_000_000)
    let copy = bench.folder.appendingPathComponent("copy")
    let begun = ContinuousClock.now
    try FileManager.default.copyItem(at: bench.url, to: copy)
    sync()
    let copying = begun.duration(to: .now)
    let before = peakMemory()
    let start = ContinuousClock.now
    try InPlaceMigration(url: bench.url, from: model(false), to: model(true)).run()
    let migrating = start.duration(to: .now)
    let grown = peakMemory() - before
    let size = try FileManager.default.attributesOfItem(atPath: copy.path)[.size] as? Int ?? 0
    print(
      "MigrationCostTests: \(size / 1_000_000) MB: copied in \(copying), migrated in "
        + "\(migrating), peak memory grew by \(grown / 1024) MB")
    XCTAssertLessThan(grown, 64 * 1024, "memory stays flat")
    XCTAssertEqual(
      try bench.rows("SELECT count(*), min(ZRANK) FROM ZPLAYER"), [["1000000", "11"]])
  }

  /// The most memory the process ever had, in KiB.
  private func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
