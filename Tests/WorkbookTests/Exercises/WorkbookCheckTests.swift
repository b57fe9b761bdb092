import Foundation
import Workbook
import XCTest

/// The workbook is whole: what `corebook check-workbook` finds is nothing.
final class WorkbookCheckTests: XCTestCase {
  func testFiles() throws {
    XCTAssertEqual(try WorkbookCheck(root: Package.root).fileProblems(), [])
  }

  /// A learner's exercises that still say `try todo()` are the stubs, byte for byte.
  func testStubsArePristine() throws {
    let pristine = PristineFiles(root: Package.root)
    for exercise in try ExerciseCatalog(root: Package.root).exercises {
      let text = try String(contentsOf: exercise.file(in: Package.root), encoding: .utf8)
      guard text.contains("  try todo()\n}") else { continue }
      XCTAssertEqual(text, try pristine.text(of: exercise), exercise.fileName)
    }
  }

  /// Every solution passes and every wrong answer is refused, each in a process of its own.
  func testEveryAnswer() throws {
    let check = try WorkbookCheck(root: Package.root)
    let grading = ExerciseGrading(root: Package.root)
    try grading.modules.build { print($0) }
    _ = try grading.modules.sharedLibrary()
    let trials = check.trials()
    XCTAssertGreaterThan(trials.count, 30)
    let problems = Problems()
    DispatchQueue.concurrentPerform(iterations: trials.count) { index in
      do {
        if let problem = try check.problem(trials[index], grading) { problems.add(problem) }
      } catch {
        problems.add("\(trials[index].name): \(error)")
      }
    }
    XCTAssertEqual(problems.all, [])
  }
}

private final class Problems: @unchecked Sendable {
  // @unchecked Sendable: the list is guarded by the lock.
  private let lock = NSLock()
  private var list: [String] = []

  func add(_ problem: String) { lock.withLock { list.append(problem) } }

  var all: [String] { lock.withLock { list.sorted() } }
}

/// Every demand of the texts is reached by a step, or listed as a later chapter's.
final class DemandTableTests: XCTestCase {
  func testEveryDemand() throws {
    XCTAssertEqual(DemandTable.problems(in: try Package.root.chapters()), [])
  }
}
