package import Foundation

/// What an author wants to know of the workbook: stubs untouched and skipped, solutions that pass,
/// wrong answers that are refused, hints, names, no stray files.
package struct WorkbookCheck: Sendable {
  let catalog: ExerciseCatalog
  let root: WorkbookRoot
  /// The chapters whose text is checked.
  package let chapters: [Chapter]
  /// The exercises whose answers are checked, in order.
  package let exercises: [Exercise]
  /// Whether something was left out.
  package let isPart: Bool

  /// - Parameters:
  ///   - root: the workbook.
  ///   - names: chapters and exercises; everything if there are none.
  package init(root: WorkbookRoot, only names: [String] = []) throws(WorkbookError) {
    self.root = root
    catalog = try ExerciseCatalog(root: root)
    let all = try root.chapters()
    var chapters = names.isEmpty ? all : []
    var exercises = names.isEmpty ? catalog.exercises : []
    for name in names {
      // A name that is no exercise's may be a chapter's.
      if let exercise = try? catalog.exercise(name) {
        exercises.append(exercise)
      } else {
        guard let chapter = try? root.chapter(name) else {
          throw WorkbookError(
            "there is no chapter or exercise '\(name)'; corebook exercises list names them")
        }
        chapters.append(chapter)
        exercises += catalog.exercises.filter { $0.chapterKey == chapter.key }
      }
    }
    self.chapters = chapters
    self.exercises = exercises
    isPart = !names.isEmpty
  }

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
    return exercises.flatMap { exercise in
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

  /// What is wrong with a trial's verdict, in which file, and what to do; nil when it is as it must be.
  package func problem(_ trial: Trial, _ verdict: Verdict) -> String? {
    let path = relative(trial.answer)
    let grader = relative(trial.exercise.grader(in: root))
    let said = verdict.explanation.isEmpty ? "" : "\n" + verdict.explanation
    let came = "\(path): \(verdict.outcome.rawValue)"
    switch trial.kind {
    case .solution where verdict.outcome != .passed:
      return "\(came), and a solution must pass: mend it, or \(grader)\(said)"
    case .solution where verdict.cost != trial.exercise.cost:
      return
        "\(path): costs.json says \(trial.exercise.cost?.words ?? "nothing"), and it costs "
        + "\(verdict.cost?.words ?? "nothing"): see why, or write the costs down with "
        + "UPDATE_GOLDENS=1 swift test --filter WorkbookCheckTests"
    case .stub where verdict.outcome != .notAttempted:
      return "\(came), and a stub must be skipped by every test: see \(grader)\(said)"
    case .wrong where ![.failed, .crashed, .timedOut].contains(verdict.outcome):
      return "\(came), and a wrong answer must fail: make \(grader) refuse it\(said)"
    default: return nil
    }
  }

  /// A path as seen from the workbook's folder.
  func relative(_ url: URL) -> String {
    let front = root.url.standardizedFileURL.path + "/"
    let path = url.standardizedFileURL.path
    return path.hasPrefix(front) ? String(path.dropFirst(front.count)) : path
  }
}
