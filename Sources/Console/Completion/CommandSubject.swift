import CoreData

/// What a command is about, as far as it has been typed: its first word, its entity, and the
/// variables that its subqueries bind.
struct CommandSubject {
  let verb: String
  let entity: NSEntityDescription?
  private var variables: [String: NSEntityDescription] = [:]

  init(_ text: String, in session: Session) {
    let words = text.split { $0.isWhitespace }.map(String.init)
    verb = words.first ?? ""
    let place =
      switch verb {
      case "fetch", "insert", "count", "controller": 1
      case "delete": words.count > 1 && words[1] == "dry" ? 2 : 1
      case "batch": 2
      default: words.count
      }
    entity = words.count > place ? session.stack?.model.entitiesByName[words[place]] : nil
    let pattern = #/(?i)SUBQUERY\s*\(\s*([$\w.]+)\s*,\s*\$(\w+)\s*,/#
    for match in text.matches(of: pattern) {
      var keys = match.output.1.split(separator: ".").map(String.init)[...]
      var owner = entity
      if let first = keys.first, first.hasPrefix("$") {
        owner = variables[String(first.dropFirst())]
        keys = keys.dropFirst()
      }
      for key in keys { owner = owner?.relationshipsByName[key]?.destinationEntity }
      variables[String(match.output.2)] = owner
    }
  }

  /// The entity of `$p` within `SUBQUERY(players, $p, …)`.
  func scope(of name: String) -> NSEntityDescription? {
    name.hasPrefix("$") ? variables[String(name.dropFirst())] : nil
  }

  /// The variables, as they are written.
  var variableCompletions: [Completion] {
    variables.map { Completion("$\($0.key)", "each \($0.value.name ?? "")", endsWord: false) }
  }
}
