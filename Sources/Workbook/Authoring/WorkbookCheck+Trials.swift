internal import Dispatch
internal import Synchronization

extension WorkbookCheck {
  /// Grades every solution, wrong answer and stub, several at once.
  ///
  /// - Parameters:
  ///   - progress: told how many of all are graded, from any thread.
  ///   - tell: told of each exercise, in order: how many answers it has, and what is wrong with them.
  /// - Throws: ``WorkbookError`` when an answer cannot be graded, and it is not the answer's fault.
  package func gradeAll(
    _ grading: ExerciseGrading, progress: @escaping @Sendable (Int, Int) -> Void,
    tell: (Exercise, Int, [String]) -> Void
  ) throws(WorkbookError) {
    try grading.modules.build { _ in }
    _ = try grading.modules.sharedLibrary()
    let trials = trials()
    let results = TrialResults(of: trials)
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: trials.count) { index in
        let trial = trials[index]
        do throws(WorkbookError) {
          let verdict = try self.verdict(trial, grading)
          results.add(trial, .success(self.problem(trial, verdict)), progress)
        } catch {
          results.add(trial, .failure(error), progress)
        }
      }
    }
    for exercise in exercises {
      let found = results.wait(for: exercise.id)
      var problems: [String] = []
      for result in found {
        switch result {
        case .success(let problem): if let problem { problems.append(problem) }
        case .failure(let error): throw error
        }
      }
      tell(exercise, found.count, problems)
    }
  }
}

/// What came of each exercise's answers, as they are graded.
private final class TrialResults: Sendable {
  typealias Outcome = Result<String?, WorkbookError>

  private struct State {
    var outcomes: [String: [(name: String, outcome: Outcome)]] = [:]
    var count = 0
  }

  private let state = Mutex(State())
  private let waiting: [String: DispatchGroup]
  private let total: Int

  init(of trials: [WorkbookCheck.Trial]) {
    total = trials.count
    let groups = Dictionary(grouping: trials, by: \.exercise.id).mapValues { trials in
      let group = DispatchGroup()
      for _ in trials { group.enter() }
      return group
    }
    waiting = groups
  }

  func add(
    _ trial: WorkbookCheck.Trial, _ outcome: Outcome, _ progress: (Int, Int) -> Void
  ) {
    let count = state.withLock { state in
      state.outcomes[trial.exercise.id, default: []].append((trial.name, outcome))
      state.count += 1
      return state.count
    }
    progress(count, total)
    waiting[trial.exercise.id]?.leave()
  }

  /// Waits until all answers to an exercise are graded.
  func wait(for id: String) -> [Outcome] {
    waiting[id]?.wait()
    let found = state.withLock { $0.outcomes[id] ?? [] }
    return found.sorted { $0.name < $1.name }.map(\.outcome)
  }
}
