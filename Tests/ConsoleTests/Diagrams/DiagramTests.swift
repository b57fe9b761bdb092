import Console
import Foundation
import FoundationXML
import XCTest

/// Pictures of models, objects and stacks.
final class DiagramTests: XCTestCase {
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
