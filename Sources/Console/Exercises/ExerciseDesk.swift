internal import Foundation
internal import Workbook

/// A learner's exercises: their files, and how far each is.
struct ExerciseDesk {
  /// How an exercise stands, as `--as json` tells it.
  struct Entry: Encodable {
    let id: String
    let chapter: String
    let title: String
    let state: ExerciseState
    let path: String
    let hints: Int
    let hintsUsed: Int
    let gaveUp: Bool
  }

  let place: WorkbookPlace
  let catalog: ExerciseCatalog
  private let pristine: PristineFiles

  init(_ place: WorkbookPlace) throws(Problem) {
    self.place = place
    catalog = try reading { () throws(WorkbookError) in try ExerciseCatalog(root: place.root) }
    pristine = PristineFiles(root: place.root)
  }

  func title(of chapter: String) -> String { catalog.chapterTitles[chapter] ?? chapter }

  // MARK: - Finding

  /// The exercise a person names.
  func chosen(_ id: String?) throws(Problem) -> Exercise {
    guard let id else {
      throw Problem("which exercise? corebook exercises list names them", kind: .usage)
    }
    do {
      return try catalog.exercise(id)
    } catch {
      throw Problem(error.message)
    }
  }

  /// The exercise a person names, else the one to do next.
  func chosenOrNext(_ id: String?) throws(Problem) -> Exercise {
    if id == nil, let next = try firstUnfinished() { return next }
    return try chosen(id)
  }

  /// The first exercise that is not passed.
  func firstUnfinished() throws(Problem) -> Exercise? {
    let entries = try self.entries()
    return zip(catalog.exercises, entries).first { $0.1.state != .passed }?.0
  }

  func entries() throws(Problem) -> [Entry] {
    var entries: [Entry] = []
    for exercise in catalog.exercises { entries.append(try entry(exercise)) }
    return entries
  }

  func entry(_ exercise: Exercise) throws(Problem) -> Entry {
    let own = try progress().exercises[exercise.id] ?? .init()
    var state = own.state
    if state != .passed { state = try isUntouched(exercise) ? .untouched : .attempted }
    return Entry(
      id: exercise.id, chapter: exercise.chapterKey, title: exercise.title, state: state,
      path: exercise.file(in: place.root).path, hints: exercise.hints.count,
      hintsUsed: own.hints, gaveUp: own.gaveUp)
  }

  private func progress() throws(Problem) -> LearnerProgress {
    try reading { () throws(WorkbookError) in try place.progress.read() }
  }

  /// Whether the learner's file is the stub still.
  func isUntouched(_ exercise: Exercise) throws(Problem) -> Bool {
    let file = exercise.file(in: place.root)
    guard let data = FileManager.default.contents(atPath: file.path) else {
      throw Problem("\(file.path) is missing; exercises reset \(exercise.id) brings it back")
    }
    return data == Data(try stub(exercise).utf8)
  }

  private func stub(_ exercise: Exercise) throws(Problem) -> String {
    try reading { () throws(WorkbookError) in try pristine.text(of: exercise) }
  }

  /// The names of the files that are given with an exercise.
  func given(with exercise: Exercise) -> [String] {
    let own = Set(catalog.exercises.map(\.fileName))
    return pristine.files(of: exercise.chapterKey).filter { !own.contains($0) }
  }

  // MARK: - Remembering

  /// Keeps what a check came to.
  func record(_ exercise: Exercise, _ outcome: Verdict.Outcome) throws(Problem) {
    try update(exercise) { own in
      if outcome == .notAttempted {
        own.state = .untouched
      } else {
        own.attempts += 1
        own.state = outcome == .passed ? .passed : .attempted
      }
    }
  }

  private func update(
    _ exercise: Exercise, _ change: (inout LearnerProgress.InExercise) -> Void
  ) throws(Problem) {
    try reading { () throws(WorkbookError) in
      try place.progress.update { progress in
        change(&progress.exercises[exercise.id, default: .init()])
      }
    }
  }

  /// Counts one more hint taken; its number.
  func takeHint(_ exercise: Exercise) throws(Problem) -> Int {
    let given = try progress().exercises[exercise.id]?.hints ?? 0
    let number = min(given + 1, exercise.hints.count)
    guard number > 0 else { throw Problem("there is no hint for \(exercise.id)") }
    try update(exercise) { $0.hints = number }
    return number
  }

  /// The solution, once the exercise is passed or the learner gives up.
  func solution(_ exercise: Exercise, givesUp: Bool) throws(Problem) -> String {
    let own = try progress().exercises[exercise.id] ?? .init()
    guard own.state == .passed || own.gaveUp || givesUp else {
      throw Problem(
        "\(exercise.id) is not passed yet; exercises solution \(exercise.id) --give-up shows the "
          + "solution all the same")
    }
    if own.state != .passed { try update(exercise) { $0.gaveUp = true } }
    let url = exercise.solution(in: place.root)
    guard let data = FileManager.default.contents(atPath: url.path) else {
      throw Problem("cannot read \(url.path)", kind: .file)
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Puts the stub back.
  ///
  /// - Returns: where the learner's file is kept, if it differed.
  func reset(_ exercise: Exercise) throws(Problem) -> String? {
    let file = exercise.file(in: place.root)
    let manager = FileManager.default
    var kept: URL?
    do {
      if manager.fileExists(atPath: file.path), try !isUntouched(exercise) {
        let free = freeName(for: file)
        try manager.createDirectory(
          at: free.deletingLastPathComponent(), withIntermediateDirectories: true)
        try manager.moveItem(at: file, to: free)
        kept = free
      }
      try stub(exercise).write(to: file, atomically: true, encoding: .utf8)
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem("cannot reset \(file.path): \(error.localizedDescription)", kind: .file)
    }
    try update(exercise) { $0.state = .untouched }
    return kept.map { "Exercises/mine/\($0.lastPathComponent)" }
  }

  /// `Exercises/mine/E0203_….swift`, or with a number where that is taken: beside the chapters'
  /// folders, where the build does not look.
  private func freeName(for file: URL) -> URL {
    let folder = place.root.exercisesFolder.appendingPathComponent("mine", isDirectory: true)
    let stem = file.deletingPathExtension().lastPathComponent
    var candidate = folder.appendingPathComponent(stem + ".swift")
    var number = 2
    while FileManager.default.fileExists(atPath: candidate.path) {
      candidate = folder.appendingPathComponent("\(stem)-\(number).swift")
      number += 1
    }
    return candidate
  }
}
