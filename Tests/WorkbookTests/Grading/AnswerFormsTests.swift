import Foundation
import Workbook
import XCTest

/// Answers that are right in another way than the solution, and answers that declare more than they should.
final class AnswerFormsTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = try Package.scratch()
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  private func verdict(
    _ id: String, _ change: (String) -> String
  ) throws -> Verdict {
    let exercise = try ExerciseCatalog(root: Package.root).exercise(id)
    let solution = try String(contentsOf: exercise.solution(in: Package.root), encoding: .utf8)
    let answer = folder.appendingPathComponent(exercise.fileName)
    try change(solution).write(to: answer, atomically: true, encoding: .utf8)
    return try ExerciseGrading(root: Package.root).grade(exercise, answer: answer)
  }

  /// The grader is compiled against the answer, not against what the package's build left of the chapter.
  func testAClassMayBeFinal() throws {
    let verdict = try verdict("E0503") {
      $0.replacingOccurrences(of: "\nclass Booking", with: "\nfinal class Booking")
    }
    XCTAssertEqual(verdict.outcome, .passed, verdict.explanation)
  }

  func testAClassMayHaveMore() throws {
    let verdict = try verdict("E0904") {
      $0.replacingOccurrences(
        of: "  var lines: [String] = []",
        with: "  let first = 1.5\n  func other() {}\n  var lines: [String] = []\n  var last = \"\"")
    }
    XCTAssertEqual(verdict.outcome, .passed, verdict.explanation)
  }

  func testAFunctionNeedNotThrow() throws {
    let verdict = try verdict("E0203") { $0.replacingOccurrences(of: " throws ->", with: " ->") }
    XCTAssertEqual(verdict.outcome, .passed, verdict.explanation)
  }

  /// What the learner prints is told, without what XCTest prints.
  func testWhatIsPrinted() throws {
    let verdict = try verdict("E0203") {
      $0.replacingOccurrences(
        of: "throws -> String {\n", with: "throws -> String {\n  print(\"here\")\n  return ")
    }
    XCTAssertEqual(verdict.outcome, .passed, verdict.explanation)
    XCTAssertEqual(verdict.printed, "here\nhere")
  }

  func testWhatIsPrintedBesideFailures() throws {
    let verdict = try verdict("E0203") {
      $0.replacingOccurrences(
        of: "throws -> String {\n", with: "throws -> String {\n  print(\"here\")\n  return \"\"\n")
    }
    XCTAssertEqual(verdict.outcome, .failed, verdict.explanation)
    XCTAssertEqual(verdict.printed, "here\nhere")
  }

  /// An error brings others with it in the file that is written for the answer; the learner sees his own.
  func testAnErrorIsTheLearners() throws {
    let verdict = try verdict("E0203") {
      $0.replacingOccurrences(
        of: "throws -> String {\n", with: "throws -> String {\n  let number: Int = \"\"\n")
    }
    XCTAssertEqual(verdict.outcome, .didNotBuild)
    XCTAssertTrue(verdict.detail.contains("E0203_TreeOfEmployees.swift:"), verdict.detail)
    XCTAssertFalse(verdict.detail.contains("+CoreData.swift"), verdict.detail)
  }

  // MARK: - Shadowing

  private func expectRefusal(
    _ id: String, _ code: String, _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let verdict = try verdict(id) { $0 + "\n" + code }
    XCTAssertEqual(
      verdict.outcome, .didNotBuild, verdict.explanation, file: file, line: line)
    XCTAssertTrue(verdict.detail.contains(name), verdict.detail, file: file, line: line)
  }

  /// A comparison that always holds, where the grader compares texts.
  func testAnOperatorOfTheAnswersOwn() throws {
    try expectRefusal("E0203", "func != (one: String, other: String) -> Bool { false }", "!=")
  }

  /// A fetch that fits better than the context's own.
  func testAMethodOfTheAnswersOwn() throws {
    try expectRefusal(
      "E0203",
      """
      extension NSManagedObjectContext {
        func fetch(_ request: NSFetchRequest<Person>) throws -> [Person] { [] }
      }
      """, "fetch")
  }

  /// The same is nobody's business where the grader cannot see it.
  func testPrivateHelpersAreFine() throws {
    let verdict = try verdict("E0203") {
      $0 + "\nprivate func != (one: String, other: String) -> Bool { false }\n"
        + "private extension NSManagedObjectContext {\n"
        + "  func fetch(_ request: NSFetchRequest<Person>) throws -> [Person] { [] }\n}\n"
    }
    XCTAssertEqual(verdict.outcome, .passed, verdict.explanation)
  }
}
