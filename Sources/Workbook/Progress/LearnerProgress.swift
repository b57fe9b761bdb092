/// What a person has done in the workbook.
package struct LearnerProgress: Codable, Sendable, Equatable {
  /// How far a chapter has been read.
  package struct InChapter: Codable, Sendable, Equatable {
    /// The step to go on with.
    package var step = 1
    /// The ids of the tasks that were done.
    package var done: Set<String> = []
    /// How many hints were taken, by task.
    package var hints: [String: Int] = [:]

    package init() {}
  }

  /// How an exercise stands.
  package struct InExercise: Codable, Sendable, Equatable {
    package var state = ExerciseState.untouched
    package var hints = 0
    /// Whether the solution was asked for before the exercise was passed.
    package var gaveUp = false
    package var attempts = 0

    package init() {}
  }

  package var version = 1
  package var chapters: [String: InChapter] = [:]
  package var exercises: [String: InExercise] = [:]

  package init() {}
}

/// How far an exercise is.
package enum ExerciseState: String, Codable, Sendable, CaseIterable {
  case untouched, attempted, passed
}
