import CoreData

/// Completes the word before the cursor.
package struct Completer {
  let session: Session

  package init(session: Session) {
    self.session = session
  }

  /// The completions of a command up to the cursor, its earlier lines included, and the part of a
  /// word they replace.
  package func completions(of line: String) -> (prefix: String, found: [Completion]) {
    let trimmed = String(line.drop { $0.isWhitespace })
    if trimmed.hasPrefix(".") { return tool(trimmed) }
    if SQLText.beginsStatement(trimmed), trimmed.contains(where: \.isWhitespace) {
      return SQLCompletion(session: session).completions(of: trimmed)
    }
    return object(trimmed)
  }

  /// Those for a command of the object language.
  func object(_ line: String) -> (prefix: String, found: [Completion]) {
    let word = Self.lastWord(line) { $0.isLetter || $0.isNumber || "_.@$/".contains($0) }
    let before = String(line.dropLast(word.count))
    guard let dot = word.lastIndex(of: ".") else {
      return (word, Self.matching(word, words(before, word)))
    }
    let prefix = String(word[word.index(after: dot)...])
    return (prefix, Self.matching(prefix, keys(behind: String(word[..<dot]), before)))
  }

  // MARK: - Keys

  /// The keys behind a path: of a named object, of a variable that a SUBQUERY binds, or of the
  /// entity that the command is about.
  private func keys(behind path: String, _ before: String) -> [Completion] {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first else { return [] }
    let subject = CommandSubject(before, in: session)
    if let owner = subject.scope(of: first) {
      return session.keys(of: owner, behind: parts.dropFirst())
    }
    if let object = session.completionObject(first) {
      let onlyFetched = subject.verb == "fetched" && parts.count == 1
      return session.keys(of: object.entity, behind: parts.dropFirst(), onlyFetched: onlyFetched)
    }
    guard let entity = subject.entity else { return [] }
    return session.keys(of: entity, behind: parts[...])
  }

  // MARK: - Words

  /// What may stand where a word begins.
  private func words(_ before: String, _ word: String) -> [Completion] {
    let typed = before.split { $0.isWhitespace }.map(String.init)
    guard let first = typed.first else {
      return Keyword.allCases.map { Completion($0.rawValue, Self.gloss($0)) }
        + session.nameCompletions()
        + ["select", "explain", "with", "pragma", "values"].map { Completion($0, "SQL") }
    }
    if let values = AssignmentCompletion(session: session).values(before, word) { return values }
    switch (first, typed.count) {
    case ("fetch", 1):
      return session.entityCompletions() + [Completion("template", "of the model")]
    case ("insert", 1), ("count", 1), ("controller", 1), ("batch", 2):
      return session.entityCompletions()
    case ("delete", 1):
      return session.entityCompletions() + session.nameCompletions()
        + [Completion("dry", "only shows what would go")]
    case ("delete", 2) where typed[1] == "dry":
      return session.entityCompletions() + session.nameCompletions()
    case ("insert", _): return AssignmentCompletion(session: session).properties(before)
    case ("batch", 1): return ["update", "delete", "insert"].map { Completion($0) }
    case ("fetch", 2) where typed[1] == "template": return session.templateCompletions()
    case ("fetch", _), ("count", _), ("controller", _), ("delete", _), ("batch", _):
      return FetchCompletion(session: session, text: before, word: word).found
    default: return smaller(first, typed)
    }
  }

  /// Those for the commands that take an object or a word.
  private func smaller(_ first: String, _ typed: [String]) -> [Completion] {
    switch (first, typed.count) {
    case ("context", 1): return ["new", "use", "list", "merge"].map { Completion($0) }
    case ("context", 2) where typed[1] == "merge":
      return ContextCommand.Merging.allCases.map { Completion($0.rawValue) }
    case ("context", 2) where typed[1] == "use": return session.contextCompletions()
    case ("context", 3) where typed[1] == "new": return [Completion("child", "of this context")]
    case ("context", _), ("undo", _), ("redo", _), ("save", _), ("rollback", _), ("reset", _),
      ("changes", _):
      return []
    case ("show", 1): return session.nameCompletions() + session.entityCompletions()
    case ("refresh", 1):
      return session.nameCompletions() + [Completion("all", "every object")]
    case ("refresh", 2): return [Completion("keep", "its changes")]
    case ("tree", 2):
      return session.relationshipCompletions(of: typed[1]) + [Completion("depth", "how deep")]
    default: return session.nameCompletions()
    }
  }

  private static func gloss(_ keyword: Keyword) -> String {
    HelpTopic.named(keyword.rawValue)?.summary ?? "command"
  }

  // MARK: - Finding

  static func lastWord(_ line: String, _ isPart: (Character) -> Bool) -> String {
    var start = line.endIndex
    while start > line.startIndex, isPart(line[line.index(before: start)]) {
      start = line.index(before: start)
    }
    return String(line[start...])
  }

  /// Those that begin with a prefix, whatever the case, sorted and each once.
  static func matching(_ prefix: String, _ all: [Completion]) -> [Completion] {
    let wanted = prefix.lowercased()
    var seen: Set<String> = []
    return all.filter { $0.text.lowercased().hasPrefix(wanted) && seen.insert($0.text).inserted }
      .sorted { $0.text < $1.text }
  }
}
