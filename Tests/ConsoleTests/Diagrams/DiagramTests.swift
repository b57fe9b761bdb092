import Console
import Foundation
import FoundationXML
import XCTest

/// Pictures of models, objects and stacks.
final class DiagramTests: XCTestCase {
  private let path = ProcessInfo.processInfo.environment["PATH"] ?? ""

  /// The layout is our own: `dot` is not to be found.
  override func setUp() { setenv("PATH", "/nowhere", 1) }
  override func tearDown() { setenv("PATH", path, 1) }

  private func svg(_ session: Session, _ command: String) throws -> XMLDocument {
    let text = session.printed(command)
    XCTAssertFalse(text.contains("<script"), command)
    return try XMLDocument(data: Data(text.utf8))
  }

  /// The boxes of a picture: every rectangle but the ground and the title bars.
  private func boxes(_ document: XMLDocument) throws -> [CGRect] {
    try document.nodes(forXPath: "//*[local-name()='g']/*[local-name()='rect'][1]").compactMap {
      guard let element = $0 as? XMLElement else { return nil }
      let numbers = ["x", "y", "width", "height"].compactMap { number($0, of: element) }
      return numbers.count == 4
        ? CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
    }
  }

  private func number(_ name: String, of element: XMLElement) -> Double? {
    let attribute = element.attributes?.first { $0.name == name }
    return attribute?.stringValue.flatMap(Double.init)
  }

  private func assertLegible(_ document: XMLDocument, boxes count: Int, _ name: String) throws {
    let found = try boxes(document)
    XCTAssertEqual(found.count, count, name)
    for (index, box) in found.enumerated() {
      for other in found.dropFirst(index + 1) {
        XCTAssertTrue(box.intersection(other).isEmpty, "\(name): \(box) over \(other)")
      }
    }
    let root = try XCTUnwrap(document.rootElement())
    let width = try XCTUnwrap(number("width", of: root))
    let height = try XCTUnwrap(number("height", of: root))
    for box in found {
      XCTAssertTrue(CGRect(x: 0, y: 0, width: width, height: height).contains(box), name)
    }
    XCTAssertLessThan(max(width / height, height / width), 6, "\(name) is a ribbon")
  }

  func testThePicturesAreWellFormed() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for line in ["jane.name = \"<Jan & et>\"", "insert Person name=\"Sue\"", "delete bill"] {
      Scenario.assertRuns(session, line)
    }
    try assertLegible(try svg(session, ".model svg"), boxes: 2, "model")
    try assertLegible(try svg(session, ".stack svg"), boxes: 3, "stack")
    let graph = try svg(session, ".graph svg")
    let texts = try graph.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
    XCTAssertTrue(texts.contains("* Person/p2"), "\(texts)")
    XCTAssertTrue(texts.contains("- Person/p3"), "\(texts)")
    XCTAssertTrue(texts.contains { $0.hasPrefix("+ Person/t") }, "\(texts)")
    XCTAssertTrue(texts.contains { $0.contains("<Jan & et>") }, "\(texts)")
  }

  /// The largest model of the corpus: no boxes overlap, and it is drawn at once.
  func testEightyEntitiesAreLegible() throws {
    let pairs = try Shared.url("corpus/pairs")
    let folder = pairs.appendingPathComponent("043-photos-15.7-2025")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    guard let store = files.first(where: { $0.pathExtension == "sqlite" }) else {
      throw XCTSkip("SKIPPED: no store in \(folder.path)")
    }
    let session = Session()
    defer { session.close() }
    try session.open(StackPlan(model: nil, store: store, writes: false))
    let start = Date()
    let document = try svg(session, ".model svg")
    XCTAssertLessThan(-start.timeIntervalSinceNow, 5)
    let count = try boxes(document).count
    XCTAssertGreaterThan(count, 50)
    try assertLegible(document, boxes: count, "photos")
  }

  /// A made model of a hundred entities.
  func testAHundredEntitiesAreLegible() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appendingPathComponent("Large.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    var lines = ["<model documentVersion=\"1.0\">"]
    for index in 0..<100 {
      lines.append("<entity name=\"Entity\(index)\">")
      for attribute in 0..<index % 9 {
        lines.append("<attribute name=\"attribute\(attribute)\" attributeType=\"String\"/>")
      }
      // Each refers to one before it, and is referred to by several after it.
      let below = (0..<3).map { ("down\($0)", 3 * index + $0, true) }
      for (name, other, isMany) in [("up", index / 3, false)] + below
      where other < 100 && other != index {
        lines.append(
          "<relationship name=\"\(name)\" optional=\"YES\" destinationEntity=\"Entity\(other)\""
            + (isMany ? " toMany=\"YES\"/>" : " maxCount=\"1\"/>"))
      }
      lines.append("</entity>")
    }
    try (lines + ["</model>"]).joined(separator: "\n").write(
      to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let session = try Scenario.session(model: model, folder: folder)
    defer { session.close() }
    let start = Date()
    try assertLegible(try svg(session, ".model svg"), boxes: 100, "large")
    XCTAssertLessThan(-start.timeIntervalSinceNow, 5)
  }

  /// A pair of inverses is one arrow for Graphviz.
  func testDot() throws {
    let model = Shared.packageFolder.appendingPathComponent(
      "Chapters/04-League/League.xcdatamodeld")
    let session = try Scenario.session(model: model)
    defer { session.close() }
    let text = session.printed(".model dot")
    XCTAssertTrue(text.hasPrefix("digraph \"model\" {\n"), text)
    XCTAssertTrue(text.contains("arrowhead=empty, style=dashed"), text)
    let pairs = text.split(separator: "\n").filter { $0.contains("team / players") }
    XCTAssertEqual(
      pairs.count + text.split(separator: "\n").filter { $0.contains("players / team") }.count, 1,
      text)
    XCTAssertEqual(session.printed(".model dot"), text)
    let made = try Executable.run(["model", model.path, "--as", "dot"])
    XCTAssertEqual(made.text, text, "on the command line the same picture")
  }

  /// Unsaved work has signs and colours: new, changed, deleted; a relationship before and after.
  func testUnsavedWorkIsMarkedInDot() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for line in [
      "insert Person name=\"Sue\" as sue", "jane.employees += sue", "john.employees -= bill",
      "delete bill",
    ] { Scenario.assertRuns(session, line) }
    let dot = session.printed(".graph dot")
    for wanted in ["+ Person/t", "#1f6b2a", "- Person/p3", "#9b1c16", "* Person/p1", "#8a6100"] {
      XCTAssertTrue(dot.contains(wanted), "\(wanted) in\n\(dot)")
    }
    let svg = session.printed(".graph svg")
    for colour in ["#1f6b2a", "#9b1c16", "#8a6100"] { XCTAssertTrue(svg.contains(colour), colour) }
  }

  func testTheTextFitsTheWidth() throws {
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for command in [".model", ".stack"] {
      for line in session.printed(command).split(separator: "\n") {
        XCTAssertLessThanOrEqual(DisplayWidth.of(line), 80, String(line))
      }
    }
  }
}
