import Console
import Foundation
import Workbook
import XCTest

/// `corebook check-workbook` on a copy of the workbook with a fault in it: it names the file, says what to
/// do, and does not end well.
final class PlantedFaultTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = try Package.scratch()
    for name in [
      "Chapters", "Exercises", "Solutions", "Sources/Workbook/Pristine", "Tests/GraderTests",
    ] {
      let target = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: Package.folder.appendingPathComponent(name), to: target)
    }
    for name in BuiltModules.moduleMaps {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent("Sources/\(name)"),
        withDestinationURL: Package.folder.appendingPathComponent("Sources/\(name)"))
    }
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  private func write(_ text: String, to path: String) throws {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  private func replace(_ old: String, with new: String, in path: String) throws {
    let url = folder.appendingPathComponent(path)
    let text = try String(contentsOf: url, encoding: .utf8)
    XCTAssertTrue(text.contains(old), "\(path) does not say \(old)")
    try text.replacingOccurrences(of: old, with: new).write(
      to: url, atomically: true, encoding: .utf8)
  }

  private func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(path))
  }

  private func problems() throws -> [String] {
    let root = WorkbookRoot(folder)
    return try WorkbookCheck(root: root).fileProblems() + DemandTable.problems(in: root.chapters())
  }

  private func expect(_ words: String..., file: StaticString = #filePath, line: UInt = #line) throws
  {
    let found = try problems()
    XCTAssertEqual(found.count, 1, "\(found)", file: file, line: line)
    for word in words {
      XCTAssertTrue(found.joined().contains(word), "\(found): \(word)", file: file, line: line)
    }
  }

  func testNoFault() throws {
    XCTAssertEqual(try problems(), [])
  }

  func testAHintIsMissing() throws {
    let path = "Chapters/02-OrgChart/exercises.json"
    let url = folder.appendingPathComponent(path)
    let list = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    var entries = try XCTUnwrap(list as? [[String: Any]])
    entries[2]["hints"] = Array((entries[2]["hints"] as? [String] ?? []).dropLast())
    try JSONSerialization.data(withJSONObject: entries).write(to: url)
    try expect(path, "E0203 has 2 hints", "write three")
  }

  func testAStrayFile() throws {
    try write("// mine", to: "Exercises/02-OrgChart/Notes.swift")
    try expect("Exercises/02-OrgChart/Notes.swift is stray", "remove it")
  }

  func testStraysElsewhere() throws {
    for path in [
      "Chapters/02-OrgChart/draft.md", "Tests/GraderTests/02-OrgChart/E0299Grader.swift",
      "Tests/GraderTests/Wrong/E0299/X.swift", "Tests/GraderTests/Wrong/E0203/notes.txt",
    ] { try write("x", to: path) }
    let found = try problems()
    XCTAssertEqual(found.count, 4, "\(found)")
    XCTAssertTrue(found.allSatisfy { $0.contains("is stray") }, "\(found)")
  }

  func testAFileIsMissing() throws {
    try remove("Tests/GraderTests/02-OrgChart/E0203Grader.swift")
    try expect("Tests/GraderTests/02-OrgChart/E0203Grader.swift is missing")
  }

  func testADemandThatNobodyTeaches() throws {
    try replace(
      "\"000-8\": \"Watching a value\",", with: "", in: "Chapters/02-OrgChart/chapter.json")
    try expect("no chapter teaches demand 000-8", "under 'demands'")
  }

  func testTooFewWrongAnswers() throws {
    for name in ["DoesNotIndent", "DoesNotSort"] {
      try remove("Tests/GraderTests/Wrong/E0203/\(name).swift")
    }
    try expect("Tests/GraderTests/Wrong/E0203 has 1 wrong answers", "write two")
  }

  func testSwiftThatNothingProves() throws {
    try replace(
      "```swift check\nfunc show(", with: "```swift\nfunc show(",
      in: "Chapters/02-OrgChart/chapter.md")
    try expect("Chapters/02-OrgChart/chapter.md:", "head a block of Swift")
  }

  // MARK: - The program

  private func corebook(_ words: String...) throws -> (status: Int32, text: String) {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("corebook")
    var process = LimitedProcess(
      program.path,
      ["--root", folder.path, "--home", folder.path + "/home", "check-workbook"] + words, in: folder
    )
    process.environment = ProcessInfo.processInfo.environment
    let result = try process.run()
    guard case .exited(let status) = result.ending else { return (-1, result.output) }
    return (status, result.output)
  }

  func testAWrongAnswerThatPasses() throws {
    let solution = folder.appendingPathComponent("Solutions/01-GettingStarted/E0101_Greeting.swift")
    let wrong = "Tests/GraderTests/Wrong/E0101/IsRight.swift"
    try FileManager.default.copyItem(at: solution, to: folder.appendingPathComponent(wrong))
    let (status, text) = try corebook("E0101")
    XCTAssertEqual(status, 1, text)
    XCTAssertTrue(text.contains("\(wrong): passed, and a wrong answer must fail: make "), text)
    XCTAssertTrue(text.contains("E0101Grader.swift refuse it"), text)
    XCTAssertTrue(text.contains("\n1 problem: "), text)
    try remove(wrong)
    let whole = try corebook("E0101")
    XCTAssertEqual(whole.status, 0, whole.text)
    XCTAssertTrue(
      whole.text.contains("this part of the workbook is whole: 0 chapters, 1 exercises"), whole.text
    )
  }

  func testAStaleTranscript() throws {
    try replace(
      "1|2|Admiral Grace", with: "1|3|Admiral Grace", in: "Chapters/01-GettingStarted/chapter.md")
    let root = WorkbookRoot(folder)
    let found = try ChapterCheck(try root.chapter("1"), root: root).transcriptProblems()
    XCTAssertEqual(found.count, 1, "\(found)")
    XCTAssertTrue(found[0].hasPrefix("Chapters/01-GettingStarted/chapter.md:"), found[0])
    XCTAssertTrue(found[0].contains("UPDATE_GOLDENS=1"), found[0])
  }
}
