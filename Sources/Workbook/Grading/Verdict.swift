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

  package let exercise: String
  package let outcome: Outcome
  package var failures: [Failure] = []
  /// What the compiler said, or how the program ended.
  package var detail = ""
  package var seconds = 0.0

  package init(
    _ exercise: String, _ outcome: Outcome, failures: [Failure] = [], detail: String = ""
  ) {
    self.exercise = exercise
    self.outcome = outcome
    self.failures = failures
    self.detail = detail
  }
}
