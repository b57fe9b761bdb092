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

  /// A problem with a name that is not there: the message, and the nearest of `candidates`; where none is
  /// near, and the message gives no advice itself, those there are.
  package static func unknown(
    _ message: String, _ name: Spelled, among candidates: some Sequence<String>
  ) -> Problem {
    guard let nearest = Suggestion.nearest(to: name.text, among: candidates) else {
      let hasAdvice = message.contains(";") || message.contains(", not '")
      return Problem(message + (hasAdvice ? "" : list(Array(candidates))), at: name.span)
    }
    return Problem("\(message); did you mean '\(nearest)'?", at: name.span)
  }

  /// How many names are listed.
  private static let mostListed = 8

  private static func list(_ candidates: [String]) -> String {
    var known: Set<String> = []
    let candidates = candidates.filter { known.insert($0).inserted }
    guard !candidates.isEmpty else { return "; there are none" }
    let shown = candidates.prefix(mostListed).joined(separator: ", ")
    let more = candidates.count - mostListed
    return "; \(candidates.count == 1 ? "there is" : "there are") \(shown)"
      + (more > 0 ? " and \(more) more" : "")
  }
}

extension Problem {
  /// A command that ends too early, or goes on otherwise, with where its form is shown.
  func pointing(to keyword: Keyword) -> Problem {
    guard message.hasPrefix("expected "), !message.contains(";") else { return self }
    var problem = self
    problem.message += "; .help \(keyword.rawValue) shows the form"
    return problem
  }
}
