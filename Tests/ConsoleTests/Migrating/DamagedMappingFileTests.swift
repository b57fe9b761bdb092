import Console
import CoreData
import Foundation
import SQLiteDriver
import XCTest

/// `corebook migrate` beside mapping models and versions that cannot be read, or cannot be used here.
final class DamagedMappingFileTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = try Scratch.folder()
    try FileManager.default.copyItem(
      at: Shared.packageFolder.appendingPathComponent(
        "Tests/ConsoleTests/Transcripts/Recorded/Feeds.xcdatamodeld"), to: model)
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private var model: URL { folder.appendingPathComponent("Feeds.xcdatamodeld") }

  private func version(_ name: String) -> URL {
    model.appendingPathComponent(name + ".xcdatamodel")
  }

  private func makeStore() throws -> URL {
    let store = folder.appendingPathComponent("feeds.sqlite")
    let made = try Executable.run([
      "-q", "--model", version("Feeds").path, "--store", store.path, "-c",
      "insert Feed title=\"One\" points=3;;save",
    ])
    XCTAssertEqual(made.status, 0, made.errors)
    return store
  }

  /// A mapping model of `Feed` between two versions that sets the title.
  private func write(
    _ name: String, from source: String, to destination: String, policy: String? = nil
  ) throws {
    let (old, new) = (
      try ModelFile.read(version(source)), try ModelFile.read(version(destination))
    )
    let mappings = ["Feed", "Site"].map { entity in
      let mapping = NSEntityMapping()
      mapping.name = "\(entity)To\(entity)"
      mapping.mappingType =
        policy == nil ? .transformEntityMappingType : .customEntityMappingType
      mapping.sourceEntityName = entity
      mapping.destinationEntityName = entity
      mapping.sourceEntityVersionHash = old.entityVersionHashesByName[entity]
      mapping.destinationEntityVersionHash = new.entityVersionHashesByName[entity]
      mapping.entityMigrationPolicyClassName = policy
      let property = NSPropertyMapping()
      property.name = entity == "Feed" ? "title" : "name"
      property.valueExpression = NSExpression(forConstantValue: "mapped")
      mapping.attributeMappings = [property]
      return mapping
    }
    let mapping = NSMappingModel()
    mapping.entityMappings = mappings
    try MappingArchiveWriter.data(mapping, path: name).write(
      to: folder.appendingPathComponent(name))
  }

  private func assertRefused(
    _ store: URL, _ words: [String], status: Int32 = 3, line: UInt = #line
  ) throws {
    let before = try Data(contentsOf: store)
    for option in ["--dry-run", "--yes"] {
      let result = try Executable.run(["migrate", store.path, "--to", model.path, option])
      XCTAssertEqual(result.status, status, result.errors, line: line)
      for word in words {
        XCTAssertTrue(result.errors.contains(word), result.errors, line: line)
      }
    }
    let console = try Executable.run([
      "--model", version("Feeds").path, "--store", store.path, "-c",
      ".migrate \(model.path) yes",
    ])
    XCTAssertNotEqual(console.status, 0, line: line)
    for word in words { XCTAssertTrue(console.errors.contains(word), console.errors, line: line) }
    XCTAssertEqual(try Data(contentsOf: store), before, line: line)
  }

  func testADamagedMappingModelRefuses() throws {
    let store = try makeStore()
    let place = folder.appendingPathComponent("FeedsTo3.cdm")
    try Data("nothing".utf8).write(to: place)
    try assertRefused(store, [place.path, "is not a mapping model", "move it to another folder"])
    try FileManager.default.removeItem(at: place)
    let source = folder.appendingPathComponent("FeedsTo3.xcmappingmodel")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    try Data("<?xml version=\"1.0\"?><database>".utf8).write(
      to: source.appendingPathComponent("xcmapping.xml"))
    try assertRefused(store, [source.path])
    // One that can be read and is for just these versions is used all the same.
    try write("Good.cdm", from: "Feeds", to: "Feeds 3")
    let done = try Executable.run(["migrate", store.path, "--to", model.path, "--yes"])
    XCTAssertEqual(done.status, 0, done.errors)
    XCTAssertTrue(done.text.contains("by a mapping model"), done.text)
    let title = try Executable.run([
      "--model", model.path, "--store", store.path, "-c", "fetch Feed select title",
    ])
    XCTAssertEqual(title.text, "mapped\n")
  }

  /// A mapping model that needs a class of a program is no more passed over than a damaged one.
  func testAMappingModelThatNeedsAPolicyRefuses() throws {
    let store = try makeStore()
    try write("FeedsTo3.cdm", from: "Feeds", to: "Feeds 3", policy: "App.FeedPolicy")
    try assertRefused(
      store, ["FeedsTo3.cdm needs the migration policy App.FeedPolicy", "to another folder"],
      status: 1)
    // One for other versions is in nobody's way.
    try write("FeedsTo3.cdm", from: "Feeds 3", to: "Feeds", policy: "App.FeedPolicy")
    let done = try Executable.run(["migrate", store.path, "--to", model.path, "--yes"])
    XCTAssertEqual(done.status, 0, done.errors)
  }

  /// A mapping model of a part of the way is named, and used where it is asked for.
  func testAMappingModelOfAPartOfTheWay() throws {
    let store = try makeStore()
    try write("Part.cdm", from: "Feeds", to: "Feeds 2")
    let plan = try Executable.run(["migrate", store.path, "--to", model.path, "--dry-run"])
    XCTAssertEqual(plan.status, 0, plan.errors)
    XCTAssertTrue(
      plan.text.contains(
        "note: the mapping model Part.cdm from Feeds to Feeds 2 is not on this way"),
      plan.text)
    let done = try Executable.run([
      "migrate", store.path, "--to", model.path, "--yes", "--mapping",
      folder.appendingPathComponent("Part.cdm").path,
    ])
    XCTAssertEqual(done.status, 0, done.errors)
    let title = try Executable.run([
      "--model", model.path, "--store", store.path, "-c", "fetch Feed select title",
    ])
    XCTAssertEqual(title.text, "mapped\n")
  }

  /// A store whose own model is damaged is opened with an inferred one, and that is said.
  func testADamagedModelInTheStoreIsSaid() throws {
    let store = try makeStore()
    try SQLiteConnection(path: store.path).execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'0011'")
    let opened = try Executable.run(["--store", store.path, "-c", "count Feed"])
    XCTAssertEqual(opened.text, "1\n", opened.errors)
    XCTAssertTrue(opened.errors.contains("feeds.sqlite keeps cannot be read: "), opened.errors)
    XCTAssertTrue(
      opened.errors.contains("A model inferred from the tables is used"), opened.errors)
    let target = try Executable.run(["migrate", store.path, "--to", store.path])
    XCTAssertEqual(target.status, 3)
    XCTAssertTrue(
      target.errors.contains("the model in feeds.sqlite cannot be read: "), target.errors)
    let mapping = folder.appendingPathComponent("M.cdm").path
    try Data().write(to: URL(fileURLWithPath: mapping))
    let said = try Executable.run(["model", mapping])
    XCTAssertTrue(said.errors.contains("is a mapping model, not a model"), said.errors)
  }

  /// A version that cannot be read is no way to go, and is named.
  func testADamagedVersionIsNamed() throws {
    let store = try makeStore()
    try Data("<model".utf8).write(to: version("Feeds 2").appendingPathComponent("contents"))
    let plan = try Executable.run(["migrate", store.path, "--to", model.path, "--dry-run"])
    XCTAssertEqual(plan.status, 0, plan.errors)
    XCTAssertTrue(plan.text.contains("note: the version Feeds 2 cannot be used: "), plan.text)
    let json = try Executable.run([
      "migrate", store.path, "--to", model.path, "--dry-run", "--as", "json",
    ])
    XCTAssertTrue(json.text.contains("\"notes\""), json.text)
  }
}
