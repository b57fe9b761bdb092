import Foundation
import XCTest

/// Input that no one meant to write: nothing of it may trap, hang, or lose what was there before.
final class HostileInputTests: XCTestCase {
  private let model = "Chapters/02-OrgChart/OrgChart.xcdatamodeld"
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = try Scratch.folder()
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  private func path(_ name: String) -> String {
    folder.appendingPathComponent(name).path
  }

  private func script(_ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: folder.appendingPathComponent("script"))
    return path("script")
  }

  private func type(of name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.type] as? FileAttributeType
  }

  // MARK: - Scripts

  func testAByteOrderMarkAndCarriageReturnsArePassedOver() throws {
    let text = Array("\u{FEFF}count Person\r\ninsert Person name=\"x\" as p\r\np.name\r\n".utf8)
    let result = try Executable.run(["-q", "--model", model, "run", script(text)])
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(result.text, "0\nx\n")
  }

  func testALineThatIsNotUTF8IsRefusedRatherThanChanged() throws {
    let text =
      Array("count Person\ninsert Person name=\"".utf8) + [0xFF, 0xFE]
      + Array("\"\ncount Person\n".utf8)
    var result = try Executable.run(["-q", "--model", model, "run", script(text)])
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains(":2: this line is not UTF-8"), result.errors)
    result = try Executable.run(
      ["-q", "--model", model, "run", script(Array(".bail off\n".utf8) + text)])
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(result.text, "0\n0\n")
    XCTAssertTrue(result.errors.contains(":3: this line is not UTF-8"), result.errors)
  }

  /// A long line, and one with control characters, are shown so that they do no harm.
  func testErrorsShowOnlyTheNeighbourhoodOfTheirPlace() throws {
    let long = String(repeating: "x", count: 1_000_000)
    var result = try Executable.run(["--model", model, "run", "-"], input: long + "\n")
    XCTAssertEqual(result.status, 1)
    XCTAssertLessThan(result.errors.utf8.count, 5_000)
    result = try Executable.run(
      ["--model", model, "run", "-"],
      input: "fetch Person where \"\(long)\" == = \"\(long)\"\n")
    XCTAssertLessThan(result.errors.utf8.count, 5_000)
    let lines = result.errors.split(separator: "\n")
    let caret = try XCTUnwrap(lines.last?.firstIndex(of: "^"))
    XCTAssertEqual(Array(lines[1])[lines[2].distance(from: lines[2].startIndex, to: caret)], "=")
    result = try Executable.run(
      ["--model", model, "run", "-"], input: "count \u{1B}[2JPerson\u{7}\n")
    XCTAssertFalse(result.errors.contains("\u{1B}"), result.errors)
    XCTAssertFalse(result.errors.contains("\u{7}"), result.errors)
  }

  /// Whoever writes commands as answers come must get the answers.
  func testStandardInputIsAnsweredAsItComes() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Executable.path())
    process.arguments = ["--model", model]
    process.currentDirectoryURL = Shared.packageFolder
    process.environment = Executable.environment(home: folder)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    var ready = pollfd(
      fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    for _ in 0..<2 {
      try input.fileHandleForWriting.write(contentsOf: Data("count Person\n".utf8))
      guard poll(&ready, 1, 20_000) == 1 else { return XCTFail("no answer before the end") }
      XCTAssertEqual(output.fileHandleForReading.availableData, Data("0\n".utf8))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
  }

  // MARK: - Files

  func testOutputIsWrittenWhereTheFileStands() throws {
    try Data("old".utf8).write(to: folder.appendingPathComponent("target"))
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: path("target"))
    for command in [".output \(path("link"));;count Person", ".transcript \(path("link"))"] {
      let result = try Executable.run(["-q", "--model", model, "-c", command])
      XCTAssertEqual(result.status, 0, result.errors)
      XCTAssertEqual(try type(of: "link"), .typeSymbolicLink, command)
    }
    let result = try Executable.run(["model", model, "--as", "json", "-o", path("link")])
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(try type(of: "link"), .typeSymbolicLink)
    XCTAssertTrue(
      try String(contentsOfFile: path("target"), encoding: .utf8).hasPrefix("{"))
  }

  func testAnswersThatCannotBeWrittenAreAnError() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else {
      throw XCTSkip("SKIPPED: no /dev/full")
    }
    // By a link, so that a fault here harms no device.
    try FileManager.default.createSymbolicLink(
      atPath: path("full"), withDestinationPath: "/dev/full")
    var result = try Executable.run(
      ["--model", model, "-c", ".output \(path("full"));;count Person;;count Person"])
    XCTAssertEqual(result.status, 3, result.errors)
    XCTAssertTrue(result.errors.contains("cannot write"), result.errors)
    XCTAssertEqual(try type(of: "full"), .typeSymbolicLink)
    result = try Program.run(
      "/bin/sh",
      ["-c", "\"$0\" --model '\(model)' -c 'show Person' > /dev/full", try Executable.path()],
      input: nil, in: Shared.packageFolder, environment: Executable.environment(home: folder))
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("cannot write standard output"), result.errors)
  }

  func testAnXMLStoreBehindALinkIsWrittenBehindTheLink() throws {
    let real = ["--model", model, "--store", path("real.xml")]
    var result = try Executable.run(real + ["--type", "xml", "-c", "insert Person;;save"])
    XCTAssertEqual(result.status, 0, result.errors)
    try FileManager.default.createSymbolicLink(
      atPath: path("link.xml"), withDestinationPath: path("real.xml"))
    result = try Executable.run(
      ["--model", model, "--store", path("link.xml"), "--write", "-c", "insert Person;;save"])
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(try type(of: "link.xml"), .typeSymbolicLink)
    result = try Executable.run(real + ["-c", "count Person"])
    XCTAssertEqual(result.text, "2\n", result.errors)
  }

  /// A folder is not copied, and a pipe is not waited for.
  func testWhatIsNoFileIsNoStore() throws {
    XCTAssertEqual(mkfifo(path("pipe"), 0o600), 0)
    for (store, reason) in [
      (folder.path, "is a folder"), (path("pipe"), "is no ordinary file"),
      ("/dev/zero", "is no ordinary file"),
    ] {
      for type in [[], ["--type", "xml"], ["--type", "binary", "--write"]] {
        let result = try Executable.run(
          ["--model", model, "--store", store] + type + ["-c", "count Person"])
        XCTAssertEqual(result.status, 3, "\(store) \(type)")
        XCTAssertTrue(result.errors.contains(reason), result.errors)
      }
    }
  }

  func testAnExistingStoreIsTakenForWhatItIs() throws {
    for type in ["xml", "binary", "sqlite"] {
      let store = ["--model", model, "--store", path("store.\(type)")]
      var result = try Executable.run(
        store + ["--type", type, "-c", "insert Person name=\"x\";;save"])
      XCTAssertEqual(result.status, 0, result.errors)
      result = try Executable.run(store + ["-c", "count Person"])
      XCTAssertEqual(result.text, "1\n", "\(type): \(result.errors)")
    }
  }

  /// What is wrong with a store is said of the store, not of the copy that was looked at.
  func testMessagesNameTheFileThatWasGiven() throws {
    var result = try Executable.run(
      ["--model", model, "--store", path("a.sqlite"), "-c", "insert Person;;save"])
    XCTAssertEqual(result.status, 0, result.errors)
    result = try Program.run(
      "/usr/bin/sqlite3", [path("a.sqlite"), "DROP TABLE ZPERSON"], input: nil)
    XCTAssertEqual(result.status, 0, result.errors)
    result = try Executable.run(["--store", path("a.sqlite"), "-c", "count Person"])
    XCTAssertEqual(result.status, 3)
    XCTAssertFalse(result.errors.contains("corebook-held"), result.errors)
  }

  /// A chapter's store that is no store does not shut the chapter for good.
  func testADamagedChapterStoreSaysWhatToDo() throws {
    let chapter = folder.appendingPathComponent("chapters/02-OrgChart")
    try FileManager.default.createDirectory(at: chapter, withIntermediateDirectories: true)
    let store = chapter.appendingPathComponent("OrgChart.sqlite")
    try Data("garbage".utf8).write(to: store)
    let arguments = ["--home", folder.path, "--chapter", "2", "-c", "count Person"]
    var result = try Executable.run(arguments)
    XCTAssertEqual(result.status, 3)
    XCTAssertTrue(result.errors.contains("move this file away"), result.errors)
    XCTAssertEqual(try Data(contentsOf: store), Data("garbage".utf8))
    try FileManager.default.moveItem(atPath: store.path, toPath: store.path + ".old")
    result = try Executable.run(arguments)
    XCTAssertEqual(result.text, "3\n", result.errors)
  }

  /// What has no end is not read to its end.
  func testDevicesAreNotRead() throws {
    for arguments in [
      ["--model", model, "-c", ".read /dev/zero"], ["--model", model, "-c", ".import /dev/zero"],
      ["export", "/dev/zero", "--as", "sql"], ["export", "/dev/zero"], ["doctor", "/dev/zero"],
      ["--model", model, "import", path("new.sqlite"), "/dev/zero"], ["report", "/dev/zero"],
      ["diff", "/dev/zero", "/dev/zero"],
    ] {
      let result = try Executable.run(arguments)
      XCTAssertEqual(result.status, 3, "\(arguments): \(result.errors)")
      XCTAssertTrue(result.errors.contains("is no ordinary file"), "\(arguments): \(result.errors)")
    }
  }

  /// A chain of objects longer than a machine's stack: walked, rehearsed and deleted.
  func testALongChain() throws {
    let large = folder.appendingPathComponent("Chain.xcdatamodel")
    try FileManager.default.createDirectory(at: large, withIntermediateDirectories: true)
    try """
    <model documentVersion="1.0"><entity name="Link"><attribute name="name" attributeType="String" \
    optional="YES"/><relationship name="next" optional="YES" maxCount="1" \
    deletionRule="Cascade" destinationEntity="Link" inverseName="last" inverseEntity="Link"/>\
    <relationship name="last" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Link" inverseName="next" inverseEntity="Link"/></entity></model>
    """.write(
      to: large.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let count = 1_000
    var lines = ["insert Link as first", "let here = first"]
    for _ in 1..<count { lines += ["insert Link last=here", "let here = it"] }
    lines += [
      "save", "tree first next depth 3", "delete dry first", "delete first", "save", "count Link",
    ]
    let script = try script(Array(lines.joined(separator: "\n").utf8))
    let result = try Executable.run(["-q", "--model", large.path, "run", script])
    XCTAssertEqual(result.status, 0, result.errors)
    let printed = result.text.split(separator: "\n")
    XCTAssertEqual(printed.last, "0")
    XCTAssertEqual(printed.filter { $0.contains("cascade next") }.count, count - 1)
  }
}
