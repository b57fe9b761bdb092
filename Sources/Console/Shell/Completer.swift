/// What a line may go on with.
package struct Completion: Sendable, Equatable {
  package let text: String
  /// A word on what it is, for the menu; may be empty.
  package let gloss: String
  /// Whether a blank follows when it is the only one.
  package let endsWord: Bool

  package init(_ text: String, _ gloss: String = "", endsWord: Bool = true) {
    self.text = text
    self.gloss = gloss
    self.endsWord = endsWord
  }
}

/// Completes the word before the cursor.
package struct Completer {
  let session: Session

  package init(session: Session) {
    self.session = session
  }

  /// The completions of a line up to the cursor, and the part of a word they replace.
  package func completions(of line: String) -> (prefix: String, found: [Completion]) {
    let trimmed = line.drop { $0.isWhitespace }
    if trimmed.hasPrefix(".") { return tool(String(trimmed)) }
    if SQLText.beginsStatement(String(trimmed)), trimmed.contains(where: \.isWhitespace) {
      let prefix = Self.lastWord(line) { $0.isLetter || $0.isNumber || $0 == "_" }
      return (prefix, Self.matching(prefix, session.sqlNames()))
    }
    let word = Self.lastWord(line) { $0.isLetter || $0.isNumber || "_.@$/".contains($0) }
    if let dot = word.lastIndex(of: ".") {
      let prefix = String(word[word.index(after: dot)...])
      let keys = session.keys(behind: String(word[..<dot]), in: String(trimmed))
      return (prefix, Self.matching(prefix, keys))
    }
    return (word, Self.matching(word, words(String(trimmed), word)))
  }

  /// What may stand where a word begins.
  private func words(_ line: String, _ word: String) -> [Completion] {
    let before = line.dropLast(word.count).split { $0.isWhitespace }.map(String.init)
    guard let first = before.first else {
      return Keyword.allCases.map { Completion($0.rawValue, "command") } + session.nameCompletions()
        + ["select", "explain", "with", "pragma", "values"].map { Completion($0, "SQL") }
    }
    switch (first, before.count) {
    case ("insert", 1), ("count", 1), ("controller", 1), ("batch", 2):
      return session.entityCompletions()
    case ("fetch", 1): return session.entityCompletions() + [Completion("template", "of the model")]
    case ("delete", 1):
      return session.entityCompletions() + session.nameCompletions() + [Completion("dry")]
    case ("batch", 1): return ["update", "delete", "insert"].map { Completion($0) }
    case ("context", 1): return ["new", "use", "list", "merge"].map { Completion($0) }
    case ("context", 2) where before[1] == "merge":
      return ContextCommand.Merging.allCases.map { Completion($0.rawValue) }
    case ("context", 2) where before[1] == "use": return session.contextCompletions()
    case ("insert", _):
      return session.propertyCompletions(of: before[1], behind: "=") + [Completion("as")]
        + session.nameCompletions()
    case ("fetch", 2) where before[1] == "template": return session.templateCompletions()
    case ("fetch", _), ("count", _), ("controller", _), ("delete", _):
      return session.propertyCompletions(of: before[1], behind: "") + Self.clauses
        + Self.operators + session.nameCompletions()
    default: return session.nameCompletions() + session.entityCompletions()
    }
  }

  private static let clauses =
    ([
      "where", "order by", "limit", "offset", "select", "distinct", "group by", "having", "only",
      "prefetch", "batch", "as", "asc", "desc",
    ]).map { Completion($0, "clause") }

  private static let operators =
    ([
      "AND", "OR", "NOT", "BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "MATCHES", "IN", "BETWEEN",
      "ANY", "ALL", "NONE", "SUBQUERY(", "TRUEPREDICATE",
    ]).map { Completion($0, "operator") }

  /// Dot commands and what follows them.
  private func tool(_ line: String) -> (String, [Completion]) {
    let word = Self.lastWord(line) { !$0.isWhitespace }
    let before = line.dropLast(word.count).split { $0.isWhitespace }.map(String.init)
    guard let first = before.first, let name = ToolName(rawValue: String(first.dropFirst())) else {
      return (word, Self.matching(word, ToolName.allCases.map { Completion("." + $0.rawValue) }))
    }
    return (word, Self.matching(word, arguments(of: name, word)))
  }

  private func arguments(of name: ToolName, _ word: String) -> [Completion] {
    switch name {
    case .mode: OutputMode.allCases.map { Completion($0.rawValue) }
    case .headers, .echo, .bail, .quiet, .timer, .color, .pager, .rows, .swift, .faults, .strict,
      .predict:
      [Completion("on"), Completion("off")]
    case .view: ToolCommand.View.allCases.map { Completion($0.rawValue) }
    case .store: ToolCommand.StoreType.allCases.map { Completion($0.rawValue) }
    case .schema, .indexes, .dump, .tables: session.sqlNames() + session.entityCompletions()
    case .read, .open, .output, .saveAs, .transcript, .migrate:
      FileCompletion.files(word, in: session.folder)
    case .help: HelpTopic.all.map { Completion($0.name) }
    case .why: session.nameCompletions()
    case .graph: session.nameCompletions() + Self.forms
    case .model: session.entityCompletions() + Self.forms
    case .stack: Self.forms
    default: []
    }
  }

  private static let forms = DiagramForm.allCases.map { Completion($0.rawValue, "form") }

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

  /// What all completions have in common beyond the prefix, for the first Tab.
  package static func commonPart(_ found: [Completion], beyond prefix: String) -> String {
    guard let first = found.first else { return "" }
    guard found.count > 1 else {
      return String(first.text.dropFirst(prefix.count)) + (first.endsWord ? " " : "")
    }
    var common = first.text
    for completion in found.dropFirst() {
      while !completion.text.lowercased().hasPrefix(common.lowercased()) { common.removeLast() }
    }
    return String(common.dropFirst(prefix.count))
  }
}
