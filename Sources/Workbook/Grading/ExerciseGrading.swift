package import Foundation

/// Builds one exercise with the pristine stubs of the others, and grades it in a process of its own.
package struct ExerciseGrading: Sendable {
  package let root: WorkbookRoot
  package let modules: BuiltModules
  package var limits = LimitedProcess.Limits()
  /// Whether the answer is a stranger's, to be kept away from the machine.
  package var isSandboxed = false
  /// What the unseen data depends on.
  package var seed: UInt64 = 1

  package init(root: WorkbookRoot) {
    self.root = root
    modules = BuiltModules(root: root)
  }

  /// Grades a file as an answer to an exercise.
  ///
  /// - Parameters:
  ///   - exercise: the exercise.
  ///   - file: the answer, wherever it lies.
  ///   - given: the folder of the stubs and of what is given with them; the pristine ones unless told.
  /// - Throws: ``WorkbookError`` when it is not the answer's fault.
  package func grade(
    _ exercise: Exercise, answer file: URL, given: URL? = nil
  ) throws(WorkbookError) -> Verdict {
    let begin = Date()
    // What is no text of UTF-8 the compiler refuses.
    if let word = SourceScreen.complaint(
      about: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
    {
      return Verdict(
        exercise.id, .tampered,
        detail:
          "\(file.lastPathComponent) says \(word), which no exercise needs and graders do not "
          + "allow, not even in a comment")
    }
    try Compiler().check()
    let work = try GradingFolder()
    let library = try modules.sharedLibrary()
    let given = given ?? PristineFiles(root: root).folder(of: exercise.chapterKey)
    var builder = ExerciseBuild(
      exercise: exercise, root: root, modules: modules, folder: work.url, library: library)
    if isSandboxed { builder.limits = ExerciseBuild.strangersLimits }
    var verdict: Verdict
    do {
      try builder.buildAnswer(file, given: given)
      try builder.buildGrader()
      verdict = try run(builder)
    } catch let error as CompilerComplaint {
      verdict = Verdict(exercise.id, .didNotBuild, detail: error.text)
    } catch let error as WorkbookError {
      throw error
    } catch {
      throw WorkbookError("\(error)")
    }
    verdict.seconds = Date().timeIntervalSince(begin)
    return verdict
  }

  private func run(_ build: ExerciseBuild) throws(WorkbookError) -> Verdict {
    let key = ReportSeal.freshKey()
    let scratch = build.folder.appendingPathComponent("scratch")
    mkdir(scratch.path, 0o777)
    chmod(scratch.path, 0o1777)
    let runtime = URL(fileURLWithPath: Compiler().path).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("../lib/swift/linux").standardizedFileURL
    let sandbox = Sandbox(readable: [root.chaptersFolder, build.folder, build.library, runtime])
    let words = isSandboxed ? sandbox.words(for: build.program.path) : [build.program.path]
    var process = LimitedProcess(words[0], Array(words.dropFirst()), in: build.folder)
    process.limits = limits
    process.input = key + "\n"
    process.environment = [
      "COREBOOK_ROOT": root.url.path, "COREBOOK_SEED": String(seed), "TMPDIR": scratch.path,
      "SWIFT_BACKTRACE": "enable=no",
      "HOME": scratch.path, "PATH": "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8",
    ]
    let result = try process.run()
    let report = GraderReport(result.report, key: key)
    var verdict = self.verdict(result, report, build.exercise, count: build.testCount)
    if verdict.outcome == .passed || verdict.outcome == .failed { verdict.cost = report.cost }
    verdict.printed = Self.printed(result.output, without: report.said)
    return verdict
  }

  /// How the program ended; bubblewrap tells a signal as a status above 128.
  private func ending(of result: LimitedProcess.Result) -> LimitedProcess.Ending {
    guard isSandboxed, case .exited(let status) = result.ending, status > 128 else {
      return result.ending
    }
    return status - 128 == SIGXCPU ? .timedOut : .killed(signal: status - 128)
  }

  /// What an answer printed, without what XCTest prints.
  ///
  /// - Parameters:
  ///   - output: both together.
  ///   - said: the messages of the failures, which may be of several lines.
  package static func printed(_ output: String, without said: [String]) -> String {
    let rest = said.reduce(output) { $0.replacingOccurrences(of: " : " + $1 + "\n", with: "\n") }
    let lines = rest.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      ![
        "Test Suite '", "Test Case '", "\t Executed ", "<EXPR>:",
      ].contains { line.hasPrefix($0) } && !line.contains(": error: ")
    }
    return String(lines.joined(separator: "\n").prefix(4_000))
      .trimmingCharacters(in: .newlines)
  }

  /// What a program that crashed said of it: Swift's own line, else the end of what it printed.
  package static func lastWords(_ output: String) -> String {
    let lines = output.split(separator: "\n").map(String.init)
    let fatal = lines.filter { $0.contains("Fatal error") && !$0.contains("Thread ") }
    return fatal.first ?? String(output.suffix(600))
  }

  /// How a signal is called in a verdict.
  package static func name(ofSignal signal: Int32) -> String {
    switch signal {
    case SIGILL, SIGTRAP: "a trap: a fatal error, a forced unwrap of nil, an overflow"
    case SIGSEGV, SIGBUS: "a bad access to memory: often a function that calls itself for ever"
    case SIGKILL: "the limits: it took too much memory or time"
    default: "signal \(signal)"
    }
  }

  private func verdict(
    _ result: LimitedProcess.Result, _ report: GraderReport, _ exercise: Exercise, count: Int
  ) -> Verdict {
    let last = report.started.last.map { " in \($0)" } ?? ""
    switch ending(of: result) {
    case .timedOut:
      return Verdict(
        exercise.id, .timedOut, failures: report.failures,
        detail: "it ran longer than \(Int(limits.seconds)) seconds\(last)")
    case .killed(let signal):
      return Verdict(
        exercise.id, .crashed, failures: report.failures,
        detail: "it was ended by \(Self.name(ofSignal: signal))\(last)\n"
          + Self.lastWords(result.output))
    case .exited(let status):
      let isWhole = report.hasEnded && Set(report.finished).count == count
      // One test fails always, so that the program never ends as if none had.
      guard isWhole, report.isTrue, status == 1 else {
        return Verdict(
          exercise.id, .tampered, failures: report.failures,
          detail: "the program ended with status \(status)\(last), without the grader's report\n"
            + String(result.output.suffix(600)))
      }
    }
    guard report.failures.isEmpty else {
      return Verdict(exercise.id, .failed, failures: report.failures)
    }
    if report.skipped.count == count { return Verdict(exercise.id, .notAttempted) }
    guard report.skipped.isEmpty else {
      return Verdict(
        exercise.id, .failed,
        failures: report.skipped.map {
          Verdict.Failure(test: $0, message: "a part of it is not attempted yet: try todo()")
        })
    }
    return Verdict(exercise.id, .passed)
  }
}
