internal import CoreData
package import Foundation
internal import ScratchFolders
internal import Synchronization

/// Grades many submissions, several at once, each answer apart from all others.
///
/// What has been graded is kept, by exercise, answer and grader: equal answers are graded once, and
/// a run that was interrupted goes on where it stopped.
package final class ClassGrading: Sendable {
  package let catalog: ExerciseCatalog
  private let grading: ExerciseGrading
  private let memory: URL
  /// What a verdict depends on besides the answer and its grader.
  private let conditions: String
  private let known = Mutex<[String: Verdict]>([:])

  /// - Parameters:
  ///   - root: the teacher's checkout: graders and models come from here.
  ///   - home: where verdicts are kept.
  ///   - limits: what each answer may take.
  package init(
    root: WorkbookRoot, home: URL, limits: LimitedProcess.Limits
  ) throws(WorkbookError) {
    catalog = try ExerciseCatalog(root: root)
    var grading = ExerciseGrading(root: root)
    grading.limits = limits
    grading.isSandboxed = true
    self.grading = grading
    conditions = Self.conditions(of: grading, root)
    TemporaryFolder.sweep()
    memory = home.appendingPathComponent("grades", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: memory, withIntermediateDirectories: true)
    } catch {
      throw WorkbookError("cannot make \(memory.path): \(error.localizedDescription)")
    }
  }

  /// The limits, the models, what is given with the exercises, and the library.
  private static func conditions(of grading: ExerciseGrading, _ root: WorkbookRoot) -> String {
    let pristine = PristineFiles(root: root)
    // Without chapters nothing is given; the catalog of exercises has said so.
    let keys = ((try? root.chapters()) ?? []).map(\.key)
    let given = keys.flatMap { key in
      pristine.files(of: key).map { pristine.folder(of: key).appendingPathComponent($0) }
        + ((try? root.models(of: key)) ?? []).flatMap { model in
          (FileManager.default.subpaths(atPath: model.path) ?? []).sorted()
            .map { model.appendingPathComponent($0) }
        }
    }
    let prints = given.compactMap { FileManager.default.contents(atPath: $0.path) }
      .map { Fingerprint.of($0) }
    let library = BuiltModules.date(of: grading.modules.modules(of: "CoreData"))
    return (prints + ["\(grading.limits)", "\(library ?? .distantPast)"]).joined(separator: " ")
  }

  /// What the teacher should know of how answers are kept apart.
  package var notice: String? {
    guard !Sandbox.isAvailable else { return nil }
    let front =
      "bubblewrap cannot be used here: answers run within limits of time, memory and file size, "
    return getuid() == 0
      ? front + "as users of their own, but can read this machine's files and reach the network"
      : front + "but as you: they can read and change your files, end your programs and reach the "
        + "network. Install bubblewrap, or grade on a machine that has nothing else"
  }

  /// An answer to be graded, by whomever it was handed in.
  private struct Job {
    let key: String
    let data: Data
    let exercise: Exercise
  }

  /// What is known of a submission's exercise before anything is graded.
  private enum Cell {
    case settled(Verdict)
    case job(String)
  }

  /// Grades every submission.
  ///
  /// - Parameters:
  ///   - submissions: the folders.
  ///   - progress: told how many answers of all that must be graded are done, from any thread.
  package func grade(
    _ submissions: [Submission], progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(WorkbookError) -> GradeReport {
    try grading.modules.build { _ in }
    _ = try grading.modules.sharedLibrary()
    var rows: [[Cell]] = []
    var jobs: [String: Job] = [:]
    for submission in submissions {
      var row: [Cell] = []
      for exercise in catalog.exercises { row.append(try cell(submission, exercise, &jobs)) }
      rows.append(row)
    }
    try gradeAll(jobs.values.sorted { $0.key < $1.key }, progress)
    let verdicts = known.withLock { $0 }
    return GradeReport(
      exercises: catalog.exercises.map { GradeReport.Column(id: $0.id, title: $0.title) },
      rows: zip(submissions, rows).map { submission, cells in
        GradeReport.Row(
          submission: submission.name,
          verdicts: cells.compactMap { cell in
            switch cell {
            case .settled(let verdict): verdict
            case .job(let key): verdicts[key]
            }
          })
      })
  }

  private func cell(
    _ submission: Submission, _ exercise: Exercise, _ jobs: inout [String: Job]
  ) throws(WorkbookError) -> Cell {
    switch submission.answer(to: exercise) {
    case .missing:
      return .settled(Verdict(exercise.id, .notAttempted, detail: "there is no such file"))
    case .refused(let outcome, let reason):
      return .settled(Verdict(exercise.id, outcome, detail: reason))
    case .text(let data):
      let stub = try PristineFiles(root: catalog.root).text(of: exercise)
      if data == Data(stub.utf8) { return .settled(Verdict(exercise.id, .notAttempted)) }
      let grader = FileManager.default.contents(atPath: exercise.grader(in: catalog.root).path)
      let key =
        "\(exercise.id)-\(Fingerprint.of(data))-"
        + Fingerprint.of((grader ?? Data()) + Data(conditions.utf8))
      jobs[key] = Job(key: key, data: data, exercise: exercise)
      return .job(key)
    }
  }

  private func gradeAll(
    _ jobs: [Job], _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(WorkbookError) {
    let failure = Mutex<WorkbookError?>(nil)
    let done = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: jobs.count) { index in
      guard failure.withLock({ $0 == nil }) else { return }
      do throws(WorkbookError) {
        try self.settle(jobs[index])
      } catch {
        failure.withLock { $0 = error }
      }
      progress(
        done.withLock {
          $0 += 1
          return $0
        }, jobs.count)
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Grades an answer unless that was done before, in this run or an earlier one.
  private func settle(_ job: Job) throws(WorkbookError) {
    if known.withLock({ $0[job.key] != nil }) { return }
    let file = memory.appendingPathComponent(job.key + ".json")
    if let kept = FileManager.default.contents(atPath: file.path),
      // A verdict that cannot be read is found anew.
      let verdict = try? JSONDecoder().decode(Verdict.self, from: kept)
    {
      known.withLock { $0[job.key] = verdict }
      return
    }
    let verdict = try fresh(job.data, job.exercise)
    known.withLock { $0[job.key] = verdict }
    // What is not remembered is graded again next time.
    try? JSONEncoder().encode(verdict).write(to: file, options: .atomic)
  }

  private func fresh(_ data: Data, _ exercise: Exercise) throws(WorkbookError) -> Verdict {
    let folder = try GradingFolder()
    let answer = folder.url.appendingPathComponent(exercise.fileName)
    do {
      try data.write(to: answer)
    } catch {
      throw WorkbookError("cannot write \(answer.path): \(error.localizedDescription)")
    }
    var grading = self.grading
    grading.seed = Fingerprint.number(of: data)
    return try withExtendedLifetime(folder) { () throws(WorkbookError) in
      try grading.grade(exercise, answer: answer)
    }
  }
}

/// A short name for a content, and no other content has the same: its SHA-256.
enum Fingerprint {
  static func of(_ data: Data) -> String {
    Digest.sha256(Array(data)).prefix(16).map {
      String($0 / 16, radix: 16) + String($0 % 16, radix: 16)
    }
    .joined()
  }

  static func number(of data: Data) -> UInt64 {
    Digest.sha256(Array(data)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
