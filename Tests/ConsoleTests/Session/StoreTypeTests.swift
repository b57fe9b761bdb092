import Console
import Foundation
import XCTest

/// The object language does the same on every type of store.
final class StoreTypeTests: XCTestCase {
  private static let script = [
    "fetch Person order by name",
    "fetch Person where name BEGINSWITH \"J\" order by name select name",
    "fetch Person where ANY employees.name == \"Jane\" select name", "john.employees",
    "jane.name = \"Janet\"", "count Person where name == \"Janet\"", "undo", "jane.name", "redo",
    "save", "delete bill", "save", "count Person", "undo", "save", "fetch Person order by id desc",
    "fetch Person select count(name) as n, max(id) as top", "tree org",
    "fetch Organization where leader.name == \"John\"", "context new other", "context use other",
    "fetch Person where name == \"Janet\" as same", "same.name",
  ]

  func testEveryTypeAnswersAlike() throws {
    let expected = try answers(.sqlite)
    for type in ToolCommand.StoreType.allCases where type != .sqlite {
      let found = try answers(type)
      for (line, pair) in zip(Self.script, zip(found, expected)) {
        // An XML store numbers the objects of all entities with one counter.
        let (left, right) = type == .xml ? (Self.masked(pair.0), Self.masked(pair.1)) : pair
        XCTAssertEqual(left, right, "\(type): \(line)")
      }
    }
  }

  private static func masked(_ text: String) -> String {
    text.replacingOccurrences(of: "/p[0-9]+", with: "/p", options: .regularExpression)
  }

  /// What is wrong with a predicate is said in words by every type.
  func testEveryTypeSaysWhatIsWrong() throws {
    for type in ToolCommand.StoreType.allCases {
      let session = try Scenario.session(type: type)
      defer { session.close() }
      for line in Scenario.createData { Scenario.assertRuns(session, line) }
      for (predicate, words) in [
        ("name MATCHES '['", "MATCHES needs a regular expression"),
        ("name BETWEEN {1}", "exactly two bounds"), ("zork(name) = 1", "zork"),
      ] {
        let message = session.problem("fetch Person where \(predicate)")?.message ?? "nothing"
        XCTAssertTrue(message.contains(words), "\(type) \(predicate): \(message)")
        XCTAssertFalse(message.contains("could not be completed"), "\(type): \(message)")
        XCTAssertFalse(message.contains("PredicateCore."), "\(type): \(message)")
      }
    }
  }

  /// What a relaunch finds in stores that are files.
  func testFilesKeepWhatWasSaved() throws {
    for type in [ToolCommand.StoreType.sqlite, .binary, .xml] {
      let session = try Scenario.session(type: type)
      for line in Scenario.createData + [".restart"] { Scenario.assertRuns(session, line) }
      XCTAssertEqual(
        session.printed("fetch Person order by name select name"), "Bill\nJane\nJohn\n", "\(type)")
      session.close()
    }
  }

  private func answers(_ type: ToolCommand.StoreType) throws -> [String] {
    let session = try Scenario.session(type: type)
    defer { session.close() }
    for line in Scenario.createData { Scenario.assertRuns(session, line) }
    return Self.script.map { session.printed($0) }
  }
}
