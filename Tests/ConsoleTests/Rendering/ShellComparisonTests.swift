import Console
import Foundation
import Inspector
import SQLiteDriver
import XCTest

/// What SQL prints is byte for byte what the installed `sqlite3` prints.
final class ShellComparisonTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private static let shell = "/usr/bin/sqlite3"

  override func setUpWithError() throws {
    guard FileManager.default.isExecutableFile(atPath: Self.shell) else {
      throw XCTSkip("SKIPPED: no \(Self.shell) to compare with")
    }
    folder = try Scratch.folder()
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  private static let modes: [OutputMode] = [
    .list, .csv, .json, .line, .box, .table, .markdown, .html,
  ]

  private func oddities() throws -> String {
    let path = folder.appendingPathComponent("odd.sqlite").path
    let connection = try SQLiteConnection(path: path)
    try connection.executeScript(
      """
      CREATE TABLE "order" (a INTEGER PRIMARY KEY, b, "c d" VARCHAR, long_name_of_a_column FLOAT);
      CREATE TABLE 'quoted' (x);
      CREATE TABLE plain (x, y);
      CREATE INDEX plain_x ON plain (x);
      CREATE VIEW seen AS SELECT x FROM plain;
      CREATE TRIGGER watch AFTER INSERT ON plain BEGIN SELECT 1; END;
      CREATE VIRTUAL TABLE places USING RTREE (key INTEGER PRIMARY KEY, low FLOAT, high FLOAT);
      INSERT INTO places VALUES (1, 0.5, 2.5), (2, -1, 4);
      INSERT INTO "order" VALUES (1, NULL, 'it''s, "quoted" <b>&amp;</b>', 1.5);
      INSERT INTO "order" VALUES (2, '', 'two\\nlines', 0.1), (3, 'a' || char(10) || 'b', char(9) || 't', 1e20);
      INSERT INTO "order" VALUES (4, x'00ff41', 'back\\slash' || char(13) || char(10) || 'end', -3.0);
      INSERT INTO "order" VALUES (5, 9223372036854775807, char(1) || char(27) || 'e', 9e999);
      INSERT INTO "order" VALUES (6, 12345678901234567890, 'word ' || replace(hex(zeroblob(50)), '00', 'ab '), 1e-7);
      INSERT INTO plain VALUES ('a|b', 100.0), ('z', -1e15), (x'', 2);
      """)
    return path
  }

  private func shell(_ path: String, _ commands: [String]) throws -> Data {
    let script = (commands.map { $0 + "\n" }).joined()
    let result = try Program.run(
      Self.shell, ["-batch", "-init", "/dev/null", path], input: script)
    XCTAssertEqual(result.status, 0, result.errors)
    return result.output
  }

  private func ours(_ path: String, _ sql: String, _ options: RenderingOptions) throws -> Data {
    var output: [UInt8] = []
    let runner = SQLRunner(database: try ReadOnlyDatabase(path: path), options: options)
    try runner.run(sql) { output += $0 }
    return Data(output)
  }

  private func assertAlike(
    _ path: String, _ sql: String, _ mode: OutputMode, headers: Bool, nullText: String = "",
    widths: [Int] = [], line: UInt = #line
  ) throws {
    var commands = [".mode \(mode.rawValue)", ".headers \(headers ? "on" : "off")"]
    commands.append(".nullvalue '\(nullText)'")
    if !widths.isEmpty {
      commands.append(".width " + widths.map(String.init).joined(separator: " "))
    }
    let expected = try shell(path, commands + [sql])
    let options = RenderingOptions(
      mode: mode, showsHeaders: headers, nullText: nullText, widths: widths)
    let found = try ours(path, sql, options)
    XCTAssertEqual(
      String(decoding: found, as: UTF8.self), String(decoding: expected, as: UTF8.self),
      "\(mode) headers \(headers): \(sql)", line: line)
    XCTAssertEqual(found, expected, "\(mode): the bytes differ", line: line)
  }

  func testOddValuesInEveryMode() throws {
    let path = try oddities()
    for mode in Self.modes {
      for headers in [true, false] {
        for sql in [
          "select * from \"order\";", "select a, b from \"order\" where a > 99;",
          "select * from plain; select 1 as one;",
          "select * from places where low < 0;", "select 1.0, 0.1+0.2, 1e300, -0.0;",
        ] {
          try assertAlike(path, sql, mode, headers: headers)
        }
      }
      try assertAlike(path, "select null, 1, '' as e;", mode, headers: true, nullText: "∅")
      try assertAlike(
        path, "select * from \"order\" where a < 4;", mode, headers: true, widths: [5, -6, 10])
    }
  }

  func testSchemaTablesIndexesAndDump() throws {
    let path = try oddities()
    let database = try ReadOnlyDatabase(path: path)
    let lines = { (lines: [String]) in lines.map { $0 + "\n" }.joined() }
    for pattern in [nil, "plain", "PLAIN", "%la%", "nothing", "places"] as [String?] {
      let argument = pattern.map { " \($0)" } ?? ""
      XCTAssertEqual(
        lines(try database.schema(like: pattern)),
        String(decoding: try shell(path, [".schema\(argument)"]), as: UTF8.self), argument)
      XCTAssertEqual(
        lines(ReadOnlyDatabase.columns(try database.tables(like: pattern))),
        String(decoding: try shell(path, [".tables\(argument)"]), as: UTF8.self), argument)
      XCTAssertEqual(
        lines(ReadOnlyDatabase.columns(try database.indexes(ofTablesLike: pattern))),
        String(decoding: try shell(path, [".indexes\(argument)"]), as: UTF8.self), argument)
      var dump: [UInt8] = []
      try database.dump(tablesLike: pattern) { dump += $0 }
      XCTAssertEqual(
        String(decoding: dump, as: UTF8.self),
        String(decoding: try shell(path, [".dump\(argument)"]), as: UTF8.self), argument)
    }
  }

  /// Three stores of Apple's making (corpus 011, 022, 030), on copies.
  func testStoresOfApplesMaking() throws {
    for name in ["011-authors-books-2015", "022-posts-v1-2017", "030-example-v1.0.0-2020"] {
      let copy = try PrivateCopy(of: Shared.url("corpus/pairs/\(name)/store.sqlite"))
      let database = try ReadOnlyDatabase(path: copy.url.path)
      for table in try database.tables() {
        // Our columns count what a terminal shows; the shell counts the bytes of binary data.
        let columns = try database.connection.rows(
          "SELECT name FROM pragma_table_info(?1) WHERE type <> 'BLOB'", [.text(table)])
        let list = columns.map { "\($0[0])".split(separator: "\"")[1] }.joined(separator: ", ")
        for mode in Self.modes {
          let isColumnar = [.box, .table, .markdown].contains(mode)
          let what = isColumnar ? list : "*"
          guard !what.isEmpty else { continue }
          try assertAlike(
            copy.url.path, "select \(what) from \(table) limit 50;", mode, headers: true)
        }
      }
      var dump: [UInt8] = []
      try database.dump { dump += $0 }
      XCTAssertEqual(Data(dump), try shell(copy.url.path, [".dump"]), name)
      XCTAssertEqual(
        try database.schema().map { $0 + "\n" }.joined(),
        String(decoding: try shell(copy.url.path, [".schema"]), as: UTF8.self), name)
    }
  }

  func testWritingIsRefused() throws {
    let path = try oddities()
    for sql in [
      "with a as (select 1) insert into plain select 1, 2;", "pragma user_version = 3;",
      "pragma journal_mode = delete;", "explain delete from plain;", "explain create table n (x);",
    ] {
      XCTAssertThrowsError(try ours(path, sql, RenderingOptions()), sql) { error in
        XCTAssertTrue((error as? Problem)?.message.contains("read-only") ?? false, "\(error)")
      }
    }
    XCTAssertEqual(try ours(path, "pragma integrity_check;", RenderingOptions()), Data("ok\n".utf8))
    XCTAssertFalse(try ours(path, "pragma table_info(plain);", RenderingOptions()).isEmpty)
  }

  func testAnErrorPointsAtItsPlace() throws {
    let path = try oddities()
    XCTAssertThrowsError(try ours(path, "select 1; select nam from plain;", RenderingOptions())) {
      let problem = $0 as? Problem
      XCTAssertEqual(problem?.message, "no such column: nam")
      XCTAssertEqual(problem?.span?.start, 17)
    }
  }

  /// Looking at a store leaves its folder as it was.
  func testAPrivateCopyTakesTheLogAlong() throws {
    let path = folder.appendingPathComponent("wal.sqlite").path
    let writer = try SQLiteConnection(path: path)
    try writer.executeScript(
      "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x); INSERT INTO t VALUES (7);"
    )
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let copy = try PrivateCopy(of: URL(fileURLWithPath: path))
    XCTAssertEqual(
      try ours(copy.url.path, "select x from t;", RenderingOptions()), Data("7\n".utf8))
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), before)
  }
}
