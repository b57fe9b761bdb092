import Console
import CoreData
import Foundation
import SQLiteDriver
import XCTest

/// `corebook migrate` and `corebook model diff` as a person runs them: what is printed, exit status,
/// and what becomes of the file.
final class MigrateCommandTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private func model(_ version: String? = nil) -> String {
    let path = "Tests/ConsoleTests/Transcripts/Recorded/Feeds.xcdatamodeld"
    return version.map { "\(path)/\($0).xcdatamodel" } ?? path
  }

  /// A store of the first version with two feeds of a site.
  private func makeStore(_ name: String = "feeds.sqlite", type: String = "sqlite") throws -> String
  {
    let path = folder.appendingPathComponent(name).path
    let made = try Executable.run([
      "-q", "--model", model("Feeds"), "--store", path, "--type", type, "-c",
      "insert Site name=\"News\" as news;;insert Feed title=\"One\" points=3 site=news;;"
        + "insert Feed title=\"Two\" draft=\"d\" site=news;;save",
    ])
    XCTAssertEqual(made.status, 0, made.errors)
    return path
  }

  private func assertRun(
    _ arguments: [String], status: Int32, output: String? = nil, errors: String? = nil,
    line: UInt = #line
  ) throws {
    let result = try Executable.run(arguments)
    XCTAssertEqual(result.status, status, result.errors, line: line)
    if let output { XCTAssertEqual(result.text, output, line: line) }
    if let errors {
      XCTAssertTrue(result.errors.contains(errors), "found: \(result.errors)", line: line)
    }
  }

  private func scores(_ store: String) throws -> String {
    try Executable.run([
      "--model", model(), "--store", store, "-c",
      "fetch Feed order by title select title, score, tag",
    ]).text
  }

  private let plan = """
    step 1 of 2: Feeds → Feeds 2, inferred, in place
    Feed (ZFEED): changed, 2 objects
      title  copy
      stars  rename   from points
      draft  copy
      tag    default  none
      site   copy
    Site (ZSITE): copied, 1 object
    step 2 of 2: Feeds 2 → Feeds 3, inferred, in place
    Feed (ZFEED): changed
      title  copy
      score  rename  from stars
      tag    copy
      site   copy
      draft  lost
    Site (ZSITE): copied
    Reader (ZREADER): new
      name  default  nil
    lost: the values of “draft” of each Feed

    """

  func testPlanRehearsalAndMigration() throws {
    let store = try makeStore()
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    try assertRun(
      ["migrate", store, "--to", model(), "--dry-run"], status: 0,
      output: plan + """
        rehearsed on a copy, table by table, Feeds to Feeds 2:
          ZFEED  altered  2 → 2 rows
          ZSITE  kept     1 → 1 row
        rehearsed on a copy, table by table, Feeds 2 to Feeds 3:
          ZFEED    altered  2 → 2 rows
          ZREADER  created  0 rows
          ZSITE    altered  1 → 1 row

        """)
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: store)), before)
    try assertRun(
      ["migrate", store, "--to", model()], status: 1, output: plan, errors: "data would be lost")
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: store)), before)
    try assertRun(
      ["migrate", store, "--to", model(), "--yes", "--backup"], status: 0,
      output: plan + "migrated \(store) to Feeds 3; the old store is feeds.sqlite.bak\n")
    XCTAssertEqual(try scores(store), "One|3|none\nTwo||none\n")
    try assertRun(
      ["migrate", store, "--to", model()], status: 0, output: "feeds.sqlite is at Feeds 3 already\n"
    )
    let old = try Executable.run([
      "--model", model("Feeds"), "--store", store + ".bak", "-c", "count Feed where draft == 'd'",
    ])
    XCTAssertEqual(old.text, "1\n")
    let doctor = try Executable.run(["doctor", store])
    XCTAssertEqual(doctor.status, 0, doctor.text)
  }

  /// The other types of store, by copying; quiet and plain.
  func testOtherTypes() throws {
    for type in ["binary", "xml"] {
      let store = try makeStore("feeds.\(type)", type: type)
      let result = try Executable.run(
        ["-q", "--plain", "migrate", store, "--to", model(), "--yes"])
      XCTAssertEqual(result.status, 0, result.errors)
      XCTAssertTrue(result.text.contains("Feeds -> Feeds 2, inferred, by copying"), result.text)
      XCTAssertFalse(result.text.contains("migrated"))
      XCTAssertEqual(try scores(store), "One|3|none\nTwo||none\n")
    }
  }

  func testMappingModel() throws {
    let store = folder.appendingPathComponent("posts.sqlite")
    try FileManager.default.copyItem(
      at: Shared.url("corpus/pairs/022-posts-v1-2017/store.sqlite"), to: store)
    let mapping = try Shared.url("corpus/pairs/111-mapping-migration1to2/mapping.xcmapping.xml")
      .path
    let policy = try Shared.url("corpus/pairs/112-mapping-migration2to3/mapping.xcmapping.xml").path
    let version = try Shared.url("corpus/pairs/023-posts-revised-v2-2018/store.sqlite").path
    // Another model than the mapping was made for.
    try assertRun(
      ["migrate", store.path, "--to", version, "--mapping", mapping], status: 1,
      errors: "is no mapping model from")
    try assertRun(
      ["migrate", store.path, "--to", version, "--mapping", policy], status: 1,
      errors: "migration policy CoreDataMigration_Example.Post2ToPost3MigrationPolicy")
    try assertRun(
      ["migrate", store.path, "--to", version, "--mapping", version], status: 3,
      errors: "is not a mapping model")
  }

  func testRefused() throws {
    let store = try makeStore()
    let changed = folder.appendingPathComponent("Changed.xcdatamodel")
    let text = try String(
      contentsOfFile: model("Feeds") + "/contents", encoding: .utf8
    ).replacingOccurrences(of: "Integer 32", with: "Binary")
    try FileManager.default.createDirectory(at: changed, withIntermediateDirectories: true)
    try text.write(
      to: changed.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let result = try Executable.run(["migrate", store, "--to", changed.path])
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(
      result.text.contains("Feeds → Changed: impossible")
        || result.text.contains("→ Changed: impossible"), result.text)
    XCTAssertTrue(result.text.contains("points  refused"), result.text)
    XCTAssertTrue(result.errors.contains("no way leads to Changed"), result.errors)
    let difference = try Executable.run(["model", "diff", store, changed.path])
    XCTAssertEqual(difference.status, 0)
    XCTAssertTrue(difference.text.hasSuffix("no lightweight migration can do this\n"))
  }

  /// What the rows forbid, only the rehearsal and the migration find; the store is as before.
  func testARowInTheWay() throws {
    let store = try makeStore()
    let strict = folder.appendingPathComponent("Strict.xcdatamodel")
    let text = try String(
      contentsOfFile: model("Feeds") + "/contents", encoding: .utf8
    ).replacingOccurrences(
      of: "name=\"points\" optional=\"YES\"", with: "name=\"points\"")
    try FileManager.default.createDirectory(at: strict, withIntermediateDirectories: true)
    try text.write(
      to: strict.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    try assertRun(
      ["migrate", store, "--to", strict.path, "--dry-run"], status: 1,
      errors: "the rehearsal on a copy failed")
    try assertRun(["migrate", store, "--to", strict.path], status: 1, errors: "134110")
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: store)), before)
  }

  func testJSON() throws {
    let store = try makeStore()
    let result = try Executable.run(
      ["migrate", store, "--to", model(), "--dry-run", "--as", "json"])
    XCTAssertEqual(result.status, 0, result.errors)
    let object = try XCTUnwrap(
      JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    XCTAssertEqual(object["isPossible"] as? Bool, true)
    XCTAssertEqual(object["isMigrated"] as? Bool, false)
    let rehearsal = try XCTUnwrap(object["rehearsal"] as? [String: Any])
    XCTAssertEqual((rehearsal["objects"] as? [String: Int])?["Feed"], 2)
    let tables = try XCTUnwrap(
      (rehearsal["steps"] as? [[String: Any]])?.last?["tables"] as? [[String: Any]])
    XCTAssertEqual(
      Set(tables.map { "\($0["name"] ?? "") \($0["after"] ?? "-")" }),
      ["ZFEED 2", "ZREADER 0", "ZSITE 1"])
    let steps = try XCTUnwrap(object["steps"] as? [[String: Any]])
    XCTAssertEqual(steps.count, 2)
    let feed = try XCTUnwrap((steps[0]["entities"] as? [[String: Any]])?.first)
    XCTAssertEqual(feed["action"] as? String, "changed")
    XCTAssertEqual(feed["objects"] as? Int, 2)
    let properties = try XCTUnwrap(feed["properties"] as? [[String: Any]])
    XCTAssertEqual(
      properties.map { "\($0["name"] ?? "") \($0["action"] ?? "") \($0["oldName"] ?? "-")" },
      ["title copy -", "stars rename points", "draft copy -", "tag default -", "site copy -"])
    let done = try Executable.run(
      ["migrate", store, "--to", model(), "--yes", "--as", "json"])
    let migrated = try XCTUnwrap(
      JSONSerialization.jsonObject(with: done.output) as? [String: Any])
    XCTAssertEqual(migrated["isMigrated"] as? Bool, true)
    let difference = try Executable.run(
      ["model", "diff", model("Feeds"), model("Feeds 2"), "--as", "json"])
    let models = try XCTUnwrap(
      JSONSerialization.jsonObject(with: difference.output) as? [String: Any])
    XCTAssertEqual(models["isInferable"] as? Bool, true)
    XCTAssertEqual(models["isSame"] as? Bool, false)
  }

  func testStatuses() throws {
    let store = try makeStore()
    try assertRun(["migrate", store], status: 2, errors: "--to MODEL")
    try assertRun(["migrate", "--to", model()], status: 2, errors: "needs one store")
    try assertRun(
      ["migrate", folder.path + "/none", "--to", model()], status: 3, errors: "there is no store")
    try assertRun(["migrate", store, "--to", "/none"], status: 3, errors: "there is no model")
    try assertRun(["migrate", model() + "/.xccurrentversion", "--to", model()], status: 3)
    try assertRun(
      ["migrate", store, "--to", model(), "--as", "xml"], status: 2, errors: "text or json")
    try assertRun(["model", "diff", "/none", model()], status: 3)
    try assertRun(["model", "diff", model()], status: 2, errors: "two models")
    try assertRun(
      ["model", "diff", model("Feeds"), model("Feeds")], status: 0,
      output: "the models are the same to a store\n")
  }

  /// What the application has made in the file and does not fit is named before, and asked about.
  func testWhatTheApplicationHasMade() throws {
    let store = try makeStore()
    let connection = try SQLiteConnection(path: store)
    try connection.execute("CREATE INDEX drafts ON ZFEED (ZDRAFT)")
    try connection.execute("CREATE INDEX points ON ZFEED (ZPOINTS)")
    try connection.execute("CREATE VIEW open AS SELECT ZTITLE FROM ZFEED WHERE ZDRAFT IS NULL")
    try connection.execute("CREATE TABLE notes (text)")
    let lost = """
      lost: the application’s own index drafts of ZFEED: it needs ZDRAFT, which goes
      lost: the application’s own view open: it needs ZDRAFT, which goes

      """
    let rehearsed = try Executable.run(["migrate", store, "--to", model(), "--dry-run"])
    XCTAssertTrue(rehearsed.text.hasPrefix(plan + lost + "rehearsed"), rehearsed.text)
    try assertRun(
      ["migrate", store, "--to", model(), "--yes"], status: 0,
      output: plan + lost + "migrated \(store) to Feeds 3\n")
    XCTAssertEqual(
      try connection.text("SELECT sql FROM sqlite_master WHERE name = 'points'"),
      "CREATE INDEX points ON ZFEED (ZSCORE)")
    XCTAssertNotNil(try connection.integer("SELECT count(*) FROM notes"))
    let second = try makeStore("other.sqlite")
    try SQLiteConnection(path: second).execute("CREATE INDEX drafts ON ZFEED (ZDRAFT)")
    try assertRun(
      ["--model", model("Feeds"), "--store", second, "-c", ".migrate \(model())"], status: 1,
      errors: "data would be lost")
    let told = try Executable.run([
      "--model", model("Feeds"), "--store", second, "-c", ".migrate \(model()) dry",
    ])
    XCTAssertTrue(
      told.text.contains("lost: the application’s own index drafts of ZFEED"), told.text)
    XCTAssertFalse(told.text.contains("%") || told.errors.contains("%"), "a bar without terminal")
  }

  private func makeModel(_ name: String, _ change: (String) -> String) throws -> String {
    let place = folder.appendingPathComponent(name + ".xcdatamodel")
    let text = try String(contentsOfFile: model("Feeds") + "/contents", encoding: .utf8)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try change(text).write(
      to: place.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    return place.path
  }

  /// Nothing is lost of an entity without objects, and nobody is asked.
  func testAnEmptyEntityLosesNothing() throws {
    let path = folder.appendingPathComponent("empty.sqlite").path
    XCTAssertEqual(
      try Executable.run([
        "-q", "--model", model("Feeds"), "--store", path, "-c", "insert Site name=\"News\";;save",
      ]).status, 0)
    let plain = try makeModel("Plain") {
      $0.replacing(#/<attribute name="draft"[^>]*>/#, with: "")
    }
    let result = try Executable.run(["migrate", path, "--to", plain])
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertTrue(result.text.contains("draft   lost"), result.text)
    XCTAssertFalse(result.text.contains("lost:"), result.text)
  }

  /// Renaming identifiers do not count in version hashes: a model that differs in nothing else is not
  /// noticed by anybody.
  func testARenamingThatNobodyNotices() throws {
    let swapped = try makeModel("Swapped") {
      $0.replacing(
        #/<attribute name="title"/#, with: "<attribute name=\"title\" elementID=\"draft\""
      )
      .replacing(#/<attribute name="draft"/#, with: "<attribute name=\"draft\" elementID=\"title\"")
    }
    let store = try makeStore()
    let result = try Executable.run(["migrate", store, "--to", swapped])
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(result.text.contains("is at Swapped already"), result.text)
    XCTAssertTrue(
      result.text.contains("note: Feed.title, Feed.draft should be renamed"), result.text)
  }

  /// An error names the store, not the copy that was looked at.
  func testADatabaseThatIsNoStore() throws {
    let path = folder.appendingPathComponent("plain.sqlite").path
    try SQLiteConnection(path: path).execute("CREATE TABLE a (b)")
    let result = try Executable.run(["migrate", path, "--to", model()])
    XCTAssertEqual(result.status, 3)
    XCTAssertTrue(result.errors.contains("The file \(path) is an SQLite database"), result.errors)
    XCTAssertFalse(result.errors.contains("corebook-copy"), result.errors)
  }

  /// Whoever stops a migration in the console finds the store open, and as before.
  func testStoppingInTheConsole() throws {
    let store = try makeStore()
    let session = Session(folder: folder)
    defer { session.close() }
    try session.open(
      StackPlan(
        model: Shared.packageFolder.appendingPathComponent(model("Feeds")),
        store: URL(fileURLWithPath: store), type: .sqlite, writes: true))
    session.isInterrupted = { true }
    let command = ".migrate \(Shared.packageFolder.path)/\(model()) yes"
    let problem = try XCTUnwrap(session.problem(command))
    XCTAssertTrue("\(problem)".contains("134120"), "\(problem)")
    session.isInterrupted = { false }
    XCTAssertEqual(session.printed("count Feed where points == 3"), "1\n")
    Scenario.assertRuns(session, command)
    XCTAssertEqual(session.printed("count Feed where score == 3"), "1\n")
  }

  /// The console's `.migrate` shows a bar on a terminal, too; without `--write` it migrates a private copy,
  /// and says so.
  func testTheConsoleOnATerminal() throws {
    let store = try makeStore()
    let home = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: home) }
    let package = Shared.packageFolder.path + "/"
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    for (options, end) in [
      ([], "migrated to Feeds 3 (a private copy; feeds.sqlite is as before)"),
      (["--write"], "migrated to Feeds 3\n"),
    ] {
      XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: store)), before)
      let terminal = try PseudoTerminal(
        Executable.path(), ["--model", package + model("Feeds"), "--store", store] + options,
        environment: Executable.environment(home: home))
      try terminal.expect("> ")
      terminal.type(".migrate \(package + model())\r")
      try terminal.expect("Go on, losing this?")
      terminal.type("y\r")
      let seen = try terminal.expect(end)
      XCTAssertTrue(seen.contains("#] 100%"), seen)
      try terminal.expect("> ")
      terminal.type("\u{4}")
      XCTAssertEqual(try terminal.finish(), 0)
    }
    XCTAssertEqual(try scores(store), "One|3|none\nTwo||none\n")
  }

  /// On a terminal the question is put, and the progress is shown as a bar.
  func testOnATerminal() throws {
    let store = try makeStore()
    let home = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: home) }
    for (answer, expected) in [("n\n", "was not migrated"), ("y\n", "migrated \(store)")] {
      let terminal = try PseudoTerminal(
        Executable.path(),
        ["migrate", store, "--to", Shared.packageFolder.path + "/" + model()],
        environment: Executable.environment(home: home), columns: 300)
      try terminal.expect("Go on, losing this?")
      terminal.type(answer)
      let seen = try terminal.expect(expected)
      if answer == "y\n" { XCTAssertTrue(seen.contains("100%"), seen) }
    }
    XCTAssertEqual(try scores(store), "One|3|none\nTwo||none\n")
  }
}
