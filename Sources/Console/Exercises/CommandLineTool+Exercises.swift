internal import Foundation
internal import Workbook

/// `corebook exercises …`
extension CommandLineTool {
  func runExercises(_ words: [String]) throws(Problem) -> Int32 {
    let desk = try ExerciseDesk(workbookPlace())
    let verb = words.first ?? "list"
    let id = words.dropFirst().first
    guard words.count <= 2 else { return usage("exercises \(verb) takes one exercise at most") }
    if ["list", "next"].contains(verb), id != nil {
      return usage("exercises \(verb) takes no exercise")
    }
    guard ["text", "json"].contains(options.form ?? "text") else {
      return usage("--as takes text or json here")
    }
    if isJSON, ["hint", "reset", "solution", "watch"].contains(verb) {
      return usage(
        "exercises \(verb) answers in text only; list, next, show and check take --as json")
    }
    switch verb {
    case "list": return try listExercises(desk)
    case "next": return try nextExercise(desk)
    case "show": return try showExercise(desk, desk.chosenOrNext(id))
    case "check": return try checkExercises(desk, id)
    case "hint": return try hint(desk, desk.chosenOrNext(id))
    case "reset": return try resetExercises(desk, id)
    case "solution": return try showSolution(desk, desk.chosen(id))
    case "watch": return try watch(desk, desk.chosenOrNext(id))
    default:
      let known = ["list", "next", "show", "check", "hint", "reset", "solution", "watch"]
      let nearest = Suggestion.nearest(to: verb, among: known).map { "; did you mean '\($0)'?" }
      return usage("there is no 'exercises \(verb)'\(nearest ?? "")")
    }
  }

  private func usage(_ message: String) -> Int32 {
    output.errorWords("error: \(message)")
    output.errorWords(UsageError.usage(["exercises"]))
    return ExitStatus.usage
  }

  private var isJSON: Bool { options.form == "json" }

  func writeJSON(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      output.write(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      output.error("error: this has no form in JSON: \(error)")
    }
  }

  // MARK: - Looking

  private func listExercises(_ desk: ExerciseDesk) throws(Problem) -> Int32 {
    let entries = try desk.entries()
    if isJSON {
      writeJSON(["exercises": entries])
      return ExitStatus.success
    }
    var chapter = ""
    for entry in entries {
      if entry.chapter != chapter {
        chapter = entry.chapter
        let own = entries.filter { $0.chapter == chapter }
        output.write("\(chapter)  \(desk.title(of: chapter))  \(bar(own))")
      }
      let hints = entry.hintsUsed > 0 ? "  (hints: \(entry.hintsUsed))" : ""
      let mark = entry.state == .passed ? "x" : entry.state == .attempted ? "-" : " "
      output.write("  [\(mark)] \(entry.id)  \(entry.title)  \(entry.state.rawValue)\(hints)")
    }
    output.write("all chapters  \(bar(entries))")
    return ExitStatus.success
  }

  private func bar(_ entries: [ExerciseDesk.Entry]) -> String {
    let done = entries.filter { $0.state == .passed }.count
    guard !options.isPlain, !entries.isEmpty else { return "\(done) of \(entries.count) passed" }
    let filled = done * 20 / entries.count
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: 20 - filled) + "] \(done)/\(entries.count)"
  }

  private func nextExercise(_ desk: ExerciseDesk) throws(Problem) -> Int32 {
    guard let exercise = try desk.firstUnfinished() else {
      output.write("every exercise is passed")
      return ExitStatus.success
    }
    return try showExercise(desk, exercise)
  }

  private func showExercise(_ desk: ExerciseDesk, _ exercise: Exercise) throws(Problem) -> Int32 {
    let entry = try desk.entry(exercise)
    if isJSON {
      writeJSON(entry)
      return ExitStatus.success
    }
    let text = try reading { () throws(WorkbookError) in try desk.catalog.text(of: exercise) }
    let renderer = MarkdownRenderer(
      width: session.settings.textWidth, codeWidth: session.settings.screenWidth,
      usesColor: session.settings.usesColor,
      isPlain: options.isPlain)
    output.write("\(exercise.id), \(entry.state.rawValue): \(entry.path)")
    output.writeStyled(renderer.text(Markdown(parsing: text)))
    output.write("")
    let given = desk.given(with: exercise).joined(separator: ", ")
    if !given.isEmpty { output.write("The chapter's classes are in \(given), beside it.") }
    output.write("Edit the file, then: corebook exercises check \(exercise.id)")
    return ExitStatus.success
  }

  // MARK: - Checking

  private func checkExercises(_ desk: ExerciseDesk, _ id: String?) throws(Problem) -> Int32 {
    let exercises: [Exercise]
    if options.takesAll {
      exercises = desk.catalog.exercises
    } else if let id {
      exercises = [try desk.chosen(id)]
    } else {
      guard let next = try desk.firstUnfinished() else {
        output.write("every exercise is passed; check --all checks them again")
        return ExitStatus.success
      }
      exercises = [next]
    }
    let grading = try self.grading(desk)
    var verdicts: [Verdict] = []
    for exercise in exercises {
      let verdict = try check(exercise, desk, grading)
      verdicts.append(verdict)
      if !isJSON { say(verdict, exercise, desk, isLong: exercises.count == 1) }
    }
    if isJSON { writeJSON(["verdicts": verdicts]) }
    return verdicts.map(\.outcome.exitStatus).max() ?? ExitStatus.success
  }

  private func grading(_ desk: ExerciseDesk) throws(Problem) -> ExerciseGrading {
    var grading = ExerciseGrading(root: desk.place.root)
    if let text = options.timeout {
      guard let seconds = Double(text), seconds > 0 else {
        throw Problem("--timeout takes a number of seconds, not '\(text)'", kind: .usage)
      }
      grading.limits.seconds = seconds
    }
    try reading { () throws(WorkbookError) in
      try grading.modules.build { self.output.error($0) }
    }
    return grading
  }

  private func check(
    _ exercise: Exercise, _ desk: ExerciseDesk, _ grading: ExerciseGrading
  ) throws(Problem) -> Verdict {
    if try desk.isUntouched(exercise) {
      try desk.record(exercise, .notAttempted)
      return Verdict(exercise.id, .notAttempted)
    }
    let verdict = try reading { () throws(WorkbookError) in
      try grading.grade(exercise, answer: exercise.file(in: desk.place.root))
    }
    try desk.record(exercise, verdict.outcome)
    return verdict
  }

  /// Grades the file whenever it is saved, until the program is interrupted.
  private func watch(_ desk: ExerciseDesk, _ exercise: Exercise) throws(Problem) -> Int32 {
    let file = exercise.file(in: desk.place.root)
    let grading = try self.grading(desk)
    output.write("watching \(file.path); Ctrl-C ends it")
    output.flush()
    var seen: Date?
    while output.isOpen {
      let date = FileDates.modified(file)
      if date != seen, date != nil {
        seen = date
        say(try check(exercise, desk, grading), exercise, desk, isLong: true)
        output.flush()
      }
      usleep(200_000)
    }
    return ExitStatus.success
  }

  // MARK: - Help

  private func hint(_ desk: ExerciseDesk, _ exercise: Exercise) throws(Problem) -> Int32 {
    let number = try desk.takeHint(exercise)
    let count = exercise.hints.count
    output.write("Hint \(number) of \(count)\(number == count ? ", the last" : ""):")
    let renderer = MarkdownRenderer(
      width: session.settings.textWidth, codeWidth: session.settings.screenWidth,
      usesColor: session.settings.usesColor,
      isPlain: options.isPlain)
    output.writeStyled(renderer.text(Markdown(parsing: exercise.hints[number - 1])))
    return ExitStatus.success
  }

  private func showSolution(_ desk: ExerciseDesk, _ exercise: Exercise) throws(Problem) -> Int32 {
    output.write(try desk.solution(exercise, givesUp: options.givesUp))
    return ExitStatus.success
  }

  private func resetExercises(_ desk: ExerciseDesk, _ id: String?) throws(Problem) -> Int32 {
    let exercises = options.takesAll ? desk.catalog.exercises : [try desk.chosen(id)]
    for exercise in exercises {
      let kept = try desk.reset(exercise)
      let note = kept.map { "; yours is kept as \($0)" } ?? ""
      if !options.isQuiet { output.write("\(exercise.id) is as it was\(note)") }
    }
    return ExitStatus.success
  }
}

extension Verdict.Outcome {
  /// The exit status of the console's contract (§1).
  var exitStatus: Int32 {
    switch self {
    case .passed: ExitStatus.success
    case .failed, .notAttempted: ExitStatus.failure
    case .didNotBuild: 4
    case .timedOut, .crashed: 5
    case .tampered: 6
    }
  }
}

/// When files were changed.
enum FileDates {
  static func modified(_ url: URL) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return attributes?[.modificationDate] as? Date
  }
}
