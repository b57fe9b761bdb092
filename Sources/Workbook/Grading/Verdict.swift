/// What grading an exercise came to.
package struct Verdict: Codable, Sendable, Equatable {
  package enum Outcome: String, Codable, Sendable, CaseIterable {
    case passed, failed
    case notAttempted = "not attempted"
    case didNotBuild = "did not build"
    case crashed
    case timedOut = "timed out"
    /// The program ended without the report that a whole run leaves.
    case tampered
  }

  /// A failed assertion.
  package struct Failure: Codable, Sendable, Equatable {
    package let test: String
    package let message: String

    package init(test: String, message: String) {
      self.test = test
      self.message = message
    }
  }

  /// What the answer had the store and the contexts do, in all tests together.
  package struct Cost: Codable, Sendable, Equatable {
    package let statements: Int
    package let rows: Int
    package let faults: Int
    package let saves: Int

    /// Reads four numbers with blanks between.
    init?(_ text: String) {
      let numbers = text.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 4 else { return nil }
      (statements, rows, faults, saves) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// In a sentence's words.
    package var words: String {
      func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
      }
      return [
        count(statements, "statement"), count(rows, "row"), count(faults, "fault"),
        count(saves, "save"),
      ].joined(separator: ", ")
    }
  }

  package let exercise: String
  package let outcome: Outcome
  package var failures: [Failure] = []
  /// What the compiler said, or how the program ended.
  package var detail = ""
  /// What the answer printed.
  package var printed = ""
  package var seconds = 0.0
  /// nil when the program did not come to its end.
  package var cost: Cost?

  package init(
    _ exercise: String, _ outcome: Outcome, failures: [Failure] = [], detail: String = ""
  ) {
    self.exercise = exercise
    self.outcome = outcome
    self.failures = failures
    self.detail = detail
  }
}
