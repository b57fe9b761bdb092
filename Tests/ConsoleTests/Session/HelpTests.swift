import Console
import Foundation
import XCTest

/// Every command has help, and every example in it runs.
final class HelpTests: XCTestCase {
  func testEveryCommandHasATopic() {
    for name in ToolName.allCases where name != .exit {
      XCTAssertNotNil(HelpTopic.named("." + name.rawValue), name.rawValue)
    }
    for keyword in Keyword.allCases {
      XCTAssertNotNil(HelpTopic.named(keyword.rawValue), keyword.rawValue)
    }
  }

  /// A summary is one sentence, to be broken where the screen ends.
  func testSummariesAreOneLine() {
    for topic in HelpTopic.all { XCTAssertFalse(topic.summary.contains("\n"), topic.name) }
  }

  /// `where` and `select` are in the list, so there is help on them.
  func testClausesHaveHelp() {
    XCTAssertEqual(HelpTopic.named("where")?.name, "predicates")
    XCTAssertEqual(HelpTopic.named("limit")?.name, "fetch")
    XCTAssertEqual(HelpTopic.named("select")?.name, "sql")
    XCTAssertNil(HelpTopic.named("frobnicate"))
    XCTAssertNil(HelpTopic.named(""))
  }

  func testAWordWithoutItsDotIsRecognized() throws {
    let session = try Scenario.session()
    defer { session.close() }
    for word in ["help", "quit", "tables"] {
      XCTAssertEqual(
        session.problem(word)?.message,
        "there is no command and no name '\(word)'; did you mean '.\(word)'?")
    }
  }

  /// On a terminal the list breaks between words.
  func testTheListFitsTheScreen() {
    let session = Session()
    for width in [50, 72, 100] {
      session.settings.screenWidth = width
      for line in session.printed(".help").split(separator: "\n") {
        let isUsage = HelpTopic.all.contains { $0.usage.hasPrefix(line) }
        XCTAssertTrue(isUsage || line.count <= width, "\(width): \(line)")
      }
    }
  }

  func testEveryExampleRuns() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for topic in HelpTopic.all {
      guard let example = topic.example else { continue }
      XCTAssertTrue(topic.isBuilt, topic.name)
      let session = try Scenario.session(for: topic.setting, folder: try Self.empty(folder))
      defer { session.close() }
      for line in example.split(separator: "\n") {
        if let problem = session.problem(String(line)) {
          XCTFail("\(topic.name): \(line): \(problem.message)")
        }
      }
    }
  }

  func testEveryTopicHasAnExample() {
    for topic in HelpTopic.all { XCTAssertNotNil(topic.example, topic.name) }
  }

  func testTopicsAndErrorCodes() throws {
    let session = Session()
    for topic in ["predicates", "faults", "undo", "Z-tables", "errors", "1570", "133020"] {
      XCTAssertNil(session.problem(".help \(topic)"), topic)
      XCTAssertGreaterThan(session.printed(".help \(topic)").split(separator: "\n").count, 3, topic)
    }
    XCTAssertTrue(session.printed(".help 1570").hasPrefix("1570 NSValidationMissingMandatoryProp"))
    XCTAssertNotNil(session.problem(".help 99"))
  }

  private static func empty(_ folder: URL) throws -> URL {
    let inner = folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    return inner
  }
}
