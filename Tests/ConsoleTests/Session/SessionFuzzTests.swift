import Console
import Foundation
import XCTest

/// Whatever lines and bytes come, the console lives and the store stays sound. A few seconds with
/// fixed seeds; with `COREBOOK_SOAK` ten minutes: five of lines, three of bytes, two of keys, from seeds
/// of the day, which `COREBOOK_SEED` repeats.
final class SessionFuzzTests: TerminalTestCase {
  private let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil

  private func seed(_ usual: UInt64) -> UInt64 {
    if let text = ProcessInfo.processInfo.environment["COREBOOK_SEED"], let seed = UInt64(text) {
      return seed
    }
    guard isSoak else { return usual }
    let seed = UInt64.random(in: 0...999_999)
    print("COREBOOK_SEED=\(seed) repeats \(name)")
    return seed
  }

  func testRandomLinesLeaveTheStoreSound() throws {
    let end = Date(timeIntervalSinceNow: isSoak ? 300 : 4)
    var random = Generator(state: seed(7))
    repeat {
      let folder = try Scratch.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      try play(&random, in: folder)
    } while Date() < end
  }

  /// Scripts in which bytes were changed, put in and taken out: the program ends by itself, and what
  /// it has written is a sound store.
  func testRandomBytesOnStandardInput() throws {
    let end = Date(timeIntervalSinceNow: isSoak ? 180 : 3)
    var random = Generator(state: seed(11))
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
    var random = Generator(state: seed(13))
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
    var lines: [String] = []
    for _ in 0..<150 {
      lines.append(line(&random))
      _ = session.execute(lines[lines.count - 1])
    }
    for command in [
      ".strict off", "context use main", "rollback", ".sqldebug 0", ".swift off", ".faults off",
      ".output off", ".mode list",
      ".headers off", ".timer off", ".echo off", ".quiet off", ".view off",
    ] {
      _ = session.execute(command)
    }
    Scenario.assertRuns(session, "rollback")
    // Another store may be open by now, or one that is no SQLite store.
    if session.problem("pragma integrity_check;") != nil {
      for command in [".store sqlite", "insert Person name=\"last\"", "save"] {
        Scenario.assertRuns(session, command)
      }
    }
    XCTAssertEqual(
      session.printed("pragma integrity_check;"), "ok\n", lines.joined(separator: "\n"))
    try checkFiles(in: folder, lines)
    Scenario.assertRuns(session, ".restart")
    let rows = session.printed("select count(*) from ZPERSON;")
    XCTAssertEqual(session.printed("count Person"), rows)
    let highest = session.printed(
      "select max(Z_PK) <= (select Z_MAX from Z_PRIMARYKEY where Z_NAME='Person') or max(Z_PK) is null from ZPERSON;"
    )
    XCTAssertEqual(highest, "1\n")
  }

  /// The stores that the session has written are sound too, and what it has exported can be read.
  private func checkFiles(in folder: URL, _ lines: [String]) throws {
    for name in ["one.sqlite", "two.xml", "three.bin"] {
      let store = folder.appendingPathComponent(name)
      guard FileManager.default.fileExists(atPath: store.path) else { continue }
      let session = Session(folder: folder)
      do {
        try session.open(StackPlan(model: Scenario.orgChart, store: store))
        defer { session.close() }
        XCTAssertNil(session.problem("fetch Person"), name)
        XCTAssertNil(session.problem("fetch Organization"), name)
      } catch {
        XCTFail("\(name): \(error)\n\(lines.joined(separator: "\n"))")
      }
    }
  }

  private func line(_ random: inout Generator) -> String {
    var bytes = Array(wholeLine(&random).utf8)
    guard !bytes.isEmpty, Int.random(in: 0..<6, using: &random) == 0 else {
      return String(decoding: bytes, as: UTF8.self)
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(contentsOf: wholeLine(&random).utf8.prefix(12), at: place)
      default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func wholeLine(_ random: inout Generator) -> String {
    if Int.random(in: 0..<10, using: &random) == 0 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    var line = FuzzLines.patterns.randomElement(using: &random) ?? ""
    for (mark, choices) in FuzzLines.choices {
      while let place = line.range(of: mark) {
        line.replaceSubrange(place, with: choices.randomElement(using: &random) ?? "")
      }
    }
    return line
  }
}
