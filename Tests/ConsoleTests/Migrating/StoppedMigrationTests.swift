import Foundation
import SQLiteDriver
import XCTest

/// `corebook migrate` that is stopped, or has no room: it says so, the store is as before, and nothing
/// lies beside it.
final class StoppedMigrationTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private let feeds = Shared.packageFolder.appendingPathComponent(
    "Tests/ConsoleTests/Transcripts/Recorded/Feeds.xcdatamodeld"
  ).path

  /// A store of the first version with many sites.
  private func makeStore(_ rows: Int) throws -> String {
    let path = folder.appendingPathComponent("feeds.sqlite").path
    let made = try Executable.run([
      "-q", "--model", feeds + "/Feeds.xcdatamodel", "--store", path, "-c",
      "insert Site name=\"News\";;save",
    ])
    XCTAssertEqual(made.status, 0, made.errors)
    let connection = try SQLiteConnection(path: path)
    try connection.execute(
      "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) "
        + "INSERT INTO ZFEED (Z_PK, Z_ENT, Z_OPT, ZTITLE) SELECT i, 1, 1, 'Title ' || i FROM n")
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(rows)")
    _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    return path
  }

  /// Ctrl-C while the bar grows gives the migration up: in place and on a copy.
  func testControlC() throws {
    for target in ["/Feeds 2.xcdatamodel", ""] {
      let store = try makeStore(300_000)
      let before = try Data(contentsOf: URL(fileURLWithPath: store))
      let found = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let home = try Scratch.folder()
      defer { try? FileManager.default.removeItem(at: home) }
      let terminal = try PseudoTerminal(
        Executable.path(), ["migrate", store, "--to", feeds + target, "--yes", "--backup"],
        environment: Executable.environment(home: home), columns: 300)
      let plan = try terminal.expect("%")
      XCTAssertTrue(plan.contains("rename"), "the plan comes before the bar: \(plan)")
      terminal.type("\u{3}")
      try terminal.expect("The migration was cancelled; the store is as before.")
      _ = try terminal.finish()
      XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: store)), before)
      XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), found)
      try FileManager.default.removeItem(atPath: store)
    }
  }

  /// On a disk without room, a small one in memory that only a namespace of its own sees.
  func testAFullDisk() throws {
    let store = try makeStore(3000)
    let size = (try Data(contentsOf: URL(fileURLWithPath: store)).count + 1023) / 1024
    let disk = folder.appendingPathComponent("disk").path
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let corebook = try Executable.path()
    let program = """
      mount -t tmpfs -o size="$1k" none "$2" || exit 77
      cp "$3" "$2/feeds.sqlite" && shift 3 && "$@"; echo "status $?"
      ls -A "\(disk)"; cmp "\(disk)/feeds.sqlite" "\(store)" && echo same
      """
    for room in [0, 8, 40, 200] {
      for options in [
        [feeds], [feeds, "--backup"], [feeds + "/Feeds 2.xcdatamodel"],
        [feeds + "/Feeds 2.xcdatamodel", "--backup"],
      ] {
        let arguments =
          ["-m", "sh", "-c", program, "sh", "\(size + room)", disk, store, corebook, "migrate"]
          + [disk + "/feeds.sqlite", "--yes", "--to"] + options
        let result = try Program.run(
          "/usr/bin/unshare", arguments, input: nil, in: folder,
          environment: Executable.environment(home: folder))
        guard result.status != 77, !result.errors.contains("unshare failed") else {
          throw XCTSkip("SKIPPED: no small disk can be mounted here: \(result.errors)")
        }
        XCTAssertTrue(
          result.text.hasSuffix("status 1\nfeeds.sqlite\nsame\n"),
          "\(room) \(options): \(result.text)")
        XCTAssertTrue(
          result.errors.contains("(NSCocoaErrorDomain 640)"), "\(room) \(options): \(result.errors)"
        )
      }
    }
  }
}
