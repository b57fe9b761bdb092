import CoreData
import PredicateCore

extension Session {
  /// The predicate that a text says, its `$NAME`s replaced by what they stand for.
  func predicate(
    _ text: PredicateText, on entity: NSEntityDescription, aliases: Set<String> = []
  ) throws(Problem) -> NSPredicate {
    let parsed: NSPredicate
    do {
      parsed = try NSPredicate.parse(text.text)
    } catch let error as PredicateSyntaxError {
      let offset = Self.scalarOffset(error.position, in: text.text)
      let start = min(text.span.start + offset, text.span.end)
      throw Problem(
        "the predicate is wrong here: expected \(error.expected)",
        at: Span(start: start, end: min(start + 1, text.span.end)))
    } catch {
      throw Problem(ErrorText.problem(error).message, at: text.span)
    }
    try checkKeys(of: parsed, text, on: entity, aliases: aliases)
    guard !text.variables.isEmpty else { return parsed }
    var values: [String: Any] = [:]
    for variable in text.variables {
      values[variable.text] = try substitution(for: variable)
    }
    return parsed.withSubstitutionVariables(values)
  }

  /// What `$NAME` stands for in a predicate.
  private func substitution(for variable: Spelled) throws(Problem) -> Any {
    switch try self.variable(variable) {
    case .object(let object): object
    case .objects(let objects): objects
    case .value(let value, _): value ?? NSNull()
    }
  }

  private static func scalarOffset(_ characters: Int, in text: String) -> Int {
    text.prefix(max(0, characters)).unicodeScalars.count
  }
}
