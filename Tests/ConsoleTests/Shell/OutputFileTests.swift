import Foundation
import XCTest

/// Files that the console writes: never over a store, whole or not at all.
final class OutputFileTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private let model = Scenario.orgChart.path

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func makeStore(_ name: String = "s.sqlite", type: String = "sqlite") throws -> String {
    let made = try Executable.run([
      "-q", "--model", model, "--store", path(name), "--type", type, "-c",
      "insert Person name=\"A\";;save",
    ])
    XCTAssertEqual(made.status, 0, made.errors)
    return path(name)
  }

  private func everyWay(toWrite store: String, reading read: String) -> [[String]] {
    var runs = [
      ["export", read, "--as", "csv", "-o", store], ["export", read, "--as", "sql", "-o", store],
      ["export", store, "-o", store], ["report", read, "-o", store], ["model", read, "-o", store],
      ["schema", model, "-o", store], ["doctor", read, "-o", store],
      ["diff", read, read, "-o", store], ["completion", "bash", "-o", store],
    ]
    for command in [
      ".transcript", ".export json", ".export sql", ".model svg", ".graph dot", ".stack svg",
      ".save-as",
    ] {
      runs.append(["--store", read, "-c", "\(command) \(store)"])
    }
    runs.append(["--store", store, "--write", "-c", ".output \(store);;count Person"])
    return runs
  }

  func testNoStoreIsWrittenOver() throws {
    let read = try makeStore()
    for type in ["sqlite", "xml", "binary"] {
      let store = try makeStore("other." + type, type: type)
      let before = try Data(contentsOf: URL(fileURLWithPath: store))
      var runs = [["export", read, "-o", store], ["--store", read, "-c", ".output \(store)"]]
      if type == "sqlite" { runs += everyWay(toWrite: store, reading: read) }
      for arguments in runs {
        let result = try Executable.run(arguments)
        XCTAssertEqual(result.status, 3, "\(arguments): \(result.errors)")
        XCTAssertEqual(
          try Data(contentsOf: URL(fileURLWithPath: store)), before, "\(arguments)")
      }
    }
    for ending in ["-wal", "-shm", "-journal"] {
      let result = try Executable.run(["export", read, "-o", read + ending])
      XCTAssertEqual(result.status, 3, result.errors)
      XCTAssertTrue(result.errors.contains("belongs to the store s.sqlite"), result.errors)
      XCTAssertFalse(FileManager.default.fileExists(atPath: read + ending))
    }
  }

  func testNothingThatIsBeingReadIsWrittenOver() throws {
    let source = path("contents")
    let original = URL(fileURLWithPath: model)
      .appendingPathComponent("OrgChart.xcdatamodel/contents")
    try FileManager.default.copyItem(atPath: original.path, toPath: source)
    let result = try Executable.run(["model", source, "-o", source])
    XCTAssertEqual(result.status, 3)
    XCTAssertTrue(result.errors.contains("being read"), result.errors)
    let script = path("script")
    try ".output \(script)\n.tables\n".write(toFile: script, atomically: true, encoding: .utf8)
    XCTAssertEqual(try Executable.run(["--model", model, "run", script]).status, 3)
    XCTAssertEqual(
      try String(contentsOfFile: script, encoding: .utf8), ".output \(script)\n.tables\n")
  }

  /// What cannot be written whole is not begun, and leaves what was there.
  func testAFailureLeavesTheOldFile() throws {
    let store = path("big.sqlite")
    // A byte of the store, six of JSON.
    let long = String(repeating: "\u{1}", count: 30_000)
    let script = path("script")
    try "insert Person name=\"\(long)\"\nsave\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    let made = try Executable.run(["-q", "--model", model, "--store", store, "run", script])
    XCTAssertEqual(made.status, 0, made.errors)
    try FileManager.default.createDirectory(atPath: path("out"), withIntermediateDirectories: true)
    for old in ["out/new.json", "out/old.json"] {
      if old.hasSuffix("old.json") {
        try "before".write(toFile: path(old), atomically: true, encoding: .utf8)
      }
      let result = try Program.run(
        "/bin/bash",
        [
          "-c",
          "trap '' XFSZ; ulimit -f 120; exec '\(try Executable.path())' export '\(store)' "
            + "--model '\(model)' -o '\(path(old))'",
        ], in: Shared.packageFolder)
      XCTAssertNotEqual(result.status, 0)
    }
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: path("out")), ["old.json"])
    XCTAssertEqual(try String(contentsOfFile: path("out/old.json"), encoding: .utf8), "before")
    let full = try Executable.run(["export", try makeStore(), "-o", "/dev/full"])
    XCTAssertTrue(full.errors.contains("No space left"), full.errors)
  }

  func testALinkStaysALinkAndRightsStay() throws {
    let store = try makeStore()
    try "old".write(toFile: path("real.json"), atomically: true, encoding: .utf8)
    XCTAssertEqual(chmod(path("real.json"), 0o640), 0)
    let inner = folder.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let link = inner.appendingPathComponent("link.json").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../real.json")
    XCTAssertEqual(try Executable.run(["export", store, "-o", link]).status, 0)
    XCTAssertEqual(
      try FileManager.default.destinationOfSymbolicLink(atPath: link), "../real.json")
    let facts = try FileManager.default.attributesOfItem(atPath: path("real.json"))
    XCTAssertEqual((facts[.posixPermissions] as? NSNumber)?.intValue, 0o640)
    XCTAssertTrue(
      try String(contentsOfFile: path("real.json"), encoding: .utf8).contains("corebook-export"))
  }

  func testEveryAnswerGoesIntoAFile() throws {
    let store = try makeStore()
    for (arguments, word) in [
      (["schema", model], "CREATE TABLE ZPERSON"), (["doctor", store], "nothing wrong"),
      (["diff", store, store], "1 alike"), (["model", "diff", model, model], "the same"),
      (["completion", "bash"], "corebook"), (["model", model], "Person"),
      (["report", store], "<svg"), (["export", store], "corebook-export"),
      (["migrate", store, "--to", model], "already"),
    ] {
      let file = path("answer")
      let result = try Executable.run(arguments + ["-o", file])
      XCTAssertEqual(result.status, 0, "\(arguments): \(result.errors)")
      XCTAssertEqual(result.text, "", "\(arguments)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      XCTAssertTrue(text.contains(word), "\(arguments): \(text)")
      try FileManager.default.removeItem(atPath: file)
    }
    for arguments in [["open", store], ["import", store, "x.json"], ["-c", "count Person"]] {
      let result = try Executable.run(arguments + ["-o", path("answer")])
      XCTAssertEqual(result.status, 2, result.errors)
      XCTAssertFalse(FileManager.default.fileExists(atPath: path("answer")))
    }
  }

  func testAModelWithoutClassesIsSaidToHaveNone() throws {
    let place = folder.appendingPathComponent("None.xcdatamodel")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let text =
      "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\">"
      + "<entity name=\"A\"><attribute name=\"x\" optional=\"YES\" attributeType=\"String\"/>"
      + "</entity></model>"
    try text.write(
      to: place.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let result = try Executable.run(["codegen", place.path, "-o", path("classes")])
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertTrue(result.errors.contains("no entity"), result.errors)
    XCTAssertFalse(FileManager.default.fileExists(atPath: path("classes")))
  }
}
