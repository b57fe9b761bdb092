package import Foundation
internal import Synchronization

/// Grades many submissions, several at once, each answer apart from all others.
///
/// What has been graded is kept, by exercise, answer and grader: equal answers are graded once, and
/// a run that was interrupted goes on where it stopped.
package final class ClassGrading: Sendable {
  package let catalog: ExerciseCatalog
  private let grading: ExerciseGrading
  private let memory: URL
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
    memory = home.appendingPathComponent("grades", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: memory, withIntermediateDirectories: true)
    } catch {
      throw WorkbookError("cannot make \(memory.path): \(error.localizedDescription)")
    }
  }

  /// What the teacher should know of how answers are kept apart.
  package var notice: String? {
    Sandbox.isAvailable
      ? nil
      : "bubblewrap cannot be used here: answers run within limits of time, memory and file size, "
        + "but can read this machine's files and reach the network"
  }

  /// Grades every submission.
  ///
  /// - Parameters:
  ///   - submissions: the folders.
  ///   - progress: told how many answers of all are done, from any thread.
  package func grade(
    _ submissions: [Submission], progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(WorkbookError) -> GradeReport {
    try grading.modules.build { _ in }
    _ = try grading.modules.sharedLibrary()
    let exercises = catalog.exercises
    let total = submissions.count * exercises.count
    let verdicts = Mutex([Verdict?](repeating: nil, count: total))
    let failure = Mutex<WorkbookError?>(nil)
    let done = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: total) { index in
      guard failure.withLock({ $0 == nil }) else { return }
      let submission = submissions[index / exercises.count]
      do throws(WorkbookError) {
        let verdict = try self.verdict(on: submission, exercises[index % exercises.count])
        verdicts.withLock { $0[index] = verdict }
      } catch {
        failure.withLock { $0 = error }
      }
      progress(
        done.withLock {
          $0 += 1; return $0
        }, total)
    }
    if let error = failure.withLock({ $0 }) { throw error }
    let all = verdicts.withLock { $0.compactMap { $0 } }
    return GradeReport(
      exercises: exercises.map { GradeReport.Column(id: $0.id, title: $0.title) },
      rows: submissions.enumerated().map { index, submission in
        let start = index * exercises.count
        return GradeReport.Row(
          submission: submission.name, verdicts: Array(all[start..<start + exercises.count]))
      })
  }

  private func verdict(
    on submission: Submission, _ exercise: Exercise
  ) throws(WorkbookError) -> Verdict {
    switch submission.answer(to: exercise) {
    case .missing: return Verdict(exercise.id, .notAttempted, detail: "there is no such file")
    case .refused(let outcome, let reason):
      return Verdict(exercise.id, outcome, detail: reason)
    case .text(let data):
      let stub = try PristineFiles(root: catalog.root).text(of: exercise)
      if data == Data(stub.utf8) { return Verdict(exercise.id, .notAttempted) }
      return try remembered(data, exercise)
    }
  }

  private func remembered(_ data: Data, _ exercise: Exercise) throws(WorkbookError) -> Verdict {
    let grader = FileManager.default.contents(atPath: exercise.grader(in: catalog.root).path)
    let key = "\(exercise.id)-\(Fingerprint.of(data))-\(Fingerprint.of(grader ?? Data()))"
    if let verdict = known.withLock({ $0[key] }) { return verdict }
    let file = memory.appendingPathComponent(key + ".json")
    if let kept = FileManager.default.contents(atPath: file.path),
      let verdict = try? JSONDecoder().decode(Verdict.self, from: kept)
    {
      return verdict
    }
    let verdict = try fresh(data, exercise)
    known.withLock { $0[key] = verdict }
    try? JSONEncoder().encode(verdict).write(to: file, options: .atomic)
    return verdict
  }

  private func fresh(_ data: Data, _ exercise: Exercise) throws(WorkbookError) -> Verdict {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("corebook-answer-\(UUID().uuidString)")
    let answer = folder.appendingPathComponent(exercise.fileName)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try data.write(to: answer)
    } catch {
      throw WorkbookError("cannot write \(answer.path): \(error.localizedDescription)")
    }
    var grading = self.grading
    grading.seed = Fingerprint.number(of: data)
    return try grading.grade(exercise, answer: answer)
  }
}

/// A short name for a content (FNV-1a, 64 bits, twice with different beginnings).
enum Fingerprint {
  static func of(_ data: Data) -> String {
    [number(of: data), number(of: data, from: 0x84222325cbf29ce4)]
      .map { String($0, radix: 16) }.joined()
  }

  static func number(of data: Data, from start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    data.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
