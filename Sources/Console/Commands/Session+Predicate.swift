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
      throw misread(text, error)
    } catch {
      throw Problem(ErrorText.problem(error).message, at: text.span)
    }
    try checkKeys(of: parsed, text, on: entity, aliases: aliases)
    predicateTexts.append(text)
    // The columns of a dictionary result are variables of HAVING.
    let variables = text.variables.filter { !aliases.contains($0.text) }
    guard !variables.isEmpty else { return parsed }
    var values: [String: Any] = [:]
    for variable in variables {
      values[variable.text] = try substitution(for: variable)
    }
    return parsed.withSubstitutionVariables(values)
  }

  /// A predicate that cannot be read; a word that is nearly an operator is taken for a misspelt one.
  private func misread(_ text: PredicateText, _ error: PredicateSyntaxError) -> Problem {
    let word = text.text.dropFirst(error.position).prefix { $0.isLetter || $0 == "_" }
    var problem = Problem(
      "the predicate is wrong here: expected \(error.expected)",
      at: text.span(ofCharacters: error.position..<(error.position + max(1, word.count))))
    if let meant = Self.meant(by: String(text.text.dropFirst(error.position))) {
      problem.message += "; write '\(meant)'"
    } else if error.expected.hasPrefix("a comparison operator"),
      let nearest = Suggestion.nearest(
        to: String(word), among: PredicateOperators.words.sorted())
    {
      problem.message += "; did you mean '\(nearest)'?"
    }
    return problem
  }

  /// What another language's condition is in NSPredicate's.
  private static func meant(by rest: String) -> String? {
    let words = rest.lowercased().split { $0.isWhitespace || $0 == ")" }.prefix(3).map(String.init)
    guard words.first == "is" else { return nil }
    let isNegated = words.dropFirst().first == "not"
    let value = words.dropFirst(isNegated ? 2 : 1).first
    let isNil = ["nil", "null", "none"].contains(value)
    return (isNegated ? "!=" : "==") + (isNil ? " nil" : "")
  }

  /// What `$NAME` stands for in a predicate.
  private func substitution(for variable: Spelled) throws(Problem) -> Any {
    switch try self.variable(variable) {
    case .object(let object): object
    case .objects(let objects): objects
    case .value(let value, _): value ?? NSNull()
    }
  }

  /// The problem of an error that names a part of a predicate of the running command, with its place.
  func problem(_ error: any Error) -> Problem {
    var problem = ErrorText.problem(error)
    guard problem.span == nil, !(error is Problem),
      let part = (error as NSError).userInfo[PredicateErrorKey.part] as? PredicatePart
    else { return problem }
    for text in predicateTexts {
      // Of several texts it is in one; without a place the problem is told without.
      guard let place = try? PredicateParser.pieces(text.text).place(of: part) else { continue }
      problem.span = text.span(ofCharacters: place)
      break
    }
    return problem
  }
}
