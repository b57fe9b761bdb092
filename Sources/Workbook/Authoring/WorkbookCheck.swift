package import Foundation

/// What an author wants to know of the workbook: stubs untouched and skipped, solutions that pass,
/// wrong answers that are refused, hints, names, no stray files.
package struct WorkbookCheck: Sendable {
  private let catalog: ExerciseCatalog
  private let root: WorkbookRoot

  package init(root: WorkbookRoot) throws(WorkbookError) {
    self.root = root
    catalog = try ExerciseCatalog(root: root)
  }

  // MARK: - Files

  /// What is wrong with the files, without running anything.
  package func fileProblems() throws(WorkbookError) -> [String] {
    var problems: [String] = []
    for exercise in catalog.exercises { problems += try self.problems(of: exercise) }
    for chapter in try root.chapters() {
      problems += strayFiles(in: chapter)
      problems += unprovedSwift(in: chapter)
    }
    let ids = catalog.exercises.map(\.id)
    if Set(ids).count != ids.count { problems.append("two exercises have the same id") }
    return problems
  }

  private func problems(of exercise: Exercise) throws(WorkbookError) -> [String] {
    var problems: [String] = []
    let name = exercise.fileName
    let stub = try PristineFiles(root: root).text(of: exercise)
    if exercise.hints.count != 3 { problems.append("\(name): a ladder has three hints") }
    if !stub.contains("try todo()") { problems.append("\(name): the stub does not say try todo()") }
    if !stub.contains("/// # \(exercise.title)\n") {
      problems.append("\(name): the comment is not headed '\(exercise.title)'")
    }
    let front = String(format: "E%02d", exercise.chapterNumber)
    if !exercise.id.hasPrefix(front) { problems.append("\(name): the id begins with \(front)") }
    for url in [exercise.file(in: root), exercise.solution(in: root), exercise.grader(in: root)]
    where !FileManager.default.fileExists(atPath: url.path) {
      problems.append("\(name): there is no \(url.path)")
    }
    if exercise.wrongAnswers(in: root).count < 2 {
      problems.append("\(name): there must be two wrong answers at least")
    }
    let solution = FileManager.default.contents(atPath: exercise.solution(in: root).path) ?? Data()
    if String(decoding: solution, as: UTF8.self).contains("todo()") {
      problems.append("\(name): the solution says todo()")
    }
    return problems
  }

  /// What a folder of exercises or solutions has that it should not, or lacks.
  private func strayFiles(in chapter: Chapter) -> [String] {
    let key = chapter.key
    guard catalog.exercises.contains(where: { $0.chapterKey == key }) else {
      return chapter.later == nil ? ["\(key) has no exercises"] : []
    }
    let wanted = Set(PristineFiles(root: root).files(of: key) + ["coredata-models.txt"])
    var problems: [String] = []
    for folder in [root.exercisesFolder, root.solutionsFolder] {
      let path = folder.appendingPathComponent(key).path
      let found = Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      for name in found.symmetricDifference(wanted).sorted() {
        problems.append("\(path): \(name) is \(found.contains(name) ? "stray" : "missing")")
      }
    }
    return problems
  }

  /// Swift in a chapter's text that nothing compiles: a block is headed `swift check`, or
  /// `swift given`, and then it stands so in the files that are given to the learner.
  private func unprovedSwift(in chapter: Chapter) -> [String] {
    let pristine = PristineFiles(root: root)
    let given = pristine.files(of: chapter.key).map { name in
      let url = pristine.folder(of: chapter.key).appendingPathComponent(name)
      return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    }
    let url = chapter.folder.appendingPathComponent("chapter.md")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return Markdown(parsing: text).blocks.compactMap { placed in
      guard case .code(let info, let code) = placed.block, info.hasPrefix("swift") else {
        return nil
      }
      let place = "\(chapter.key)/chapter.md:\(placed.line)"
      switch info {
      case "swift check": return nil
      case "swift given":
        return given.contains { $0.contains(code) } ? nil : "\(place): this is not given anywhere"
      default: return "\(place): a block of Swift is headed 'swift check' or 'swift given'"
      }
    }
  }

  // MARK: - Grading

  /// An answer to be graded, and what must come of it.
  package struct Trial: Sendable {
    package let exercise: Exercise
    package let answer: URL
    /// The folder of what is given with it.
    package let given: URL
    package let kind: Kind

    package enum Kind: String, Sendable {
      /// Passes, at the cost that is written down.
      case solution
      /// Is refused.
      case wrong
      /// Is skipped as not attempted, by every test.
      case stub
    }

    package var name: String { "\(exercise.id) \(kind.rawValue) \(answer.lastPathComponent)" }
  }

  /// Every solution, every wrong answer, every stub.
  package func trials() -> [Trial] {
    let pristine = PristineFiles(root: root)
    return catalog.exercises.flatMap { exercise in
      let key = exercise.chapterKey
      let solutions = root.solutionsFolder.appendingPathComponent(key)
      let right = Trial(
        exercise: exercise, answer: exercise.solution(in: root), given: solutions, kind: .solution)
      let wrong = exercise.wrongAnswers(in: root).map {
        Trial(exercise: exercise, answer: $0, given: solutions, kind: .wrong)
      }
      let stubs = pristine.folder(of: key)
      let stub = Trial(
        exercise: exercise, answer: stubs.appendingPathComponent(exercise.fileName), given: stubs,
        kind: .stub)
      return [right] + wrong + [stub]
    }
  }

  /// Grades a trial.
  package func verdict(
    _ trial: Trial, _ grading: ExerciseGrading
  ) throws(WorkbookError) -> Verdict {
    try grading.grade(trial.exercise, answer: trial.answer, given: trial.given)
  }

  /// What is wrong with a trial's verdict; nil when it is as it must be.
  package func problem(_ trial: Trial, _ verdict: Verdict) -> String? {
    let said = verdict.failures.map(\.message).joined(separator: "\n") + verdict.detail
    switch trial.kind {
    case .solution: break
    case .stub:
      return verdict.outcome == .notAttempted
        ? nil : "\(trial.name) \(verdict.outcome.rawValue), and must be skipped: \(said)"
    case .wrong:
      let isRefused = [.failed, .crashed, .timedOut].contains(verdict.outcome)
      return isRefused ? nil : "\(trial.name) \(verdict.outcome.rawValue), and must fail: \(said)"
    }
    guard verdict.outcome == .passed else {
      return "\(trial.name) \(verdict.outcome.rawValue), and must pass: \(said)"
    }
    guard verdict.cost == trial.exercise.cost else {
      return
        "\(trial.name): costs.json says \(trial.exercise.cost?.words ?? "nothing"), and it costs "
        + (verdict.cost?.words ?? "nothing")
    }
    return nil
  }
}
