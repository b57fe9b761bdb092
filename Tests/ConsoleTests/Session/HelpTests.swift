import Console
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

  func testEveryExampleRuns() throws {
    for topic in HelpTopic.all {
      guard let example = topic.example else { continue }
      XCTAssertTrue(topic.isBuilt, topic.name)
      let session = try Scenario.orgChartSession()
      defer { session.close() }
      for line in example.split(separator: "\n") {
        if let problem = session.problem(String(line)) {
          XCTFail("\(topic.name): \(line): \(problem.message)")
        }
      }
    }
  }
}
