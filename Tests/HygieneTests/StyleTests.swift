import XCTest

/// Rules of CONTRIBUTING.md that a formatter does not know.
final class StyleTests: XCTestCase {
  private func sources() throws -> [SourceTree.File] {
    try SourceTree.files(in: "Sources") + SourceTree.files(in: "Plugins")
  }

  func testNoFileIsLongerThanFourHundredLinesOfCode() throws {
    for file in try sources() {
      XCTAssertLessThanOrEqual(file.code.count, 400, "\(file.path): split it by topic")
    }
  }

  func testNothingIsForced() throws {
    let forced = #/\btry!|\bas!|[\w\)\]]!(\s*$|[.,\)\]])/#
    for file in try sources() {
      for line in file.code where line.text.contains(forced) && !line.text.contains("\"") {
        XCTFail("\(file.path):\(line.number) forces: \(line.text)")
      }
    }
  }

  func testOneTrapOnly() throws {
    for file in try sources() where !file.path.hasSuffix("Errors/Misuse.swift") {
      for line in file.code
      where line.text.contains(#/\b(fatalError|preconditionFailure|assertionFailure)\(/#) {
        XCTAssertTrue(
          line.text.contains("\\("),
          "\(file.path):\(line.number) traps by itself; go through misuse(_:)")
      }
    }
  }

  func testEveryUncheckedSendableGivesItsReason() throws {
    for file in try sources() {
      for line in file.code
      where line.text.contains("@unchecked Sendable") && !line.text.contains("\"") {
        XCTAssertTrue(
          Self.givesReason(file, line), "\(file.path):\(line.number) does not say why it is safe")
      }
    }
  }

  /// The reason stands behind the declaration, in the lines below it, or in the comment above it.
  private static func givesReason(
    _ file: SourceTree.File, _ line: (number: Int, text: String)
  ) -> Bool {
    if line.text.contains("//") { return true }
    let below = file.lines[line.number..<min(file.lines.count, line.number + 4)]
    if below.contains(where: { $0.trimmingCharacters(in: .whitespaces).hasPrefix("// ") }) {
      return true
    }
    let above = file.lines[max(0, line.number - 14)..<(line.number - 1)]
    return above.contains { $0.contains("Sendable`") || $0.contains("@unchecked Sendable") }
  }

  func testPublicDeclarationsAreDocumented() throws {
    let declaration =
      #/^\s*(public|open) (final |static |class |override |convenience |required |internal\(set\) |private\(set\) |weak |lazy )*(func|var|let|init|class|struct|enum|protocol|subscript|typealias)\b/#
    var missing: [String] = []
    for file in try SourceTree.files(in: "Sources/CoreData") {
      for line in file.code
      where line.text.contains(declaration) && !line.text.contains("override ") {
        var above = line.number - 2
        while above >= 0, Self.isAttributeOrNote(file.lines[above]) { above -= 1 }
        let text = above >= 0 ? file.lines[above].trimmingCharacters(in: .whitespaces) : ""
        if text.hasPrefix("///") || Self.needsNone(line.text) { continue }
        // One comment may stand for a run of constants.
        if text.hasPrefix("public static let") || text.hasPrefix("public let") { continue }
        missing.append(
          "\(file.path):\(line.number) \(line.text.trimmingCharacters(in: .whitespaces))")
      }
    }
    XCTAssertEqual(missing, [], "\(missing.count) public declarations have no documentation")
  }

  /// Attributes and notes for maintainers may stand between a comment and its declaration.
  private static func isAttributeOrNote(_ line: String) -> Bool {
    let text = line.trimmingCharacters(in: .whitespaces)
    return text.hasPrefix("@") || text.hasPrefix("// ")
  }

  /// What a protocol of the standard library asks for speaks for itself.
  private static func needsNone(_ line: String) -> Bool {
    line.contains(
      #/rawValue|init\?\(coder|func encode\(with|func copy\(with|var description|var debugDescription|static func ==|func hash\(into/#
    )
  }
}
