import Foundation
import XCTest

/// A `--type` that a file is not of is said to be so, whatever is done with the file, and nothing is
/// written.
final class WrongTypeTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private let types = ["sqlite", "xml", "binary"]
  private let names = [
    "sqlite": "an SQLite store", "xml": "an XML store", "binary": "a binary store",
  ]

  override func setUpWithError() throws {
    folder = try Scratch.folder()
    for type in types {
      let made = try Executable.run([
        "-q", "--model", model, "--store", path(type), "--type", type, "-c",
        "insert Site name=\"News\";;save",
      ])
      XCTAssertEqual(made.status, 0, made.errors)
    }
    try Data("{}".utf8).write(to: folder.appendingPathComponent("in.json"))
    try Data("no store at all".utf8).write(to: folder.appendingPathComponent("a.text"))
    try Data("<?xml version=\"1.0\"?><page/>".utf8).write(
      to: folder.appendingPathComponent("a.page"))
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private let model = Shared.packageFolder.appendingPathComponent(
    "Tests/ConsoleTests/Transcripts/Recorded/Feeds.xcdatamodeld/Feeds.xcdatamodel"
  ).path

  private func path(_ type: String) -> String { folder.appendingPathComponent("a.\(type)").path }

  /// Everything that takes a store.
  private func commands(_ store: String) -> [[String]] {
    let json = folder.appendingPathComponent("in.json").path
    return [
      ["--store", store, "-c", "count Site"], ["--store", store, "--write", "-c", "count Site"],
      ["migrate", store, "--to", model], ["doctor", store], ["diff", store, store],
      ["report", store], ["export", store], ["export", store, "--as", "csv", "-o", store + "-csv"],
      ["export", store, "--as", "sql"], ["import", store, json], ["model", store],
    ]
  }

  private func assertSaid(
    _ store: String, as type: String, _ words: String, line: UInt = #line
  ) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    let found = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for (number, command) in commands(store).enumerated() {
      // Every second one with a model, which not all take.
      let options = number % 2 == 0 || command[0] == "model" ? [] : ["--model", model]
      let arguments = options + command + ["--type", type]
      let result = try Executable.run(arguments)
      XCTAssertEqual(result.status, 3, "\(arguments): \(result.errors)", line: line)
      XCTAssertTrue(result.errors.contains(words), "\(arguments): \(result.errors)", line: line)
      XCTAssertEqual(result.text, "", "\(arguments)", line: line)
    }
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: store)), before, line: line)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), found, line: line)
  }

  func testEveryPair() throws {
    for file in types {
      for type in types where type != file {
        try assertSaid(
          path(file), as: type,
          "is \(names[file] ?? ""), not \(names[type] ?? ""): leave --type away, or say --type \(file)"
        )
      }
    }
  }

  func testMemoryHasNoFile() throws {
    try assertSaid(path("sqlite"), as: "memory", "a store in memory has no file")
    let new = try Executable.run([
      "--model", model, "--store", path("new"), "--type", "memory", "-c", "count Site",
    ])
    XCTAssertEqual(new.status, 3)
  }

  func testFilesThatAreNoStores() throws {
    try assertSaid(path("text"), as: "xml", "is not an XML store: it does not begin as one does")
    try assertSaid(
      path("page"), as: "binary", "is not a binary store: it begins like an XML store, and is none")
  }

  /// An SQLite store keeps its model, which others can be opened with.
  func testAStoreLendsItsModel() throws {
    for type in ["sqlite", "xml", "binary"] {
      let result = try Executable.run([
        "--model", path("sqlite"), "--store", path(type), "-c", "count Site",
      ])
      XCTAssertEqual(result.status, 0, result.errors)
    }
  }

  /// Stores that keep no model, and stores given as models.
  func testStoresAndModels() throws {
    for (arguments, words) in [
      (["--store", path("xml"), "-c", "count Site"], "for an XML store keeps none"),
      (["export", path("binary")], "for a binary store keeps none"),
      (["model", path("xml")], "is an XML store, not a model, and such a store keeps none"),
      (["model", path("binary")], "is a binary store, not a model"),
      (
        ["export", path("xml"), "--as", "sql"], "is an XML store, and only an SQLite store has SQL"
      ),
    ] {
      let result = try Executable.run(arguments)
      XCTAssertEqual(result.status, 3, "\(arguments)")
      XCTAssertTrue(result.errors.contains(words), "\(arguments): \(result.errors)")
    }
  }
}
