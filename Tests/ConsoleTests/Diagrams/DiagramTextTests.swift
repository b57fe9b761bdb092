import Console
import Foundation
import XCTest

/// Diagrams in the terminal: boxes stand side by side as far as the screen goes, and their borders are in
/// line whatever the names are made of.
final class DiagramTextTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }
  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  /// East Asian, combining, right to left, emoji of one and of several characters, long ones.
  private static let names = [
    "東京", "서울특별시", "e\u{301}te\u{301}", "ก็ที่", "שלום", "🍎", "👩‍👩‍👧", "🇯🇵", "👍🏽", "ﾊﾝｶｸ", "Ａ",
    String(repeating: "長い名前", count: 30), String(repeating: "wide ", count: 40), "", "two\nlines",
  ]

  private func session() throws -> Session {
    let model = folder.appendingPathComponent("Names.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    var lines = ["<model documentVersion=\"1.0\">"]
    for (index, name) in ["Item", "都市", "Cite\u{301}", "ท้องที่", "한국어이름"].enumerated() {
      lines.append(
        "<entity name=\"\(name)\"><attribute name=\"name\" attributeType=\"String\" optional=\"YES\"/>"
      )
      for attribute in 0..<index {
        lines.append(
          "<attribute name=\"属性\(attribute)\" attributeType=\"String\" optional=\"YES\"/>")
      }
      lines.append(
        "<relationship name=\"次\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"\(name)\"/></entity>"
      )
    }
    try (lines + ["</model>"]).joined(separator: "\n").write(
      to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    return try Scenario.session(model: model, folder: folder)
  }

  /// The columns of a line; a wide character's second one is nil.
  private func cells(_ line: String) -> [Character?] {
    line.flatMap { character -> [Character?] in
      let width = DisplayWidth.of(character)
      return width == 0 ? [] : [character] + Array(repeating: nil, count: width - 1)
    }
  }

  private func assertInLine(_ text: String, columns: Int, _ what: String, line: UInt = #line) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .filter { !$0.contains(" --") }
    let screen = lines.map(cells)
    func borders(_ row: Int, _ column: Int) -> Bool {
      guard screen.indices.contains(row), screen[row].indices.contains(column) else { return false }
      return "|+".contains(screen[row][column] ?? " ")
    }
    XCTAssertTrue(lines.contains { $0.hasPrefix("+--") }, "\(what): \(text)", line: line)
    for (row, cells) in screen.enumerated() {
      XCTAssertLessThanOrEqual(cells.count, columns, "\(what): \(lines[row])", line: line)
      for (column, cell) in cells.enumerated() {
        if cell == "|" {
          XCTAssertTrue(
            borders(row - 1, column) && borders(row + 1, column),
            "\(what), \(columns) columns, row \(row), column \(column):\n\(text)", line: line)
        } else if cell == "+", !lines[row].hasPrefix("| +") {
          XCTAssertTrue(
            borders(row - 1, column) || borders(row + 1, column),
            "\(what), \(columns) columns, row \(row), column \(column):\n\(text)", line: line)
        }
      }
    }
  }

  func testNamesOfAllWidths() throws {
    let session = try session()
    defer { session.close() }
    for (index, name) in Self.names.enumerated() {
      let literal = name.replacingOccurrences(of: "\n", with: "\\n")
      Scenario.assertRuns(session, "insert 都市 name=\"\(literal)\" 属性0=\"\(literal)\" as o\(index)")
      if index > 0 { Scenario.assertRuns(session, "o\(index).次 = o\(index - 1)") }
    }
    Scenario.assertRuns(session, "save")
    for name in ["下書き", "ร่าง", "draft"] {
      Scenario.assertRuns(session, "context new \(name) child")
    }
    for columns in [40, 80, 200] {
      session.settings.fitScreen(columns: columns)
      for command in [".model", ".model 都市", ".graph", ".graph o3", ".stack", ".model classes"] {
        assertInLine(session.printed(command), columns: columns, command)
      }
      let graph = session.printed(".graph")
      XCTAssertTrue(graph.contains("\"👩‍👩‍👧\"") && graph.contains("\"e\u{301}te\u{301}\""), graph)
      XCTAssertTrue(graph.contains("\"two\\nlines\""), graph)
    }
  }

  /// More boxes than fit beside each other go on below; a wider screen takes more of them.
  func testManyBoxes() throws {
    let session = try session()
    defer { session.close() }
    for index in 0..<50 { Scenario.assertRuns(session, "insert Item name=\"n\(index)\"") }
    var rows: [Int] = []
    for columns in [40, 80, 200] {
      session.settings.fitScreen(columns: columns)
      let graph = session.printed(".graph")
      assertInLine(graph, columns: columns, ".graph")
      rows.append(graph.split(separator: "\n").filter { $0.hasPrefix("| + Item") }.count)
      XCTAssertEqual(graph.components(separatedBy: "+ Item/t").count - 1, 50)
    }
    XCTAssertEqual(rows, rows.sorted(by: >))
    XCTAssertGreaterThan(rows[1], rows[2])
  }

  /// `.view` beside: both halves within the screen, the bar in line.
  func testTheViewFitsTheScreen() throws {
    let session = try session()
    defer { session.close() }
    for (index, name) in Self.names.enumerated() {
      let literal = name.replacingOccurrences(of: "\n", with: "\\n")
      Scenario.assertRuns(session, "insert Item name=\"\(literal)\" as o\(index)")
    }
    Scenario.assertRuns(session, "save")
    Scenario.assertRuns(session, "o0.name = \"\(String(repeating: "値", count: 70))\"")
    for columns in [40, 80, 200] {
      session.settings.fitScreen(columns: columns)
      let lines = session.printed(".view both").split(separator: "\n").map { cells(String($0)) }
      XCTAssertGreaterThan(lines.count, 12)
      XCTAssertEqual(Set(lines.compactMap { $0.firstIndex(of: "│") }).count, 1, "\(lines)")
      for line in lines where line.contains("│") { XCTAssertLessThanOrEqual(line.count, columns) }
    }
  }
}
