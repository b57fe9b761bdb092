import Console
import Foundation
import XCTest

/// A command that looks, exports or sets something leaves what is not saved as it was: the contract says
/// that no command but those that say so loses unsaved changes.
final class LookingTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  /// Dot commands that look, and how they are given; those that are about to change something, or need
  /// a chapter, are nil.
  private static func lines(_ name: ToolName) -> [String]? {
    switch name {
    case .quit, .exit, .read, .restart, .reset, .open, .store, .goto, .migrate, .chapters: nil
    case .chapter, .text, .task, .check, .hint, .next: nil
    case .help: [".help", ".help insert"]
    case .schema, .indexes, .tables, .dump: [".\(name.rawValue)", ".\(name.rawValue) ZPERSON"]
    case .metadata, .timeline, .cache, .cost, .stores, .undo: [".\(name.rawValue)"]
    case .rows, .swift, .faults: [".\(name.rawValue) on", "count Person", ".\(name.rawValue) off"]
    case .strict, .headers, .echo, .bail, .quiet, .timer, .color, .pager:
      [".\(name.rawValue) on", ".\(name.rawValue) off"]
    case .predict: [".predict on", "fetch Person", ".predict off"]
    case .view: [".view both", "count Person", ".view off"]
    case .diff: [".diff 1 2"]
    case .sqldebug: [".sqldebug 3", "count Person", ".sqldebug 0"]
    case .explain: [".explain fetch Person where name = \"q\""]
    case .model: [".model", ".model Person svg m.svg", ".model classes"]
    case .graph: [".graph", ".graph jane", ".graph dot g.dot"]
    case .stack: [".stack"]
    case .why: ["fetch Person where name = \"none\"", ".why jane"]
    case .saveAs: [".save-as a.sqlite", ".save-as a.xml xml"]
    case .mode: OutputModes.all.flatMap { [".mode \($0)", "fetch Person"] } + [".mode list"]
    case .nullvalue: [".nullvalue -"]
    case .width: [".width 5"]
    case .output: [".output o.txt", "fetch Person", ".output off"]
    case .transcript: [".transcript t.txt", ".transcript t.swift swift"]
    case .export:
      [
        ".export json", ".export json e.json", ".export csv rows", ".export csv rows.csv",
        ".export sql", ".export sql e.sql", ".export",
      ]
    case .import: [".import e.json", ".import rows", ".import rows.csv"]
    }
  }

  private enum OutputModes {
    static let all = OutputMode.allCases.map(\.rawValue)
  }

  /// What looks in the language itself.
  private static let language = [
    "fetch Person", "fetch Person select name", "count Person", "show jane", "show Person",
    "tree org", "changes", "validate", "jane.name", "delete dry john", "fetched jane.name",
    "select * from ZPERSON;",
  ]

  /// How the unsaved work looks.
  private func state(_ session: Session) -> String {
    ["changes", "jane.name", "new.name", "org.leader", ".undo", "show new"]
      .map { session.printed($0) }.joined()
  }

  func testNothingThatLooksLosesUnsavedWork() throws {
    let session = try Scenario.orgChartSession(folder: folder)
    defer { session.close() }
    for line in ["jane.name = \"Janet\"", "insert Person name=\"New\" as new", "delete bill"] {
      Scenario.assertRuns(session, line)
    }
    let before = state(session)
    XCTAssertTrue(before.contains("Jane → Janet"), before)
    for group in ToolName.allCases.compactMap(Self.lines) + Self.language.map({ [$0] }) {
      for line in group {
        guard let problem = session.problem(line) else { continue }
        // What cannot be done here must be harmless, too.
        XCTAssertTrue(
          [".diff", "fetched"].contains { line.hasPrefix($0) }, "\(line): \(problem.message)")
      }
      XCTAssertEqual(state(session), before, "after \(group)")
    }
    Scenario.assertRuns(session, "jane.name = \"Again\"")
    Scenario.assertRuns(session, "save")
    XCTAssertEqual(session.printed("fetch Person where name = 'Again' select name"), "Again\n")
  }

  /// An export holds what is saved, and says so where there is more.
  func testAnExportSaysThatUnsavedWorkIsNotInIt() throws {
    let session = try Scenario.orgChartSession(folder: folder)
    defer { session.close() }
    Scenario.assertRuns(session, "insert Person name=\"Sue\"")
    let events = session.execute(".export json e.json")
    XCTAssertTrue(
      events.contains(.notice("note: what is not saved is not in e.json")), "\(events)")
    let text = try String(contentsOf: folder.appendingPathComponent("e.json"), encoding: .utf8)
    XCTAssertTrue(text.contains("Jane"), text)
    XCTAssertFalse(text.contains("Sue"), text)
    Scenario.assertRuns(session, ".export csv rows")
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("rows").path
      ).sorted(), ["Organization.csv", "Person.csv"])
  }
}
