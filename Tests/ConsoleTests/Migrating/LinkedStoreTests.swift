import Foundation
import XCTest

/// A store that is reached through a symbolic link is migrated where it lies, and what is kept of it is
/// a copy and no link.
final class LinkedStoreTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private let model = Shared.packageFolder
    .appendingPathComponent("Tests/ConsoleTests/Transcripts/Recorded/Feeds.xcdatamodeld").path

  func testAStoreIsMigratedThroughALink() throws {
    for type in ["sqlite", "xml", "binary"] {
      for isRelative in [true, false] {
        let place = folder.appendingPathComponent("\(type)-\(isRelative)")
        let inner = place.appendingPathComponent("links")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        let store = place.appendingPathComponent("real.store").path
        let made = try Executable.run([
          "-q", "--model", model + "/Feeds.xcdatamodel", "--store", store, "--type", type, "-c",
          "insert Site name=\"N\" as n;;insert Feed title=\"One\" points=3 site=n;;save",
        ])
        XCTAssertEqual(made.status, 0, made.errors)
        XCTAssertEqual(chmod(store, 0o644), 0)
        let link = inner.appendingPathComponent("link.store").path
        try FileManager.default.createSymbolicLink(
          atPath: link, withDestinationPath: isRelative ? "../real.store" : store)
        // From outside of the link's folder, by a relative path.
        let result = try Executable.run(
          ["migrate", "links/link.store", "--to", model, "--yes", "--backup"], in: place)
        XCTAssertEqual(result.status, 0, "\(type): \(result.errors)")
        try assertMigrated(store, link, type)
      }
    }
  }

  private func assertMigrated(_ store: String, _ link: String, _ type: String) throws {
    let count = try Executable.run(
      ["--model", model, "--store", store, "-c", "count Feed where score == 3"])
    XCTAssertEqual(count.text, "1\n", "\(type): \(count.errors)")
    XCTAssertNotNil(try? FileManager.default.destinationOfSymbolicLink(atPath: link))
    let facts = try FileManager.default.attributesOfItem(atPath: store)
    XCTAssertEqual(facts[.type] as? FileAttributeType, .typeRegular)
    XCTAssertEqual((facts[.posixPermissions] as? NSNumber)?.intValue, 0o644, type)
    let kept = try FileManager.default.attributesOfItem(atPath: link + ".bak")
    XCTAssertEqual(kept[.type] as? FileAttributeType, .typeRegular, type)
    let old = try Executable.run([
      "--model", model + "/Feeds.xcdatamodel", "--store", link + ".bak", "-c",
      "count Feed where points == 3",
    ])
    XCTAssertEqual(old.text, "1\n", "\(type): \(old.errors)")
  }

  /// A backup that cannot be made leaves nothing, so that the next one has its name. (A name so long that
  /// the backup's journal has none.)
  func testABackupThatFailsLeavesNothing() throws {
    for (name, target) in [("a", model), ("b", model + "/Feeds 2.xcdatamodel")] {
      let place = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let store = place.appendingPathComponent("s.sqlite").path
      let long = place.appendingPathComponent(String(repeating: "s", count: 243) + ".sqlite").path
      let made = try Executable.run([
        "-q", "--model", model + "/Feeds.xcdatamodel", "--store", store, "-c",
        "insert Site name=\"N\";;save",
      ])
      XCTAssertEqual(made.status, 0, made.errors)
      let before = try Data(contentsOf: URL(fileURLWithPath: store))
      try FileManager.default.moveItem(atPath: store, toPath: long)
      let found = try FileManager.default.contentsOfDirectory(atPath: place.path)
      let options = ["--to", target, "--yes", "--backup"]
      XCTAssertNotEqual(try Executable.run(["migrate", long] + options).status, 0)
      XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: long)), before)
      XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place.path), found)
      try FileManager.default.moveItem(atPath: long, toPath: store)
      let result = try Executable.run(["migrate", store] + options)
      XCTAssertEqual(result.status, 0, result.errors)
      XCTAssertTrue(result.text.hasSuffix("the old store is s.sqlite.bak\n"), result.text)
    }
  }

  /// The folder of external data bears the store's name without its ending, so that a backup beside a
  /// store, or beside another backup, could share it: each gets a name of its own.
  func testBackupsDoNotShareExternalData() throws {
    func version(_ name: String, _ more: String) throws -> String {
      let place = folder.appendingPathComponent(name + ".xcdatamodel")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let text = """
        <model><entity name="Doc"><attribute name="data" optional="YES" attributeType="Binary" \
        allowsExternalBinaryDataStorage="YES"/>\(more)</entity></model>
        """
      try Data(text.utf8).write(to: place.appendingPathComponent("contents"))
      return place.path
    }
    func attribute(_ name: String) -> String {
      "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\"/>"
    }
    let models = [
      try version("One", ""), try version("Two", attribute("a")),
      try version("Three", attribute("b")),
    ]
    for name in ["doc", "doc.sqlite"] {
      let place = folder.appendingPathComponent("of-" + name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let store = place.appendingPathComponent(name).path
      let hex = String(repeating: "5a", count: 150_000)
      let script = place.appendingPathComponent("in")
      try Data("insert Doc data=data(\"\(hex)\")\nsave\n".utf8).write(to: script)
      let made = try Executable.run([
        "-q", "--model", models[0], "--store", store, "-c", ".read \(script.path)",
      ])
      XCTAssertEqual(made.status, 0, made.errors)
      for (number, backup) in [
        (1, name == "doc" ? "doc.2.bak" : "doc.sqlite.bak"),
        (2, name == "doc" ? "doc.3.bak" : "doc.sqlite.2.bak"),
      ] {
        let result = try Executable.run([
          "migrate", store, "--to", models[number], "--yes", "--backup",
        ])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.text.hasSuffix("the old store is \(backup)\n"), result.text)
        for kept in [store, place.appendingPathComponent(backup).path] {
          let report = try Executable.run(["doctor", kept])
          XCTAssertEqual(report.status, 0, report.text)
          let read = try Executable.run(["export", kept])
          XCTAssertTrue(read.status == 0 && read.text.utf8.count > 150_000, read.errors)
        }
      }
    }
  }
}
