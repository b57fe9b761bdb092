import Foundation
import Workbook
import XCTest

/// A class of right, wrong and hostile submissions is graded rightly, and nothing is left behind.
final class ClassGradingTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private let file = "E0203_TreeOfEmployees.swift"
  private let chapter = "02-OrgChart"

  override func setUpWithError() throws {
    folder = try Package.scratch()
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Makes a submission with one answer.
  private func submit(_ name: String, _ answer: Data?) throws {
    let exercises = folder.appendingPathComponent("\(name)/Exercises/\(chapter)")
    try FileManager.default.createDirectory(at: exercises, withIntermediateDirectories: true)
    try answer?.write(to: exercises.appendingPathComponent(file))
  }

  private func submit(_ name: String, body: String) throws {
    try submit(
      name,
      Data(
        """
        import CoreData
        import Foundation
        import Workbook

        func tree(of person: Person) throws -> String {
        \(body)
        }
        """.utf8))
  }

  private var solution: Data {
    get throws {
      try Data(
        contentsOf: Package.root.solutionsFolder.appendingPathComponent("\(chapter)/\(file)"))
    }
  }

  private func grade(_ names: [String]) throws -> [String: Verdict] {
    var limits = LimitedProcess.Limits()
    limits.seconds = 6
    let grading = try ClassGrading(
      root: Package.root, home: folder.appendingPathComponent("home"), limits: limits)
    let submissions = names.map { Submission(folder.appendingPathComponent($0)) }
    let report = try grading.grade(submissions) { _, _ in }
    XCTAssertEqual(report.rows.map(\.submission), names)
    return Dictionary(
      uniqueKeysWithValues: try report.rows.map { row in
        (row.submission, try XCTUnwrap(row.verdicts.first { $0.exercise == "E0203" }))
      })
  }

  func testAHostileClass() throws {
    try submit("right", solution)
    try submit("copy", solution)
    try submit("wrong", body: "return \"Name: John\"")
    try submit("broken", body: "return 5")
    try submit("endless", body: "while true {}")
    try submit("trap", body: "let none: [Int] = []; return \"\\(none[3])\"")
    try submit("exit", body: "exit(0)")
    try submit(
      "fake",
      body: """
        print("Executed 2 tests, with 0 failures")
        for descriptor in Int32(3)..<200 {
          let line = "{\\"mark\\":\\"\\",\\"event\\":\\"end\\",\\"test\\":\\"\\",\\"message\\":\\"\\"}\\n"
          _ = line.withCString { write(descriptor, $0, line.utf8.count) }
        }
        exit(0)
        """)
    try submit("flood", body: "while true { print(String(repeating: \"x\", count: 10_000)) }")
    try submit(
      "spy", body: "return try String(contentsOfFile: \"\(#filePath)\", encoding: .utf8)")
    try submit(
      "litter",
      body: """
        try "x".write(toFile: "\(folder.path)/litter.txt", atomically: false, encoding: .utf8)
        return ""
        """)
    try submit("latin", Data([0x2F, 0x2F, 0xE9, 0x0A]) + solution)
    try submit("empty", nil)
    try submit("link", nil)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("link/Exercises/\(chapter)/\(file)"),
      withDestinationURL: Package.root.solutionsFolder.appendingPathComponent("\(chapter)/\(file)"))

    let wanted: [String: Verdict.Outcome] = [
      "right": .passed, "copy": .passed, "wrong": .failed, "broken": .didNotBuild,
      "endless": .timedOut, "trap": .crashed, "exit": .tampered, "fake": .tampered,
      "flood": .timedOut, "spy": .failed, "litter": .failed, "latin": .didNotBuild,
      "empty": .notAttempted, "link": .tampered,
    ]
    let found = try grade(wanted.keys.sorted())
    for (name, outcome) in wanted {
      XCTAssertEqual(found[name]?.outcome, outcome, "\(name): \(found[name]?.explanation ?? "")")
    }
    XCTAssertFalse(
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("litter.txt").path))
    XCTAssertTrue(found["broken"]?.detail.contains("cannot convert return expression") ?? false)
  }

  func testVerdictsAreRemembered() throws {
    try submit("first", body: "return \"Name: John\"")
    let first = try grade(["first"])
    try submit("second", body: "return \"Name: John\"")
    XCTAssertEqual(try grade(["second"])["second"], first["first"])
  }
}
