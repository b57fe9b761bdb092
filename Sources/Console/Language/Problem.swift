/// What went wrong with a command: the message a person reads, the place it concerns, and a
/// further line of advice.
package struct Problem: Error, Sendable, Equatable {
  /// How a problem decides the exit status of the program.
  package enum Kind: Sendable, Equatable {
    /// The command failed: status 1.
    case command
    /// A file could not be opened: status 3.
    case file
    /// The command line was wrong: status 2.
    case usage
  }

  package var message: String
  package var span: Span?
  package var kind: Kind

  package init(_ message: String, at span: Span? = nil, kind: Kind = .command) {
    self.message = message
    self.span = span
    self.kind = kind
  }

  /// What a command says that a person stopped.
  static let interrupted = Problem("interrupted")

  /// A problem with a misspelt name: the message, and the nearest of `candidates`, if any is near.
  package static func unknown(
    _ message: String, _ name: Spelled, among candidates: some Sequence<String>
  ) -> Problem {
    guard let nearest = Suggestion.nearest(to: name.text, among: candidates) else {
      return Problem(message, at: name.span)
    }
    return Problem("\(message); did you mean '\(nearest)'?", at: name.span)
  }
}
