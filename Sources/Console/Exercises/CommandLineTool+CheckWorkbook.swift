internal import Foundation
internal import Workbook

/// `corebook check-workbook`, for authors.
extension CommandLineTool {
  /// - Parameter names: chapters and exercises; everything if there are none.
  func checkWorkbook(_ names: [String]) throws(Problem) -> Int32 {
    let begin = Date()
    let place = try workbookPlace()
    let check: WorkbookCheck
    do {
      check = try WorkbookCheck(root: place.root, only: names)
    } catch {
      throw Problem(error.message, kind: names.isEmpty ? .file : .usage)
    }
    var count = 0
    func tell(_ what: String, _ problems: [String]) {
      count += problems.count
      if !problems.isEmpty || !options.isQuiet {
        output.write(problems.isEmpty ? "ok: \(what)" : "\(problems.count) wrong: \(what)")
      }
      for problem in problems { output.write(problem) }
      output.flush()
    }
    tell("files", try reading { () throws(WorkbookError) in try check.fileProblems() })
    let all = try reading { () throws(WorkbookError) in try place.root.chapters() }
    tell("demands", DemandTable.problems(in: all))
    for chapter in check.chapters {
      let own = ChapterCheck(chapter, root: place.root)
      tell("transcripts of \(chapter.key)", try own.transcriptProblems())
      tell("Swift of \(chapter.key)", try own.programProblems())
      tell("tasks of \(chapter.key)", try own.taskProblems())
    }
    let answers = try checkAnswers(check, ExerciseGrading(root: place.root), tell)
    let seconds = Int(Date().timeIntervalSince(begin))
    let extent =
      "\(check.chapters.count) chapters, \(check.exercises.count) exercises, \(answers) answers "
      + "graded, in \(seconds / 60) min \(seconds % 60) s"
    output.write(
      count == 0
        ? "\(check.isPart ? "this part of the workbook" : "the workbook") is whole: \(extent)"
        : "\(count) problem\(count == 1 ? "" : "s"): \(extent)")
    return count == 0 ? ExitStatus.success : ExitStatus.failure
  }

  /// Grades what the authors say of each exercise; how many answers that were.
  private func checkAnswers(
    _ check: WorkbookCheck, _ grading: ExerciseGrading, _ tell: (String, [String]) -> Void
  ) throws(Problem) -> Int {
    var answers = 0
    try reading { () throws(WorkbookError) in
      try grading.modules.build { output.error($0) }
      try check.gradeAll(grading, progress: progressBar()) { exercise, count, problems in
        answers += count
        clearProgressBar()
        tell("\(exercise.id): solution, \(count - 2) wrong answers, stub", problems)
      }
    }
    return answers
  }
}
