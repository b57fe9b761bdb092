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

  /// Every solution passes at the cost that is written down, every wrong answer is refused, and every
  /// stub is skipped, each in a process of its own. `UPDATE_GOLDENS=1` writes the costs down, and fails.
  func testEveryAnswer() throws {
    let check = try WorkbookCheck(root: Package.root)
    let grading = ExerciseGrading(root: Package.root)
    try grading.modules.build { print($0) }
    _ = try grading.modules.sharedLibrary()
    let trials = check.trials()
    XCTAssertGreaterThan(trials.count, 90)
    let results = Results()
    DispatchQueue.concurrentPerform(iterations: trials.count) { index in
      results.add(trials[index].name, Result { try check.verdict(trials[index], grading) })
    }
    guard ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == nil else {
      return try recordCosts(trials, results)
    }
    let problems = trials.compactMap { trial in
      switch results[trial.name] {
      case .success(let verdict): check.problem(trial, verdict)
      case .failure(let error): "\(trial.name): \(error)"
      case nil: "\(trial.name): nothing"
      }
    }
    XCTAssertEqual(problems, [])
  }

  private func recordCosts(_ trials: [WorkbookCheck.Trial], _ results: Results) throws {
    for (key, trials) in Dictionary(grouping: trials, by: \.exercise.chapterKey) {
      var costs = try SolutionCosts(of: key, in: Package.root)
      for trial in trials where trial.kind == .solution {
        costs.byExercise[trial.exercise.id] = try results[trial.name]?.get().cost
      }
      try costs.write()
    }
    XCTFail("recorded the costs; look at them, then run without UPDATE_GOLDENS")
  }
}

private final class Results: @unchecked Sendable {
  // @unchecked Sendable: the table is guarded by the lock.
  private let lock = NSLock()
  private var byName: [String: Result<Verdict, any Error>] = [:]

  func add(_ name: String, _ result: Result<Verdict, any Error>) {
    lock.withLock { byName[name] = result }
  }

  subscript(name: String) -> Result<Verdict, any Error>? { lock.withLock { byName[name] } }
}

/// Every demand of the texts is reached by a step, or listed as a later chapter's.
final class DemandTableTests: XCTestCase {
  func testEveryDemand() throws {
    XCTAssertEqual(DemandTable.problems(in: try Package.root.chapters()), [])
  }
}
