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

  /// A backup that cannot be made leaves nothing, so that the next one has its name.
  func testABackupThatFailsLeavesNothing() throws {
    for (name, target) in [("a", model), ("b", model + "/Feeds 2.xcdatamodel")] {
      let place = folder.appendingPathComponent(name)
      let obstacle = place.appendingPathComponent("s.sqlite.bak-journal")
      try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
      let store = place.appendingPathComponent("s.sqlite").path
      let made = try Executable.run([
        "-q", "--model", model + "/Feeds.xcdatamodel", "--store", store, "-c",
        "insert Site name=\"N\";;save",
      ])
      XCTAssertEqual(made.status, 0, made.errors)
      let before = try Data(contentsOf: URL(fileURLWithPath: store))
      let arguments = ["migrate", store, "--to", target, "--yes", "--backup"]
      XCTAssertNotEqual(try Executable.run(arguments).status, 0)
      XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: store)), before)
      XCTAssertFalse(FileManager.default.fileExists(atPath: store + ".bak"))
      try FileManager.default.removeItem(at: obstacle)
      let result = try Executable.run(arguments)
      XCTAssertEqual(result.status, 0, result.errors)
      XCTAssertTrue(result.text.hasSuffix("the old store is s.sqlite.bak\n"), result.text)
    }
  }
}
