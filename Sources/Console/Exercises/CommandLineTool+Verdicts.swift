internal import Foundation
internal import Workbook

/// How the verdict on an exercise is told.
extension CommandLineTool {
  func say(_ verdict: Verdict, _ exercise: Exercise, _ desk: ExerciseDesk, isLong: Bool) {
    let seconds = String(format: "%.1f s", verdict.seconds)
    let name = "\(exercise.id) \(exercise.title)"
    switch verdict.outcome {
    case .passed:
      output.writeStyled("\(colored("passed", "32")): \(name) (\(seconds))")
      sayCost(verdict, exercise)
      sayPrinted(verdict)
    case .notAttempted:
      output.write("not attempted yet: \(name)")
      if isLong { output.write("  " + exercise.file(in: desk.place.root).path) }
    default:
      output.writeStyled("\(colored(verdict.outcome.rawValue, "31")): \(name) (\(seconds))")
      for failure in verdict.failures {
        output.writeWords("  \(failure.test):")
        output.writeWords(indented(failure.message, by: "    "))
      }
      if !verdict.detail.isEmpty { output.writeWords(indented(verdict.detail, by: "  ")) }
      sayPrinted(verdict)
      if isLong { output.write("  corebook exercises hint \(exercise.id) helps") }
    }
  }

  /// What the learner's own `print` said.
  private func sayPrinted(_ verdict: Verdict) {
    guard !verdict.printed.isEmpty, verdict.detail.isEmpty else { return }
    output.write("  your code printed:")
    output.write(indented(verdict.printed, by: "    "))
  }

  /// What a right answer cost beside the solution, so that a fetch for each object does not hide.
  private func sayCost(_ verdict: Verdict, _ exercise: Exercise) {
    guard let cost = verdict.cost, let solution = exercise.cost,
      solution.statements + cost.statements > 0
    else { return }
    output.write("  it cost \(cost.words)")
    guard cost != solution else { return output.write("  and so does the solution") }
    output.write("  the solution costs \(solution.words)")
    guard cost.statements > 2 * solution.statements + 2 else { return }
    output.write("  that is many statements: is there a fetch, or a fault, for each object?")
  }

  private func indented(_ text: String, by front: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { front + $0 }
      .joined(separator: "\n")
  }

  private func colored(_ text: String, _ code: String) -> String {
    session.settings.usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
