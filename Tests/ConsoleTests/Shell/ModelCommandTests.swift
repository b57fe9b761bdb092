import Foundation
import XCTest

/// `corebook model`: every form, of a source and of a store.
final class ModelCommandTests: XCTestCase {
  func testEveryFormOfASourceAndOfAStore() throws {
    let store = try Shared.url("corpus/pairs/041-samplemodel2-v2-2024/store.sqlite").path
    for path in [Scenario.orgChart.path, store] {
      for (form, mark) in [
        ("text", "a String"), ("json", "\"entities\""), ("xml", "<model"),
        ("swift", "import CoreData"),
        ("dot", "digraph"), ("svg", "<svg"),
      ] {
        let result = try Executable.run(["model", path, "--as", form])
        XCTAssertEqual(result.status, 0, "\(form) \(result.errors)")
        XCTAssertTrue(result.text.contains(mark), form)
      }
    }
  }

  /// A mapping model's source is compiled to what Core Data reads, here and on Apple's systems.
  func testAMappingModelIsCompiled() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = try Shared.url("corpus/pairs/111-mapping-migration1to2/mapping.xcmapping.xml").path
    let target = folder.appendingPathComponent("One.cdm")
    let made = try Executable.run(["model", source, "-o", target.path])
    XCTAssertEqual(made.status, 0, made.errors)
    XCTAssertTrue(try Data(contentsOf: target).starts(with: Data("bplist00".utf8)))
    let none = try Executable.run(["model", Scenario.orgChart.path, "-o", target.path])
    XCTAssertEqual(none.status, 3)
    XCTAssertTrue(none.errors.contains("is not a mapping model"), none.errors)
  }

  /// The drawing is XML that a parser reads, with a box for every entity.
  func testTheDrawingIsWellFormed() throws {
    let store = try Shared.url("corpus/pairs/041-samplemodel2-v2-2024/store.sqlite").path
    let svg = try Executable.run(["model", store, "--as", "svg"])
    for name in ["Book", "GraphicNovel", "Feedback", "Page", "Writer", "Author"] {
      XCTAssertTrue(svg.text.contains(">\(name)</text>"), name)
    }
  }

  /// The model in a store, compiled, opens the store.
  func testAStoresModelIsCompiled() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try Shared.url("corpus/pairs/041-samplemodel2-v2-2024/store.sqlite").path
    for name in ["Own.mom", "Own.momd"] {
      let target = folder.appendingPathComponent(name).path
      let made = try Executable.run(["model", store, "-o", target])
      XCTAssertEqual(made.status, 0, made.errors)
      let count = try Executable.run(
        ["--model", target, "--store", store, "-c", "count Book"])
      XCTAssertEqual(count.status, 0, count.errors)
      XCTAssertGreaterThan(Int(count.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0, 0)
    }
  }

  /// What contradicts itself is refused before a class is written, with every fault (no Core Data opens
  /// a store with such a model).
  func testAContradictoryModelGetsNoClasses() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let version = folder.appendingPathComponent("M.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    let source = """
      <model><entity name="Team" representedClassName="Team">
        <relationship name="players" toMany="YES" destinationEntity="Player" inverseName="club" inverseEntity="Player"/>
        <relationship name="coach" maxCount="1" destinationEntity="Coach"/>
      </entity><entity name="Player" representedClassName="Player">
        <attribute name="objectID" attributeType="String"/>
      </entity></model>
      """
    try Data(source.utf8).write(to: version.appendingPathComponent("contents"))
    let classes = folder.appendingPathComponent("Classes")
    for form in ["nsmanaged", "managed"] {
      let result = try Executable.run(
        ["codegen", version.path, "-o", classes.path, "--as", form])
      XCTAssertNotEqual(result.status, 0, result.text)
      for words in ["“club”", "“Coach”", "“Player.objectID” has a reserved name"] {
        XCTAssertTrue(result.errors.contains(words), result.errors)
      }
      XCTAssertFalse(FileManager.default.fileExists(atPath: classes.path), "nothing is written")
    }
  }
}
