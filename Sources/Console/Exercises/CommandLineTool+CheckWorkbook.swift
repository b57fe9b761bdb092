internal import Foundation
internal import Workbook

/// `corebook check-workbook`, for authors.
extension CommandLineTool {
  func checkWorkbook() throws(Problem) -> Int32 {
    let place = try workbookPlace()
    let check = try reading { () throws(WorkbookError) in try WorkbookCheck(root: place.root) }
    var count = 0
    func tell(_ what: String, _ problems: [String]) {
      count += problems.count
      output.write(problems.isEmpty ? "ok: \(what)" : "\(problems.count) wrong: \(what)")
      for problem in problems { output.write(problem) }
      output.flush()
    }
    tell("files", try reading { () throws(WorkbookError) in try check.fileProblems() })
    let chapters = try reading { () throws(WorkbookError) in try place.root.chapters() }
    tell("demands", DemandTable.problems(in: chapters))
    for chapter in chapters {
      let own = ChapterCheck(chapter, root: place.root)
      tell("transcripts of \(chapter.key)", try own.transcriptProblems())
      tell("Swift of \(chapter.key)", try own.programProblems())
      tell("tasks of \(chapter.key)", try own.taskProblems())
    }
    let grading = ExerciseGrading(root: place.root)
    try reading { () throws(WorkbookError) in try grading.modules.build { output.error($0) } }
    for trial in check.trials() {
      let verdict = try reading { () throws(WorkbookError) in try check.verdict(trial, grading) }
      let problem = check.problem(trial, verdict)
      tell(trial.name, problem.map { [$0] } ?? [])
    }
    output.write(count == 0 ? "the workbook is whole" : "\(count) problems")
    return count == 0 ? ExitStatus.success : ExitStatus.failure
  }
}
