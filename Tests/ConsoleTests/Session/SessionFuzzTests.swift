import Console
import Foundation
import XCTest

/// Whatever lines and bytes come, the console lives and the store stays sound. A few seconds with
/// fixed seeds; with `COREBOOK_SOAK` ten minutes: five of lines, three of bytes, two of keys.
final class SessionFuzzTests: TerminalTestCase {
  private let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil

  func testRandomLinesLeaveTheStoreSound() throws {
    let end = Date(timeIntervalSinceNow: isSoak ? 300 : 4)
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = Generator(state: 7)
    while Date() < end { try play(&random, in: folder) }
  }

  /// Scripts in which bytes were changed, put in and taken out: the program ends by itself, and what
  /// it has written is a sound store.
  func testRandomBytesOnStandardInput() throws {
    let end = Date(timeIntervalSinceNow: isSoak ? 180 : 3)
    var random = Generator(state: 11)
    var round = 0
    repeat {
      let folder = home.appendingPathComponent("round\(round)")
      round += 1
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try feed(damagedScript(&random), in: folder)
      try FileManager.default.removeItem(at: folder)
    } while Date() < end
  }

  private func damagedScript(_ random: inout Generator) -> [UInt8] {
    let lines = Scenario.createData + (0..<60).map { _ in line(&random) }
    var bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      default:
        let end = min(bytes.count, place + 20)
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return Array(".bail off\n".utf8) + bytes
  }

  private func feed(_ bytes: [UInt8], in folder: URL) throws {
    let script = folder.appendingPathComponent("script")
    let store = folder.appendingPathComponent("store.sqlite").path
    try Data(bytes).write(to: script)
    let model = ["-q", "--model", Scenario.orgChart.path]
    let result = try Executable.run(model + ["--store", store, "run", script.path], in: folder)
    XCTAssertTrue(
      [0, 1].contains(result.status), "\(result.status): \(Data(bytes).base64EncodedString())")
    let check = try Executable.run(
      ["doctor", store, "--model", Scenario.orgChart.path], in: folder)
    // 'leader' has no inverse, so that nothing empties it when the person is deleted, as on Apple.
    let findings = check.text.split(separator: "\n").filter {
      $0.contains(#/^[a-z-]+: /#) && !$0.contains(": leader leads to")
    }
    XCTAssertEqual(findings, [], Data(bytes).base64EncodedString())
  }

  /// Keys of every kind in a terminal; then Ctrl-C, and it answers as ever.
  func testRandomKeysInATerminal() throws {
    let end = Date(timeIntervalSinceNow: isSoak ? 120 : 3)
    var random = Generator(state: 13)
    let terminal = try start(["-q"])
    try terminal.expect(prompt)
    repeat {
      // Not Ctrl-D, which leaves, nor the keys by which a terminal stops or kills a program.
      let keys = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }.filter { ![0x04, 0x1A, 0x1C].contains($0) }
      terminal.type(bytes: keys)
      // Lets the output flow again, and ends whatever was begun, a quoted key too.
      terminal.type("\u{11}\u{3}")
      usleep(20_000)
      terminal.type("\u{3}")
      usleep(20_000)
      terminal.type("select 6 * 7 as answer;\n")
      try terminal.expect("42", within: 20)
      try terminal.expect("> ", within: 20)
    } while Date() < end
    terminal.type(".quit\ny\n")
    _ = try terminal.finish()
  }

  /// One session of random lines.
  private func play(_ random: inout Generator, in folder: URL) throws {
    let session = try Scenario.orgChartSession(folder: folder)
    defer { session.close() }
    session.settings.bails = false
    for _ in 0..<150 { _ = session.execute(line(&random)) }
    for command in [
      "rollback", ".sqldebug 0", ".swift off", ".faults off", ".output off", ".mode list",
      ".headers off", ".quiet off", ".view off",
    ] {
      _ = session.execute(command)
    }
    Scenario.assertRuns(session, "rollback")
    XCTAssertEqual(session.printed("pragma integrity_check;"), "ok\n")
    Scenario.assertRuns(session, ".restart")
    let rows = session.printed("select count(*) from ZPERSON;")
    XCTAssertEqual(session.printed("count Person"), rows)
    let highest = session.printed(
      "select max(Z_PK) <= (select Z_MAX from Z_PRIMARYKEY where Z_NAME='Person') or max(Z_PK) is null from ZPERSON;"
    )
    XCTAssertEqual(highest, "1\n")
  }

  private func line(_ random: inout Generator) -> String {
    if Int.random(in: 0..<10, using: &random) == 0 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    var line = Self.patterns.randomElement(using: &random) ?? ""
    for (mark, choices) in Self.choices {
      while let place = line.range(of: mark) {
        line.replaceSubrange(place, with: choices.randomElement(using: &random) ?? "")
      }
    }
    return line
  }

  private static let patterns = [
    "insert @E name=@V id=@N as @O", "insert @E", "@O.name = @V", "@O.id = @N", "@O.leader = @O",
    "@O.employees += @O, @O", "@O.employees -= @O", "@O.employees = [@O, @O]", "@O.employees = []",
    "fetch @E where @P", "fetch @E where @P order by name select name, id", "fetch @E as @O",
    "fetch @E group by name select name, count(id) as n", "count @E where @P", "delete @O",
    "delete @E where @P", "delete dry @O", "undo @N", "redo @N", "undo", "redo", "save", "save",
    "rollback", "reset", "refresh @O", "refresh @O keep", "refresh all", "show @O", "tree @O",
    "changes", "validate", "observe @O.name", "observe @O.leader.name",
    "observe @O.employees", "@O.id = @O", "@O.employees += @O, @O", "@O.employees -= @O",
    "context new @O", "context new @O child",
    "context use @O", "context use main", "context merge object", "controller @E order by name",
    "let @O = @V", "@O.leader.employees.@count", ".view @W", ".timeline", ".goto @N",
    ".diff @N @N", ".faults on", ".faults", ".cost", ".cache", ".why @O", ".graph", ".graph @O",
    ".stack", ".model", ".undo @N", ".rows on", ".strict on", ".strict off", ".predict on",
    ".mode @M", ".restart", ".help @O", "select * from ZPERSON;", "select @V, @N;",
    "batch update Person set id=@N where @P", "batch delete @E where @P", ".sqldebug 3",
    ".swift on",
  ]

  private static let choices: [(String, [String])] = [
    ("@E", ["Person", "Organization", "Nobody"]),
    ("@V", ["\"x\"", "\"東京\"", "nil", "\"\"", "12", "true", "@bad"]),
    ("@N", ["0", "1", "2", "7", "-3", "99999", "1.5"]),
    ("@O", ["org", "john", "jane", "bill", "it", "$1", "Person/p1", "Person/p9", "x", "y"]),
    (
      "@P",
      [
        "id > 0", "name == nil", "ANY employees.id > 1", "name LIKE \"*\"", "id ==",
        "TRUEPREDICATE",
      ]
    ),
    ("@W", ["both", "rows", "graph", "off"]),
    ("@M", ["box", "json", "csv", "list", "line", "markdown"]),
  ]
}
