import Console
import CoreData
import Foundation
import XCTest

/// `export` and `import`: what goes out comes in again as it was.
final class TransferTests: XCTestCase {
  private func scratch() throws -> URL { try Scratch.folder() }

  /// A store of the OrgChart model, made by a script.
  private func orgChart(in folder: URL) throws -> String {
    let store = folder.appendingPathComponent("org.sqlite").path
    let commands =
      "insert Organization name=\"My, \\\"Inc\\\"\" id=1 as org;;insert Person name=\"John\" id=2 as john"
      + ";;insert Person name=\"\" as jane;;org.leader = john;;john.employees += jane;;save"
    let made = try Executable.run(
      ["--model", Scenario.orgChart.path, "--store", store, "-c", commands])
    XCTAssertEqual(made.status, 0, made.errors)
    return store
  }

  private func json(_ store: String) throws -> [String: Any] {
    let result = try Executable.run(["export", store, "--as", "json"])
    XCTAssertEqual(result.status, 0, result.errors)
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    return try XCTUnwrap(object)
  }

  func testJSONRoundTrip() throws {
    let folder = try scratch()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try orgChart(in: folder)
    let file = folder.appendingPathComponent("all.json").path
    XCTAssertEqual(try Executable.run(["export", store, "-o", file]).status, 0)
    let other = folder.appendingPathComponent("other.sqlite").path
    let imported = try Executable.run(
      ["import", other, file, "--model", Scenario.orgChart.path])
    XCTAssertEqual(imported.status, 0, imported.errors)
    XCTAssertEqual(imported.text, "imported 3 objects\n")
    let (first, second) = (try json(store), try json(other))
    XCTAssertEqual(
      first["entities"] as? NSDictionary, second["entities"] as? NSDictionary)
    XCTAssertEqual(try Executable.run(["doctor", other]).status, 0)
  }

  func testCSVRoundTripInAFolder() throws {
    let folder = try scratch()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try orgChart(in: folder)
    let target = folder.appendingPathComponent("csv")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    XCTAssertEqual(
      try Executable.run(["export", store, "--as", "csv", "-o", target.path]).status, 0)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: target.path).sorted(),
      ["Organization.csv", "Person.csv"])
    let other = folder.appendingPathComponent("other.sqlite").path
    let imported = try Executable.run(
      ["import", other, target.path, "--model", Scenario.orgChart.path])
    XCTAssertEqual(imported.status, 0, imported.errors)
    XCTAssertEqual(
      try json(store)["entities"] as? NSDictionary, try json(other)["entities"] as? NSDictionary)
  }

  /// A file is read in pieces; where they end makes no difference.
  func testCSVWithLongCellsAndBlocks() throws {
    let folder = try scratch()
    defer { try? FileManager.default.removeItem(at: folder) }
    let long = String(repeating: "é\"\n,🂡", count: 30_000)
    let quoted = long.replacingOccurrences(of: "\"", with: "\"\"")
    let file = folder.appendingPathComponent("all.csv")
    let text =
      "\u{FEFF}_id,id,name,leader\r\nOrganization/p1,1,\"\(quoted)\",Person/p2\r\n\r\n"
      + "_id,id,name,employees\nPerson/p1,1,\"\",\nPerson/p2,,b,Person/p1"
    try Data(text.utf8).write(to: file)
    let store = folder.appendingPathComponent("new.sqlite").path
    let imported = try Executable.run(
      ["import", store, file.path, "--model", Scenario.orgChart.path])
    XCTAssertEqual(imported.text, "imported 3 objects\n", imported.errors)
    let entities = try XCTUnwrap(json(store)["entities"] as? [String: [[String: Any]]])
    XCTAssertEqual(entities["Organization"]?[0]["name"] as? String, long)
    XCTAssertEqual(entities["Person"]?.map { $0["name"] as? String }, ["", "b"])
    for (bytes, words) in [
      (Data([0x5F, 0x69, 0x64, 0x0A, 0xFF]), "line 2: a cell is not encoded in UTF-8"),
      (Data("_id,name\nPerson/p1,\"a".utf8), "line 2: a quotation mark is not closed"),
      (Data("_id,name\nPerson/p1,\"a\"b".utf8), "line 2: text behind"),
      (Data("name\n".utf8), "line 1: a heading begins with _id"),
    ] {
      try bytes.write(to: file)
      let refused = try Executable.run(["import", store, file.path])
      XCTAssertEqual(refused.status, 1)
      XCTAssertTrue(refused.errors.contains(words), refused.errors)
    }
  }

  func testSQLRoundTrip() throws {
    let folder = try scratch()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try orgChart(in: folder)
    let file = folder.appendingPathComponent("all.sql").path
    XCTAssertEqual(try Executable.run(["export", store, "--as", "sql", "-o", file]).status, 0)
    let other = folder.appendingPathComponent("other.sqlite").path
    let imported = try Executable.run(["import", other, file])
    XCTAssertEqual(imported.status, 0, imported.errors)
    XCTAssertEqual(
      try json(store)["entities"] as? NSDictionary, try json(other)["entities"] as? NSDictionary)
    XCTAssertEqual(try Executable.run(["import", other, file]).status, 3)
    try "ATTACH 'x' AS y;".write(toFile: file, atomically: true, encoding: .utf8)
    let refused = try Executable.run(
      ["import", folder.appendingPathComponent("third.sqlite").path, file])
    XCTAssertEqual(refused.status, 1)
  }

  private static let pairs = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
    <entity name="Left"><relationship name="right" optional="YES" maxCount="1" \
    destinationEntity="Right" inverseName="left" inverseEntity="Right"/>\
    <relationship name="many" optional="YES" toMany="YES" destinationEntity="Right" \
    inverseName="owner" inverseEntity="Right"/></entity>
    <entity name="Right"><relationship name="left" optional="YES" maxCount="1" \
    destinationEntity="Left" inverseName="right" inverseEntity="Left"/>\
    <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Left" \
    inverseName="many" inverseEntity="Left"/></entity></model>
    """

  private func importing(
    _ entities: String, _ model: String, in folder: URL
  ) throws -> (Program.Result, store: String) {
    let store = folder.appendingPathComponent("\(UUID().uuidString).sqlite").path
    let file = folder.appendingPathComponent("file.json")
    try Data("{\"entities\": {\(entities)}}".utf8).write(to: file)
    return (try Executable.run(["import", store, file.path, "--model", model]), store)
  }

  /// Two records that want one partner, who can have one: neither loses it without a word.
  func testAPartnerThatTwoRecordsWant() throws {
    let folder = try scratch()
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appendingPathComponent("Pairs.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try Data(Self.pairs.utf8).write(to: model.appendingPathComponent("contents"))
    let right = "\"Right\": [{\"_id\": \"Right/p1\"}]"
    for (entities, words) in [
      (
        "\"Left\": [{\"_id\": \"Left/p1\", \"right\": \"Right/p1\"}, "
          + "{\"_id\": \"Left/p2\", \"right\": \"Right/p1\"}], " + right,
        ["Right/p1", "“left”", "Left/p1", "Left/p2"]
      ),
      (
        "\"Left\": [{\"_id\": \"Left/p1\", \"right\": \"Right/p1\"}, {\"_id\": \"Left/p2\"}], "
          + "\"Right\": [{\"_id\": \"Right/p1\", \"left\": \"Left/p2\"}]",
        ["Right/p1", "“left”", "Left/p1", "Left/p2"]
      ),
      (
        "\"Left\": [{\"_id\": \"Left/p1\", \"many\": [\"Right/p1\"]}, "
          + "{\"_id\": \"Left/p2\", \"many\": [\"Right/p1\"]}], " + right,
        ["Right/p1", "“owner”", "Left/p1", "Left/p2"]
      ),
    ] {
      let (result, store) = try importing(entities, model.path, in: folder)
      XCTAssertEqual(result.status, 1, entities)
      for word in words { XCTAssertTrue(result.errors.contains(word), result.errors) }
      XCTAssertFalse(FileManager.default.fileExists(atPath: store))
    }
    let employees =
      "\"Person\": [{\"_id\": \"Person/p1\", \"employees\": [\"Person/p3\"]}, "
      + "{\"_id\": \"Person/p2\", \"employees\": [\"Person/p3\"]}, {\"_id\": \"Person/p3\"}]"
    let (result, _) = try importing(employees, Scenario.orgChart.path, in: folder)
    XCTAssertEqual(result.status, 1)
    for word in ["Person/p1", "Person/p2", "Person/p3", "“employees”"] {
      XCTAssertTrue(result.errors.contains(word), result.errors)
    }
  }

  /// What one side says holds, though the other side says less.
  func testWhatEitherSideSaysHolds() throws {
    let folder = try scratch()
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appendingPathComponent("Pairs.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try Data(Self.pairs.utf8).write(to: model.appendingPathComponent("contents"))
    let entities =
      "\"Left\": [{\"_id\": \"Left/p1\", \"right\": \"Right/p1\", \"many\": [\"Right/p2\"]}], "
      + "\"Right\": [{\"_id\": \"Right/p1\", \"left\": null, \"owner\": \"Left/p1\"}, "
      + "{\"_id\": \"Right/p2\", \"owner\": null}]"
    let (result, store) = try importing(entities, model.path, in: folder)
    XCTAssertEqual(result.status, 0, result.errors)
    let left = try XCTUnwrap(json(store)["entities"] as? [String: [[String: Any]]])["Left"]?.first
    XCTAssertEqual(left?["right"] as? String, "Right/p1")
    XCTAssertEqual((left?["many"] as? [String])?.count, 2)
    XCTAssertEqual(try Executable.run(["doctor", store]).status, 0)
  }

  func testWrongFilesAreNamedAndNothingIsSaved() throws {
    let folder = try scratch()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try orgChart(in: folder)
    let before = try json(store)["entities"] as? NSDictionary
    let file = folder.appendingPathComponent("bad.json").path
    let cases = [
      ("no json", "JSON"), ("{}", "entities"), ("{\"entities\": {\"Ghost\": []}}", "Ghost"),
      ("{\"entities\": {\"Person\": [{\"_id\": \"Person/p1\", \"age\": 1}]}}", "age"),
      ("{\"entities\": {\"Person\": [{\"_id\": \"Person/p1\", \"id\": \"x\"}]}}", "“id”"),
      (
        "{\"entities\": {\"Person\": [{\"_id\": \"Person/p1\", \"employees\": [\"Person/p9\"]}]}}",
        "Person/p9"
      ),
    ]
    for (text, word) in cases {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let result = try Executable.run(["import", store, file])
      XCTAssertEqual(result.status, 1, text)
      XCTAssertTrue(result.errors.contains(word), result.errors)
    }
    XCTAssertEqual(try json(store)["entities"] as? NSDictionary, before)
    XCTAssertEqual(try Executable.run(["import", store, "/nowhere.json"]).status, 3)
    XCTAssertEqual(try Executable.run(["export", store, "--as", "xml"]).status, 1)
  }

  /// Stores of Apple's making go out whole (corpus 028, 041): an object for every row.
  func testAppleStoresAreExportedWhole() throws {
    for (name, count) in [("028-samplemodel-v1-2020", 145), ("041-samplemodel2-v2-2024", 126)] {
      let store = try Shared.url("corpus/pairs/\(name)/store.sqlite").path
      let entities = try XCTUnwrap(json(store)["entities"] as? [String: [Any]])
      XCTAssertEqual(entities.values.map(\.count).reduce(0, +), count)
      let csv = try Executable.run(["export", store, "--as", "csv"])
      let objects = csv.text.split(separator: "\n").filter {
        $0.prefix { $0 != "," }.contains("/p")
      }
      XCTAssertGreaterThanOrEqual(objects.count, count)
    }
  }
}
